package sight

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

// striped draws a picture with stripes of a width between two levels.
func striped(w, h, width int, low, high uint8) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = low
		if i%w/width%2 == 1 {
			img.Pix[i] = high
		}
	}
	return img
}

func quad(x0, y0, x1, y1 float64) []geom.Quad {
	return []geom.Quad{geom.QuadOf(geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})}
}

func TestAdvice(t *testing.T) {
	soft := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range soft.Pix {
		soft.Pix[i] = uint8(60 + i%640/8)
	}
	for name, c := range map[string]struct {
		img   *image.Gray
		found []geom.Quad
		paper bool
		want  []Advice
	}{
		"good":             {striped(640, 480, 4, 40, 200), quad(100, 100, 300, 140), false, []Advice{}},
		"small":            {striped(640, 480, 4, 40, 200), quad(100, 100, 300, 110), false, []Advice{Closer}},
		"out of focus":     {soft, nil, false, []Advice{Blurred}},
		"dark":             {striped(640, 480, 4, 0, 60), nil, false, []Advice{Dark}},
		"a mirrored light": {striped(640, 480, 4, 40, 255), quad(100, 100, 300, 140), false, []Advice{Glare}},
		"white paper":      {striped(640, 480, 4, 40, 255), quad(100, 100, 300, 140), true, []Advice{}},
		"too bright":       {striped(640, 480, 4, 210, 249), nil, false, []Advice{Bright}},
		"a dot":            {image.NewGray(image.Rect(0, 0, 2, 2)), nil, false, []Advice{Dark, Blurred}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, Of(c.img, c.found).Advice(c.paper)) })
	}
}

func TestOnlyWhatWasFoundCounts(t *testing.T) {
	img := striped(640, 480, 4, 40, 200)
	for i := range img.Pix[:640*100] {
		img.Pix[i] = 255
	}
	s := Of(img, quad(100, 200, 300, 240))
	assert.Zero(t, s.Glare)
	assert.InDelta(t, 40, s.Height, 0.01)
	assert.Greater(t, Of(img, nil).Glare, 0.2)
}
