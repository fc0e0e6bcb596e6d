package rectify

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
	"lensd/vision/picture"
)

// grained is a page of print, half of it pale, with grain over it, on paper of that tone.
func grained(tone uint8, size float64, grain func(x, y int) float64) *image.Gray {
	page := printed.NewPage(1000, 1300)
	page.Fill(page.Rect, tone)
	for y := 80; y < 1250; y += int(1.8 * size) {
		page.Toned(60, y, size, "the quick brown fox jumps over the dog", tone/6)
		page.Toned(60+int(20*size), y, size, "and is pale", tone-tone/6)
	}
	for i, v := range page.Pix {
		page.Pix[i] = uint8(max(0, min(255, math.Round(float64(v)+grain(i%page.Stride, i/page.Stride)))))
	}
	return page.Gray
}

func patches(p Page) int { return len(layout.Components(layout.Binarize(p.Gray).Ink)) }

// What falls apart into specks is smoothed until it does not, and its print stays; all else stays as it is.
func TestGrainIsSmoothed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	noise := func(d float64) func(int, int) float64 {
		return func(int, int) float64 { return d * r.NormFloat64() }
	}
	screen := func(d, period float64) func(int, int) float64 {
		return func(x, y int) float64 {
			k := 2 * math.Pi / period
			return d * (math.Sin(k*(float64(x)+0.15*float64(y))) + math.Sin(k*(float64(y)-0.15*float64(x))))
		}
	}
	for name, c := range map[string]struct {
		tone   uint8
		size   float64
		grain  func(x, y int) float64
		specks bool // not when there is so much that specks grow together
	}{
		"clean print":       {230, 30, noise(0), false},
		"fine print":        {230, 16, noise(0), false},
		"a scanner's noise": {230, 30, noise(4), false},
		"a dim room":        {200, 18, noise(18), true},
		"a darker room":     {200, 18, noise(26), false},
		"a printed screen":  {230, 18, screen(30, 3), true},
		"a scanner's beat":  {230, 18, screen(40, 2.3), true},
	} {
		pages := func(src *image.Gray) (raw, page Page) {
			m, err := picture.GrayMat(src)
			require.NoError(t, err)
			defer m.Close()
			raw, err = Upright(m)
			require.NoError(t, err)
			page, err = Rectify(m)
			require.NoError(t, err)
			return raw, page
		}
		raw, page := pages(grained(c.tone, c.size, c.grain))
		assert.Equal(t, c.specks, layout.Speckled(raw.Gray), "%s: specks as it is", name)
		assert.False(t, layout.Speckled(page.Gray), "%s: no specks are left", name)
		_, clean := pages(grained(c.tone, c.size, noise(0)))
		want, got := patches(clean), patches(page)
		assert.InDelta(t, want, got, float64(want)/4, "%s: as many patches of print", name)
	}
}

// A large picture's noise is averaged at a smaller scale, and it keeps its size.
func TestALargeGrainyPictureKeepsItsSize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	page := printed.NewPage(2400, 3000)
	page.Fill(page.Rect, 200)
	for i, v := range page.Pix {
		page.Pix[i] = uint8(max(0, min(255, float64(v)+30*r.NormFloat64())))
	}
	m, err := picture.GrayMat(page.Gray)
	require.NoError(t, err)
	defer m.Close()
	smooth := m.Clone()
	defer smooth.Close()
	require.NoError(t, byLikes(m, &smooth))
	assert.Equal(t, []int{2400, 3000}, []int{smooth.Cols(), smooth.Rows()})
	grain, tone, err := grainOf(smooth)
	require.NoError(t, err)
	assert.Less(t, grain, 0.02*tone)
}

// What is not of the paper is neither measured nor smoothed: a picture of several papers smooths each where it is.
func TestAPageLiesWithinThePicture(t *testing.T) {
	src := gocv.NewMatWithSize(300, 400, gocv.MatTypeCV8U)
	defer src.Close()
	for name, c := range map[string]struct {
		paper *geom.Quad
		want  image.Rectangle
	}{
		"the picture is the page":    {nil, image.Rect(0, 0, 400, 300)},
		"a paper askew":              {&geom.Quad{{X: 50, Y: 20}, {X: 150.5, Y: 30}, {X: 140, Y: 99.5}, {X: 40, Y: 90}}, image.Rect(40, 20, 151, 100)},
		"a paper that is not all in": {&geom.Quad{{X: -9, Y: 20}, {X: 410, Y: 20}, {X: 410, Y: 320}, {X: -9, Y: 320}}, image.Rect(0, 20, 400, 300)},
	} {
		assert.Equal(t, c.want, Page{Paper: c.paper}.within(src), name)
	}
}
