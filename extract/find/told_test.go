package find

import (
	"bytes"
	"compress/gzip"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/trees"
)

// What is told may have a curve of its own; the page forest sees what it was trained on.
func TestWhatIsToldHasACurveOfItsOwn(t *testing.T) {
	f := judging(t, 0, -1)
	f.model.curve, f.model.told = trees.Curve{{0, 0.25}, {1, 0.25}}, trees.Curve{{0, 0.75}, {1, 0.75}}
	l := layout(10, 10, "Name: Mary Smith")
	found := f.Find(context.Background(), l)
	require.NotEmpty(t, found)
	assert.InDelta(t, 0.75, found[0].Confidence, 1e-9)
	p := f.page(l)
	f.score(p)
	assert.InDelta(t, 0.25, f.traits(p, f.assign(p))[0], 1e-6)
}

func TestAModelTellsByItsCurveWhereItHasNoOther(t *testing.T) {
	for text, want := range map[string]float64{`{"curve":[[0,0.25],[1,0.25]]}`: 0.25, `{"curve":[[0,0.25],[1,0.25]],"told":[[0,0.75],[1,0.75]]}`: 0.75} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		m, err := ReadModel(&b)
		require.NoError(t, err)
		assert.InDelta(t, want, m.told.At(0.5), 1e-9, text)
	}
}
