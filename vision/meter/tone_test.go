package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

// halves is a view whose left half has one colour and whose right half another.
func halves(side int, left, right [3]byte) []byte {
	out := make([]byte, 3*side*side)
	for i := range side * side {
		c := left
		if i%side >= side/2 {
			c = right
		}
		copy(out[3*i:], c[:])
	}
	return out
}

func TestTellingTakesTheOneLitChannel(t *testing.T) {
	const side = 64
	dst := make([]byte, side*side)
	telling(dst, halves(side, [3]byte{20, 3, 3}, [3]byte{200, 5, 5}))
	assert.Equal(t, []byte{20, 200}, []byte{dst[0], dst[side-1]}, "blue light")
	telling(dst, halves(side, [3]byte{30, 60, 90}, [3]byte{90, 120, 150}))
	assert.Equal(t, []byte{60, 120}, []byte{dst[0], dst[side-1]}, "the mean where no channel stands out")
}

func TestEvenBringsUpADarkCorner(t *testing.T) {
	const side = 96
	bgr := halves(side, [3]byte{200, 200, 200}, [3]byte{4, 4, 4})
	for y := 20; y < 76; y += 2 { // fine stripes in the dark half, two levels deep
		for x := side * 3 / 4; x < side; x++ {
			copy(bgr[3*(y*side+x):], []byte{8, 8, 8})
		}
	}
	require.NoError(t, even(bgr, side))
	at := func(y int) int { return int(bgr[3*(y*side+side*7/8)]) }
	assert.Greater(t, at(40)-at(41), 5, "the stripes stand out more than the four levels they had")
	for i := 0; i < len(bgr); i += 3 {
		require.True(t, bgr[i] == bgr[i+1] && bgr[i] == bgr[i+2], "gray")
	}
}

func TestStagesKeepThePictureInView(t *testing.T) {
	for _, size := range [][2]int{{640, 480}, {480, 640}, {565, 135}} {
		st := stages(size[0], size[1])
		for _, v := range append(st[0], st[1]...) {
			q := v.to.Apply(geom.Point{X: float64(size[0]), Y: float64(size[1])})
			o := v.to.Apply(geom.Point{})
			assert.True(t, o.X >= -1 && o.Y >= -1 && q.X <= detectorSide+1 && q.Y <= detectorSide+1, "%v", size)
		}
		assert.Len(t, st[2], 2, "a find in the turned whole spares the parts")
		assert.Len(t, st[3], 5)
	}
	o := stages(565, 135)[0][0].to.Apply(geom.Point{})
	assert.Greater(t, o.X, 5.0, "a picture of the counter alone has ground around it")
}
