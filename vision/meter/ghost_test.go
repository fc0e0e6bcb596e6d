package meter

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// glass draws frames of an 8's outline on a light ground, each as dark as told, and the row that a net would read of them.
func glass(t *testing.T, digits []int, inks ...uint8) (*pyramid, meter.Row) {
	t.Helper()
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(200, 200, 200, 0), 80, 30*len(inks)+20, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	var r meter.Row
	for i, ink := range inks {
		x := 10 + 30*i
		gocv.Rectangle(&m, image.Rect(x+4, 22, x+20, 58), color.RGBA{ink, ink, ink, 0}, 4)
		c := meter.Cell{Quad: geom.QuadOf(geom.Rect{X0: float64(x), Y0: 20, X1: float64(x + 24), Y1: 60}), Found: .9, Inside: 1}
		for b := range c.Ring {
			c.Ring[b] = unlikely
		}
		c.Ring[digits[i]*meter.Bins/10] = 0
		r.Cells = append(r.Cells, c)
	}
	p, err := newPyramid(m)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p, r
}

func TestPale8sBeforeTheFirstDigitAreUnlitPlaces(t *testing.T) {
	tests := []struct {
		name   string
		digits []int
		inks   []uint8
		left   int
	}{
		{"two ghosts", []int{8, 8, 3, 5, 9, 1}, []uint8{170, 170, 40, 40, 40, 40}, 4},
		{"lit 8s", []int{8, 8, 3, 5, 9, 1}, []uint8{40, 40, 40, 40, 40, 40}, 6},
		{"a pale digit that is no 8", []int{1, 8, 3, 5, 9, 1}, []uint8{170, 40, 40, 40, 40, 40}, 6},
		{"a pale 8 in the middle", []int{3, 8, 5, 9, 1}, []uint8{40, 170, 40, 40, 40}, 5},
		{"never less than a display's least", []int{8, 8, 8, 8}, []uint8{190, 170, 120, 40}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, r := glass(t, tt.digits, tt.inks...)
			got, err := (&Finder{}).lit8(p, r)
			require.NoError(t, err)
			assert.Len(t, got.Cells, tt.left)
		})
	}
}

func TestContrastIsOfThePlaceAlone(t *testing.T) {
	p, r := glass(t, []int{8, 8}, 40, 200)
	dark, err := contrast(p, r.Cells[0])
	require.NoError(t, err)
	none, err := contrast(p, r.Cells[1])
	require.NoError(t, err)
	assert.Greater(t, dark, 30.0)
	assert.Less(t, none, 10.0)
}
