package viz

import (
	"context"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/passport"
	"lensd/vision/geom"
)

// scale is the drawn page's pixels a millimetre.
const scale = 10

// teller is a recogniser that keeps what it is shown and answers the same to everything.
type teller struct {
	shown  []*image.Gray
	answer extract.Text
}

func (r *teller) Read(_ context.Context, lines []*image.Gray, _ extract.Hint) ([]extract.Text, error) {
	r.shown = append(r.shown, lines...)
	out := make([]extract.Text, len(lines))
	for i := range out {
		out[i] = r.answer
	}
	return out, nil
}

func (r *teller) Close() error { return nil }

// words are where the drawn page has print, in millimetres: rows of bars as high as letters.
func words() []geom.Rect {
	return []geom.Rect{{X0: 45, Y0: 18, X1: 65, Y1: 20.2}, {X0: 45, Y0: 30, X1: 70, Y1: 32.2}, {X0: 85, Y0: 30, X1: 99, Y1: 32.2}}
}

// letter paints a bar.
func letter(m *gocv.Mat, x0, y0, x1, y1 float64) {
	gocv.Rectangle(m, image.Rect(int(x0*scale), int(y0*scale), int(x1*scale), int(y1*scale)), color.RGBA{30, 30, 35, 0}, -1)
}

// drawPage paints letters as H: two bars and a stroke, and a portrait full of texture.
func drawPage(t *testing.T) gocv.Mat {
	t.Helper()
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(215, 225, 232, 0), 88*scale, 125*scale, gocv.MatTypeCV8UC3)
	for _, w := range words() {
		for x := w.X0; x+1.3 <= w.X1; x += 1.9 {
			letter(&m, x, w.Y0, x+0.35, w.Y1)
			letter(&m, x+0.9, w.Y0, x+1.25, w.Y1)
			letter(&m, x, w.Y0+0.9, x+1.2, w.Y0+1.2)
		}
	}
	for y := 20.0; y < 58; y += 2 {
		letter(&m, 8, y, 36, y+0.8)
	}
	return m
}

func cutPage(t *testing.T, r *teller) *Page {
	t.Helper()
	m := drawPage(t)
	defer m.Close()
	p, err := Cut(m, geom.Affine(scale, 0, 0, 0, scale, 0), passport.VisualZone(), []geom.Rect{passport.Portrait()}, r)
	require.NoError(t, err)
	return p
}

func TestPrintIsFoundWhereItStandsAndFiguresAreLeftOut(t *testing.T) {
	r := &teller{answer: extract.Text{Value: "HHH", Confidence: 0.95}}
	p := cutPage(t, r)
	got, err := p.Phrases(context.Background(), extract.ScriptLatin)
	require.NoError(t, err)
	require.Len(t, got, len(words()))
	for _, w := range words() {
		best := 0.0
		for _, ph := range got {
			best = max(best, ph.Box.Intersect(w).Area()/max(ph.Box.Area(), w.Area()))
		}
		assert.Greater(t, best, 0.8, "%v", w)
	}
	quad := p.ToSource(words()[0]).Bounds()
	assert.InDelta(t, words()[0].X0*scale, quad.X0, 0.01)
	assert.InDelta(t, words()[0].Y1*scale, quad.Y1, 0.01)
}

func TestVersionsThatSurelyAgreeAreEnough(t *testing.T) {
	for _, c := range []struct {
		script     extract.Script
		confidence float64
		reads      int
	}{{extract.ScriptLatin, 0.95, 2}, {extract.ScriptLatin, 0.6, 3}, {extract.ScriptThai, 0.95, 3}, {extract.ScriptThai, 0.6, 10}} {
		r := &teller{answer: extract.Text{Value: "HHH", Confidence: c.confidence}}
		got, err := cutPage(t, r).Versions(context.Background(), words()[1], extract.Hint{Script: c.script})
		require.NoError(t, err)
		assert.Len(t, r.shown, c.reads, "%s at %v", c.script, c.confidence)
		assert.Len(t, got, c.reads)
	}
	r := &teller{}
	got, err := cutPage(t, r).Versions(context.Background(), words()[1], extract.Hint{Script: extract.ScriptLatin})
	require.NoError(t, err)
	assert.Empty(t, got, "readings without text are left out")
}

func TestAreasOffThePageAreReadAsNothing(t *testing.T) {
	r := &teller{answer: extract.Text{Value: "?", Confidence: 0.1}}
	p := cutPage(t, r)
	for _, a := range []geom.Rect{{X0: 500, Y0: 500, X1: 520, Y1: 502}, {X0: 50, Y0: 30, X1: 50, Y1: 30}, {X0: -90, Y0: -90, X1: -80, Y1: -80}} {
		for _, s := range []extract.Script{extract.ScriptLatin, extract.ScriptThai} {
			_, err := p.Versions(context.Background(), a, extract.Hint{Script: s})
			assert.NoError(t, err, "%v", a)
		}
	}
}

func TestCutRefusesWhatIsNoPage(t *testing.T) {
	empty := gocv.NewMat()
	defer empty.Close()
	_, err := Cut(empty, geom.Affine(1, 0, 0, 0, 1, 0), passport.VisualZone(), nil, &teller{})
	assert.Error(t, err)
	m := drawPage(t)
	defer m.Close()
	_, err = Cut(m, geom.Homography{}, passport.VisualZone(), nil, &teller{})
	assert.Error(t, err)
}

// TestMarksBeyondTheBoxAreKeptAndCaptionsAreNot paints a line with a vowel and a tone mark over one letter, a vowel under
// another, and captions close above and below.
func TestMarksBeyondTheBoxAreKeptAndCaptionsAreNot(t *testing.T) {
	m := drawPage(t)
	defer m.Close()
	line := words()[1]
	letter(&m, 46.9, line.Y0-0.8, 48.1, line.Y0-0.4) // a vowel
	letter(&m, 47.3, line.Y0-1.5, 47.6, line.Y0-1.1) // a tone mark on it
	letter(&m, 50.7, line.Y1+0.4, 51.3, line.Y1+0.8) // a vowel below
	for x := 45.0; x < 70; x += 1.4 {                // captions
		letter(&m, x, line.Y0-3.2, x+0.8, line.Y0-1.8)
		letter(&m, x, line.Y1+1.5, x+0.8, line.Y1+2.9)
	}
	p, err := Cut(m, geom.Affine(scale, 0, 0, 0, scale, 0), passport.VisualZone(), nil, &teller{})
	require.NoError(t, err)
	blobs, _ := blobsOf(p.marked(p.grey, line))
	letters := 0
	small := 0
	for _, b := range blobs {
		if float64(b.Dy()) > 1.8*p.density {
			letters++
		} else {
			small++
		}
	}
	assert.Equal(t, 13, letters)
	assert.Equal(t, 3, small, "the marks and nothing else: %v", blobs)
}
