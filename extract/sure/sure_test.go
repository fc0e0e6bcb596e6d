package sure

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// model has one tree: a first feature above 1 speaks for the value.
const model = `{"features": 2, "trees": [{"f": [0], "t": [1], "l": [-1], "r": [-2], "v": [-2, 2]}], "curve": [[0.1, 0.2], [0.5, 0.6], [0.9, 0.98]]}`

func TestProbability(t *testing.T) {
	m, err := Read(zipped(t, model), 2)
	require.NoError(t, err)
	against, forIt := m.Probability([]float32{0, 9}), m.Probability([]float32{2, 9})
	assert.InDelta(t, 0.2192, against, 1e-3, "between the first two points")
	assert.InDelta(t, 0.9618, forIt, 1e-3, "between the last two")
}

func TestJudgeKeepsWhatIsWorthTelling(t *testing.T) {
	m, err := Read(zipped(t, model), 2)
	require.NoError(t, err)
	of := [][]float32{{0, 9}, {2, 9}}
	kept, made := m.Judge([]extract.Field{{Name: "doubtful", Confidence: 1}, {Name: "sound"}}, func(i int) []float32 { return of[i] })
	require.Len(t, kept, 1)
	assert.Equal(t, "sound", kept[0].Name)
	assert.InDelta(t, 0.9618, kept[0].Confidence, 1e-3)
	assert.Equal(t, of[1:], made)
}

// TestEndsOfTheCurve: nothing is said beyond what was measured.
func TestEndsOfTheCurve(t *testing.T) {
	m, err := Read(zipped(t, `{"features": 1, "trees": [{"f": [0], "t": [0], "l": [-1], "r": [-2], "v": [-9, 9]}], "curve": [[0.1, 0.2], [0.9, 0.98]]}`), 1)
	require.NoError(t, err)
	assert.InDelta(t, 0.2, m.Probability([]float32{-1}), 1e-9)
	assert.InDelta(t, 0.98, m.Probability([]float32{1}), 1e-9)
}

func TestReadRefuses(t *testing.T) {
	for name, b := range map[string][]byte{
		"no gzip":             []byte("{}"),
		"no JSON":             zipped(t, "x"),
		"other features":      zipped(t, `{"features": 3, "trees": [], "curve": [[0, 1]]}`),
		"no curve":            zipped(t, `{"features": 2, "trees": []}`),
		"a curve that falls":  zipped(t, `{"features": 2, "trees": [], "curve": [[0.5, 0.1], [0.2, 0.9]]}`),
		"a broken tree":       zipped(t, `{"features": 2, "trees": [{"f": [5], "t": [1], "l": [-1], "r": [-2], "v": [0, 1]}], "curve": [[0, 1]]}`),
		"a curve of no pairs": zipped(t, `{"features": 2, "trees": [], "curve": 7}`),
	} {
		_, err := Read(b, 2)
		assert.Error(t, err, name)
	}
}

func TestOf(t *testing.T) {
	box := func(y float64) geom.Rect { return geom.Rect{X0: 10, Y0: y, X1: 110, Y1: y + 20} }
	l := &extract.Layout{Typeset: true, Lines: []extract.Line{
		{Quad: geom.QuadOf(box(0)), Text: extract.Text{Value: "ชื่อ", Confidence: 0.5}}, {Quad: geom.QuadOf(box(50)), Text: extract.Text{Value: "A-12", Confidence: 0.9}}}}
	v := Of(3, 0.7, "A-12 ก", []geom.Rect{box(50)}, l)
	require.Len(t, v, Common)
	assert.InDeltaSlice(t, []float32{3, 0.7, 2, 2, 1, 0.9, 0.7, 1, 2, 1}, v, 1e-6)
	assert.InDelta(t, 1, Of(0, 0.7, "", nil, &extract.Layout{})[5], 1e-6, "no place, no doubt of its reading")
}
