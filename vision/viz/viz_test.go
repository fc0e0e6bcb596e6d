package viz_test

import (
	"context"
	"fmt"
	"image"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/passport"
	"lensd/vision/geom"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/viz"
)

// sizes is a recogniser that says how large each crop is.
type sizes struct{ seen []image.Point }

func (s *sizes) Read(_ context.Context, lines recognize.Request) ([]extract.Text, error) {
	crops := lines.Crops
	out := make([]extract.Text, len(crops))
	for i, c := range crops {
		s.seen = append(s.seen, c.Rect.Size())
		out[i] = extract.Text{Value: "x", Confidence: 0.95}
	}
	return out, nil
}

func (s *sizes) Close() error { return nil }

// voice is a recogniser that says the same of every crop, or counts them.
type voice struct {
	says   string
	counts bool
	heard  int
}

func (v *voice) Read(_ context.Context, lines recognize.Request) ([]extract.Text, error) {
	crops := lines.Crops
	out := make([]extract.Text, len(crops))
	for i := range crops {
		v.heard++
		out[i] = extract.Text{Value: v.says, Confidence: 0.95}
		if v.counts {
			out[i].Value = fmt.Sprint(v.says, v.heard)
		}
	}
	return out, nil
}

func (v *voice) Close() error { return nil }

// cut cuts the page that scripts/synth/passport drew; its corners are the generator's.
func cut(t *testing.T) (*viz.Page, *sizes, geom.Homography) {
	t.Helper()
	s := &sizes{}
	page, h := cutFor(t, s)
	return page, s, h
}

func cutFor(t *testing.T, rec recognize.Recognizer) (*viz.Page, geom.Homography) {
	t.Helper()
	b, err := os.ReadFile("../../cmd/lensd/readers/testdata/passport.jpg")
	require.NoError(t, err)
	p, err := picture.Decode(b, picture.Limits{MaxBytes: 1 << 20, MaxPixels: 4 << 20, MinSide: 100})
	require.NoError(t, err)
	defer p.Close()
	corners := geom.Quad{{X: 289.3, Y: 287.9}, {X: 1436.7, Y: 207.8}, {X: 1526.0, Y: 1091.8}, {X: 280.0, Y: 1089.9}}
	h, err := geom.FromQuads(geom.QuadOf(geom.Rect{X1: passport.PageWidth, Y1: 88}), corners)
	require.NoError(t, err)
	page, err := viz.Cut(p.Mat(), h, passport.VisualZone(), []geom.Rect{passport.Portrait()}, rec)
	require.NoError(t, err)
	return page, h
}

func TestPhrasesStandWhereTheyArePrinted(t *testing.T) {
	page, _, toSource := cut(t)
	back, err := toSource.Inverse()
	require.NoError(t, err)
	phrases, err := page.Phrases(context.Background(), extract.ScriptLatin)
	require.NoError(t, err)
	for name, printed := range map[string]geom.Quad{
		"passport number": {{X: 1068.2, Y: 362.7}, {X: 1206.5, Y: 354.5}, {X: 1207.9, Y: 373.2}, {X: 1069.4, Y: 381.2}},
		"surname":         {{X: 641.9, Y: 443.4}, {X: 763.6, Y: 436.8}, {X: 764.2, Y: 453.4}, {X: 642.3, Y: 459.8}},
	} {
		want, best := back.Quad(printed).Bounds(), 0.0
		var found geom.Rect
		for _, p := range phrases {
			i := p.Box.Intersect(want).Area()
			if share := i / (p.Box.Area() + want.Area() - i); share > best {
				best, found = share, p.Box
			}
		}
		assert.Greater(t, best, 0.5, name)
		q := page.ToSource(found)
		assert.InDelta(t, printed.Center().X, q.Center().X, 25, name)
		assert.InDelta(t, printed.Center().Y, q.Center().Y, 8, name)
	}
	for _, p := range phrases {
		assert.Less(t, p.Box.Intersect(passport.Portrait()).Area(), 0.51*p.Box.Area(), "a portrait is no print")
		assert.LessOrEqual(t, p.Box.H(), 8.0)
	}
}

func TestHeadsAndStainsAreNotRead(t *testing.T) {
	page, _, _ := cut(t)
	some, err := page.Phrases(context.Background(), extract.ScriptLatin)
	require.NoError(t, err)
	for _, p := range some {
		assert.Greater(t, p.Box.Y1, 7.8, "%v is the head of the page", p.Box)
		assert.True(t, p.Box.W() >= 2.6 || p.Box.H() >= 1.5 || p.Box.Y1 > 56, "%v is a stain", p.Box)
	}
	assert.Greater(t, len(some), 20, "values and captions are still there")
}

func TestVersionsShowTheAreaWithWhiteAround(t *testing.T) {
	page, rec, _ := cut(t)
	area := geom.Rect{X0: 40, Y0: 20, X1: 70, Y1: 24}
	versions, err := page.Versions(context.Background(), area, extract.ScriptLatin)
	require.NoError(t, err)
	assert.Len(t, versions, 2, "two that surely agree need no third")
	assert.Greater(t, float64(rec.seen[0].X)/float64(rec.seen[0].Y), 5.0, "30 mm by 4 mm and a rim")
	assert.Greater(t, rec.seen[1].X, rec.seen[0].X, "the second has room at its sides")
}

// Values matter, captions are found although they are misread.
func TestDoubtfulCaptionsHaveNoSecondReader(t *testing.T) {
	for text, want := range map[string]bool{"LINDSTR0M": true, "14 JAN 20?3": true, "1.7S M 22": true, "Date 0f birth": false, "Nom": false, "M": false, "": false} {
		first, second := &voice{says: text}, &voice{says: "x"}
		plan := recognize.Plan{First: map[extract.Script]recognize.Recognizer{extract.ScriptLatin: first}, Second: map[extract.Script]recognize.Opinion{extract.ScriptLatin: {By: second, Doubt: 1}}}
		page, _ := cutFor(t, recognize.NewRouter(plan, first, second))
		_, err := page.Phrases(context.Background(), extract.ScriptLatin)
		require.NoError(t, err)
		assert.Equal(t, want, second.heard > 0, text)
	}
}

func TestThaiLinesThatTheFirstReaderDoubtsAreHeardFromAll(t *testing.T) {
	for name, c := range map[string]struct {
		unsure bool
		others int
	}{
		"the first three drawings read alike": {false, 0},
		"they do not: each drawing by each":   {true, 10},
	} {
		first, second := &voice{says: "ก", counts: c.unsure}, &voice{says: "ข"}
		plan := recognize.Plan{First: map[extract.Script]recognize.Recognizer{extract.ScriptAny: first}}
		page, _ := cutFor(t, recognize.NewRouter(plan, first, second))
		texts, err := page.Versions(context.Background(), geom.Rect{X0: 40, Y0: 20, X1: 70, Y1: 24}, extract.ScriptThai)
		require.NoError(t, err)
		assert.Len(t, texts, max(3, 2*c.others), name)
		assert.Equal(t, c.others, second.heard, name)
	}
}

func TestCutRefusesWhatIsNoColourPictureOrPlane(t *testing.T) {
	grey := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8U)
	defer grey.Close()
	_, err := viz.Cut(grey, geom.Identity(), passport.VisualZone(), nil, &sizes{})
	require.Error(t, err)
	colour := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer colour.Close()
	_, err = viz.Cut(colour, geom.Homography{}, passport.VisualZone(), nil, &sizes{})
	require.Error(t, err)
}
