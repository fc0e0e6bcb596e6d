package papers

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/picture"
)

func bgr(t testing.TB, g *image.Gray) *picture.Picture {
	p, err := picture.FromGray(g)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

// cornerError is the worst distance of matching corners, whichever corner comes first.
func cornerError(a, b geom.Quad) float64 {
	best := math.Inf(1)
	for shift := range 4 {
		worst := 0.0
		for i := range a {
			worst = math.Max(worst, a[i].Dist(b[(i+shift)%4]))
		}
		best = math.Min(best, worst)
	}
	return best
}

func TestPaperIsFoundToOnePercentOfItsWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	right, worst := 0, 0.0
	for range 50 {
		page := printed.Letter(r, 800, 1130)
		shot := printed.Shot(r, page.Gray, 900, 1200, r.Float64()*30-15, r.Float64()*50-25, r.Float64()*50-25)
		q, ok := FindOne(bgr(t, shot.Image).Mat())
		width := shot.Corners[0].Dist(shot.Corners[1])
		e := math.Inf(1)
		if ok {
			e = cornerError(q, shot.Corners) / width
			worst = math.Max(worst, e)
		}
		if e <= 0.01 {
			right++
		}
	}
	t.Logf("%d of 50 within 1 %%, worst of those found %.4f", right, worst)
	assert.GreaterOrEqual(t, right, 49)
}

func TestAScanHasNoPaperInIt(t *testing.T) {
	page := printed.Letter(rand.New(rand.NewPCG(1, 2)), 800, 1130)
	page.Grid([]int{90, 300, 500, 700}, []int{400, 450, 500, 550, 600}, 2)
	page.Fill(image.Rect(90, 700, 700, 900), 120)
	_, ok := FindOne(bgr(t, page.Gray).Mat())
	assert.False(t, ok, "a framed table and a filled area are no sheet of paper")

	grey := printed.NewPage(800, 1130) // a scanner whose white is not quite white
	grey.Fill(grey.Rect, 243)
	grey.Fill(image.Rect(60, 60, 740, 560), 60)
	for y := 120; y < 540; y += 40 {
		grey.Toned(100, y, 26, "light print on a large dark area", 240)
	}
	grey.Text(100, 640, 26, "a line of print")
	_, ok = FindOne(bgr(t, grey.Gray).Mat())
	assert.False(t, ok, "what is darker than its white surroundings is no sheet of paper")
}

// A frame printed near the edge is a stronger step than the edge of white paper on pale ground.
func TestAPrintedFrameIsNoEdgeOfThePaper(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(150, 165, 180, 0), 900, 1200, gocv.MatTypeCV8UC3)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(200, 150, 1000, 750), color.RGBA{235, 235, 235, 0}, -1)
	gocv.Rectangle(&m, image.Rect(214, 164, 986, 736), color.RGBA{0, 0, 0, 0}, 5)
	for y := 200; y < 700; y += 30 {
		gocv.Rectangle(&m, image.Rect(240, y, 900, y+10), color.RGBA{30, 30, 30, 0}, -1)
	}
	q, ok := FindOne(m)
	require.True(t, ok)
	assert.Less(t, cornerError(q, geom.QuadOf(geom.Rect{X0: 200, Y0: 150, X1: 1000, Y1: 750})), 4.0)
}

func TestAPaperIsOfOneColour(t *testing.T) {
	cardboard, paper := color.RGBA{180, 140, 95, 0}, color.RGBA{230, 230, 225, 0}
	m := gocv.NewMatWithSize(400, 480, gocv.MatTypeCV8UC3)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(0, 0, 480, 400), cardboard, -1)
	gocv.Rectangle(&m, image.Rect(100, 80, 380, 320), paper, -1)
	gocv.Rectangle(&m, image.Rect(100, 290, 380, 320), color.RGBA{150, 20, 20, 0}, -1) // a bar along its lower edge
	gocv.Rectangle(&m, image.Rect(240, 120, 340, 180), color.RGBA{40, 60, 150, 0}, -1)
	j, err := newJudge(m)
	require.NoError(t, err)
	defer j.Close()
	for name, c := range map[string]struct {
		at   image.Rectangle
		want bool
	}{
		"the label, with what is printed on it":     {image.Rect(100, 80, 380, 320), true},
		"the cardboard around it":                   {image.Rect(10, 10, 470, 390), false},
		"the label and as much cardboard beside it": {image.Rect(100, 80, 479, 320), false},
		"the label and cardboard over and under it": {image.Rect(100, 20, 380, 390), false},
		"cardboard alone, where nothing is paler":   {image.Rect(5, 5, 95, 395), true},
	} {
		got := j.oneColour(geom.QuadOf(geom.Rect{X0: float64(c.at.Min.X), Y0: float64(c.at.Min.Y), X1: float64(c.at.Max.X), Y1: float64(c.at.Max.Y)}))
		assert.Equal(t, c.want, got, name)
	}
}

// A label larger than the picture: the box around its bar code is no sheet, though the paper around it lies in the shade.
func TestABoxAmidPaperIsNoSheet(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(160, 190, 200, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	gocv.Rectangle(&m, image.Rect(770, 0, 800, 600), color.RGBA{110, 30, 120, 0}, -1)
	for x := 40; x < 720; x += 40 { // bars too broad to be closed
		gocv.Rectangle(&m, image.Rect(x, 200, x+22, 380), color.RGBA{25, 25, 25, 0}, -1)
	}
	j, err := newJudge(m)
	require.NoError(t, err)
	defer j.Close()
	at := func(x0, y0, x1, y1 float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}) }
	assert.True(t, j.amidPaper(at(40, 200, 738, 380)), "a bar code")
	assert.False(t, j.amidPaper(at(0, 0, 770, 600)), "the label")

	gocv.Rectangle(&m, image.Rect(0, 0, 800, 600), color.RGBA{150, 142, 120, 0}, -1)
	gocv.Rectangle(&m, image.Rect(100, 150, 700, 450), color.RGBA{200, 190, 160, 0}, -1)
	for x := 110; x < 680; x += 40 {
		gocv.Rectangle(&m, image.Rect(x, 160, x+22, 440), color.RGBA{25, 24, 20, 0}, -1)
	}
	pale, err := newJudge(m)
	require.NoError(t, err)
	defer pale.Close()
	assert.False(t, pale.amidPaper(at(100, 150, 700, 450)), "a label on darker ground of its colour")

	gocv.Rectangle(&m, image.Rect(0, 0, 800, 600), color.RGBA{210, 200, 170, 0}, -1)
	gocv.Rectangle(&m, image.Rect(100, 150, 700, 450), color.RGBA{190, 180, 152, 0}, -1)
	grey, err := newJudge(m)
	require.NoError(t, err)
	defer grey.Close()
	assert.False(t, grey.amidPaper(at(100, 150, 700, 450)), "a label on a parcel of its colour")
}
