package linenet

import (
	"bytes"
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/ink"
	"lensd/vision/picture"
	"lensd/vision/recognize"
)

// failing is a crop whose ink fails from left to right, down to left of its strength.
func failing(crop *image.Gray, left float64) *image.Gray {
	out := image.NewGray(crop.Rect)
	w := float64(crop.Rect.Dx())
	for i, p := range crop.Pix {
		ink := 1 - (1-left)*float64(i%crop.Stride)/w
		out.Pix[i] = 255 - uint8(ink*float64(255-p))
	}
	return out
}

func TestInkThatFailsIsFramedWithTheRest(t *testing.T) {
	whole := page(400, 60, 255, 0, bars(20, 380, 20, 44)...)
	want, err := normalise(whole)
	require.NoError(t, err)
	for _, left := range []float64{0.6, 0.3, 0.2} {
		got, err := normalise(failing(whole, left))
		require.NoError(t, err)
		assert.InDelta(t, want.width, got.width, 3, "at %g", left)
		weakest := byte(255)
		for x := 12; x+12 < got.width; x += 1 {
			strongest := byte(0)
			for i := max(0, x-6); i < x+6; i++ {
				strongest = max(strongest, got.pixels[got.width*netHeight/2+i])
			}
			weakest = min(weakest, strongest)
		}
		assert.Greater(t, weakest, byte(150), "at %g", left)
	}
}

func TestOrdinaryPrintStaysAsItIs(t *testing.T) {
	crop := page(400, 60, 255, 0, bars(20, 200, 20, 44)...)
	for i, v := range page(400, 60, 255, 60, bars(200, 380, 20, 44)...).Pix { // three quarters as dark
		crop.Pix[i] = min(crop.Pix[i], v)
	}
	grey, err := picture.GrayMat(crop)
	require.NoError(t, err)
	defer grey.Close()
	want := ink.Strength(grey)
	defer want.Close()
	got := flatten(grey)
	defer got.Close()
	assert.True(t, bytes.Equal(want.ToBytes(), got.ToBytes()))
}

func TestReadsInkThatFails(t *testing.T) {
	lines, r := fixtures(t), open(t)
	var crops []*image.Gray
	for _, l := range lines {
		crops = append(crops, l.crop, failing(l.crop, 0.15))
	}
	texts, err := r.Read(context.Background(), recognize.Request{Crops: crops})
	require.NoError(t, err)
	for i, l := range lines {
		assert.Equal(t, texts[2*i].Value, texts[2*i+1].Value, l.File)
	}
}
