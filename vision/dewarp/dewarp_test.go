package dewarp

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

const wide, high = 900, 1200

func lettersOf(g *image.Gray) []layout.Component { return layout.Patches(layout.Threshold(g, 128)) }

func letter() *printed.Page { return printed.Letter(rand.New(rand.NewPCG(3, 9)), wide, high) }

// bends are how pages lie: by how much each place rises, seen from the bent page.
func bends() map[string]func(x, y float64) float64 {
	return map[string]func(x, y float64) float64{
		"around a bottle":        func(x, _ float64) float64 { return -50 * math.Pow(x/wide*2-1, 2) },
		"seen from below":        func(x, y float64) float64 { return 60 * math.Pow(x/wide*2-1, 2) * (y/high - 0.3) },
		"in a binder":            func(x, _ float64) float64 { return 70 * math.Exp(-x/220) },
		"folded down its middle": func(x, _ float64) float64 { return 0.05 * math.Abs(x-wide/2) },
		"askew":                  func(x, _ float64) float64 { return 0.03 * x },
	}
}

func TestLinesOfABentPageAreMadeStraight(t *testing.T) {
	for name, rise := range bends() {
		b := Find(lettersOf(printed.Bent(letter().Gray, rise)), wide, high)
		require.True(t, b != nil, name)
		assert.Equal(t, wide, b.W, name)
		assert.GreaterOrEqual(t, b.H, high, name)
		for y := 200.0; y < 1000; y += 100 {
			low, high := math.Inf(1), math.Inf(-1)
			for x := 110.0; x < 700; x += 40 {
				at := y // where the line through y of the flat page is on the bent one
				for range 30 {
					at = y - rise(x, at)
				}
				straight := b.forth(x, at)
				low, high = min(low, straight), max(high, straight)
				assert.InDelta(t, at, b.Back(geom.Point{X: x, Y: straight}).Y, 0.5, name)
			}
			assert.Less(t, high-low, 9.0, "%s: line at %v", name, y)
		}
	}
}

// What hangs out of the page, seen from its middle, has room on the straight one.
func TestNothingOfABentPageIsCutOff(t *testing.T) {
	b := Find(lettersOf(printed.Bent(letter().Gray, bends()["around a bottle"])), wide, high)
	require.True(t, b != nil)
	for _, c := range []geom.Point{{X: 20, Y: 30}, {X: wide - 20, Y: 30}, {X: 20, Y: high - 5}, {X: wide / 2, Y: high - 5}} {
		y := b.forth(c.X, c.Y)
		assert.InDelta(t, c.Y, b.Back(geom.Point{X: c.X, Y: y}).Y, 0.5)
	}
}

// Print in a corner says little of the rest of the page, which stays about level.
func TestWhereNothingIsPrintedThePageIsLevel(t *testing.T) {
	p := printed.NewPage(wide, high)
	for y := 120; y < 400; y += 40 {
		p.Text(60, y, 22, "a few lines of print in one corner")
	}
	b := Find(lettersOf(printed.Bent(p.Gray, func(x, _ float64) float64 { return -60 * math.Pow(x/500, 2) })), wide, high)
	require.True(t, b != nil)
	for _, x := range []float64{0, 300, 600, wide} {
		for _, y := range []float64{600, high} {
			assert.InDelta(t, y, b.forth(x, y)-b.forth(wide/2, y)+y, 70, "%v, %v", x, y)
		}
	}
}

func TestPagesThatAreLeftAsTheyAre(t *testing.T) {
	for name, draw := range map[string]func() *image.Gray{
		"flat": func() *image.Gray { return letter().Gray },
		"flat, in several sizes": func() *image.Gray {
			p := printed.NewPage(wide, high)
			for i, size := range []float64{60, 22, 40, 18, 30, 50, 24} {
				p.Text(60, 120+140*i, size, "Amount due GOODS")
				p.Text(520, 112+140*i, size/2, "before the journey")
			}
			return p.Gray
		},
		"three bent lines": func() *image.Gray {
			p := printed.NewPage(wide, high)
			for y := 300; y < 600; y += 100 {
				p.Text(60, y, 30, "as few lines as these tell nothing")
			}
			return printed.Bent(p.Gray, bends()["around a bottle"])
		},
		"a few bent lines of many": func() *image.Gray {
			return printed.Bent(letter().Gray, func(x, y float64) float64 { return 40 * max(0, 1-y/250) * math.Pow(x/wide*2-1, 2) })
		},
		"lines that run each their own way": func() *image.Gray {
			p := printed.NewPage(wide, high)
			for y := 150; y < 1100; y += 60 {
				p.Text(60, y, 28, "stickers one over the other")
			}
			return printed.Bent(p.Gray, func(x, y float64) float64 {
				return map[bool]float64{true: 0.06, false: -0.06}[int(y+20)/60%2 == 0] * (x - 250)
			})
		},
		"nothing": func() *image.Gray { return printed.NewPage(wide, high).Gray },
	} {
		assert.True(t, Find(lettersOf(draw()), wide, high) == nil, name)
	}
}
