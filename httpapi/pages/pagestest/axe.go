package pagestest

import (
	"context"
	_ "embed" // of axe-core
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// axe is axe-core 4.10.3 (MPL-2.0, its licence beside it), a test tool that no package ships.
//
//go:embed axe/axe.min.js
var axe string

// barriers runs axe's rules on the page and writes down what it calls serious or critical.
const barriers = `(async () => {
	const { violations, passes } = await axe.run(document);
	return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ' (' + v.impact + '): ' + v.nodes.map((n) => n.html.slice(0, 160)).join(' | '))
		.concat(passes.length > 10 ? [] : ['axe has seen next to nothing']);
})()`

// Accessible holds that axe finds no serious violation on the page as it is now.
func Accessible(t *testing.T, ctx context.Context, where string) {
	t.Helper()
	var found []string
	Run(t, ctx, chromedp.Evaluate(axe+"; true", nil), chromedp.Evaluate(barriers, &found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	assert.Empty(t, found, where)
}
