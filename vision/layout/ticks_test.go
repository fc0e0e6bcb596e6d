package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frame draws a square's border, thick pixels wide.
func frame(b *Bitmap, x, y, side, thick int) {
	for i := range side {
		for k := range thick {
			b.Pix[(y+k)*b.W+x+i] = 1
			b.Pix[(y+side-1-k)*b.W+x+i] = 1
			b.Pix[(y+i)*b.W+x+k] = 1
			b.Pix[(y+i)*b.W+x+side-1-k] = 1
		}
	}
}

// cross draws a diagonal cross into a square.
func cross(b *Bitmap, x, y, side int) {
	for i := range side {
		for k := range 3 {
			b.Pix[(y+i)*b.W+x+min(side-1, i+k)] = 1
			b.Pix[(y+side-1-i)*b.W+x+min(side-1, i+k)] = 1
		}
	}
}

func TestFindTickBoxes(t *testing.T) {
	const th = 16
	for _, c := range []struct {
		name        string
		side, thick int
		ticked      bool
	}{
		{"thin and empty", 22, 1, false},
		{"thin and ticked", 22, 1, true},
		{"thick and empty", 26, 4, false},
		{"thick and ticked", 30, 3, true},
		{"small", 17, 2, false},
		{"large", 44, 2, true},
	} {
		b := NewBitmap(120, 90)
		frame(b, 30, 20, c.side, c.thick)
		if c.ticked {
			cross(b, 30, 20, c.side)
		}
		got := FindTickBoxes(b, th)
		require.Len(t, got, 1, c.name)
		assert.InDelta(t, 30, got[0].X0, 2, c.name)
		assert.InDelta(t, 20+c.side, got[0].Y1, 2, c.name)
		assert.Equal(t, c.ticked, got[0].Ink > 0.08, "%s: %.2f", c.name, got[0].Ink)
	}
}

// TestNoTickBoxes: a side missing, a rectangle, a frame too large, a box of text height that is solid.
func TestNoTickBoxes(t *testing.T) {
	open := NewBitmap(120, 90)
	frame(open, 30, 20, 22, 2)
	for y := 22; y < 40; y++ {
		open.Pix[y*open.W+50], open.Pix[y*open.W+51] = 0, 0
	}
	assert.Empty(t, FindTickBoxes(open, 16))
	large := NewBitmap(120, 90)
	frame(large, 10, 10, 70, 2)
	assert.Empty(t, FindTickBoxes(large, 16))
	assert.Empty(t, FindTickBoxes(NewBitmap(50, 50), 16))
}

// TestTickBoxesRow: boxes side by side are all found, also where a tick runs out of its box.
func TestTickBoxesRow(t *testing.T) {
	b := NewBitmap(300, 90)
	for i := range 4 {
		frame(b, 20+i*60, 30, 24, 2)
	}
	for i := range 34 {
		for k := range 3 {
			b.Pix[(52-i)*b.W+86+i+k] = 1
		}
	}
	got := FindTickBoxes(b, 16)
	require.Len(t, got, 4)
	for i, g := range got {
		assert.Equal(t, i == 1, g.Ink > 0.05, "box %d: %.2f", i, g.Ink)
	}
}

// TestTickBoxesComb: boxes for the figures of a number share their sides; each is found, with or without a figure in it.
func TestTickBoxesComb(t *testing.T) {
	b := NewBitmap(300, 90)
	const side = 26
	for i := range 5 {
		frame(b, 20+i*(side-2), 30, side, 2)
	}
	for y := 36; y < 50; y++ { // a figure 1 in the third
		b.Pix[y*b.W+20+2*(side-2)+12], b.Pix[y*b.W+20+2*(side-2)+13] = 1, 1
	}
	got := FindTickBoxes(b, 16)
	require.Len(t, got, 5)
	for i, g := range got {
		assert.InDelta(t, 20+i*(side-2), g.X0, 3)
		assert.Equal(t, i == 2, g.Ink > 0.05, "box %d: %.2f", i, g.Ink)
	}
}
