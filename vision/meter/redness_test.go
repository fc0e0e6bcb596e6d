package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A one in red ink covers a tenth of its wheel, an eight four times as much: both are as red.
func TestRednessIsThatOfTheInk(t *testing.T) {
	one, eight, black := inked(3, 40), inked(12, 40), inked(12, 0)
	assert.InDelta(t, redness(one), redness(eight), 1)
	assert.Greater(t, redness(one), redness(black)+30)
}

// Single red pixels of a camera's noise are no ink.
func TestSingleRedPixelsAreNoInk(t *testing.T) {
	speckled := inked(0, 0)
	for i := 0; i < tileWidth*tileHeight; i += 397 {
		speckled[3*i+2] = 255
	}
	assert.InDelta(t, redness(inked(0, 0)), redness(speckled), 5)
}

// inked is a tile of grey with a bar in its middle, so many pixels wide, so much redder than green and blue.
func inked(width, red int) []byte {
	bgr := make([]byte, tileSize)
	for i := range bgr {
		bgr[i] = 180
	}
	for y := 8; y < tileHeight-8; y++ {
		for x := tileWidth/2 - width/2; x < tileWidth/2-width/2+width; x++ {
			at := 3 * (y*tileWidth + x)
			bgr[at], bgr[at+1], bgr[at+2] = 60, 60, byte(60+red)
		}
	}
	return bgr
}
