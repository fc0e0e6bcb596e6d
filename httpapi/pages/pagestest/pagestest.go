// Package pagestest drives the box's pages in a headless browser, for tests.
package pagestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long anything on a page may take on a busy machine.
const patience = 2 * time.Minute

// Browse opens a browser of its own, of a size in pixels and in English. A script of a page that fails fails the test.
func Browse(t *testing.T, width, height int) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(width, height), chromedp.Flag("lang", "en"),
		chromedp.WSURLReadTimeout(patience)) // a busy machine starts a browser slowly
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancel)
	quiet := chromedp.WithErrorf(func(string, ...any) {}) // newer browsers send events that the library does not know
	ctx, cancel = chromedp.NewContext(ctx, quiet, chromedp.WithBrowserOption(chromedp.WithDialTimeout(patience)))
	t.Cleanup(cancel)
	chromedp.ListenTarget(ctx, func(e any) {
		if thrown, ok := e.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %v", thrown.ExceptionDetails)
		}
	})
	require.NoError(t, chromedp.Run(ctx, chromedp.EmulateViewport(int64(width), int64(height))), "a chromium is needed for these tests")
	return ctx
}

// Run takes steps one by one, so that a failure shows the page as it was.
func Run(t *testing.T, ctx context.Context, steps ...chromedp.Action) {
	t.Helper()
	for i, step := range steps {
		if err := chromedp.Run(ctx, step); err != nil {
			var page string
			_ = chromedp.Run(ctx, chromedp.OuterHTML("body", &page))
			require.NoError(t, err, "step %d on\n%s", i, page)
		}
	}
}

// SignIn types the key into the dialog.
func SignIn(key string) chromedp.Action {
	return chromedp.Tasks{chromedp.WaitVisible("#key"), chromedp.SetValue("#key", key), chromedp.Click("#signin button")}
}

// True waits until a script's expression is true, over pages that are loaded meanwhile.
func True(expression string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			var is bool
			err := chromedp.Evaluate(`Boolean(`+expression+`)`, &is).Do(ctx)
			if err == nil && is {
				return nil
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("this never came true: %s (%w)", expression, errors.Join(ctx.Err(), err))
			case <-tick.C:
			}
		}
	})
}

// Text waits until the element's text holds want.
func Text(selector, want string) chromedp.Action {
	return True(`(document.querySelector(` + Quote(selector) + `)?.textContent || '').includes(` + Quote(want) + `)`)
}

// Boxes waits until n boxes are drawn.
func Boxes(selector string, n int) chromedp.Action {
	b, _ := json.Marshal(n) // a number
	return True(`document.querySelectorAll(` + Quote(selector+" polygon") + `).length === ` + string(b))
}

// Press presses what a page may draw anew at any time: it is looked up and pressed in one step.
func Press(selector string) chromedp.Action {
	return True(`(() => { const e = document.querySelector(` + Quote(selector) + `); e?.click(); return e; })()`)
}

// Choose takes an option of a select element as a hand would.
func Choose(selector, value string) chromedp.Action {
	return chromedp.Evaluate(`(() => { const s = document.querySelector(`+Quote(selector)+`); s.value = `+Quote(value)+`; s.dispatchEvent(new Event('change')); })()`, nil)
}

// Fits holds that nothing has to be scrolled sideways.
func Fits(t *testing.T, ctx context.Context) {
	t.Helper()
	var over int
	Run(t, ctx, chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &over))
	assert.LessOrEqual(t, over, 0, "the page is wider than the screen")
}

// Picture keeps what the browser shows, with the element at its top, for the documents: as NAME.png in the folder that LENSD_PICTURES
// names (scripts/pictures). Without one it does nothing.
func Picture(name, selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		folder := os.Getenv("LENSD_PICTURES")
		if folder == "" {
			return nil
		}
		var png []byte
		err := chromedp.Tasks{
			chromedp.Evaluate(`document.querySelector(`+Quote(selector)+`).scrollIntoView()`, nil),
			True(`[...document.images].every((i) => i.complete)`),
			chromedp.CaptureScreenshot(&png),
		}.Do(ctx)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600)
	})
}

// Quote writes a text as JavaScript does.
func Quote(s string) string {
	b, _ := json.Marshal(s) // a text
	return string(b)
}
