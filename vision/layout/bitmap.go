// Package layout finds what is printed where on an upright, evenly lit page: rules, glyphs, words, lines and blocks.
// It is pure Go on grey pixels and knows no language.
package layout

import (
	"bytes"
	"encoding/binary"
	"image"
)

// Bitmap is a page in two levels, one byte a pixel, 1 for ink.
type Bitmap struct {
	W, H int
	Pix  []byte
}

// NewBitmap returns a page without ink.
func NewBitmap(w, h int) *Bitmap { return &Bitmap{W: w, H: h, Pix: make([]byte, w*h)} }

// Threshold marks as ink every pixel darker than level.
func Threshold(g *image.Gray, level byte) *Bitmap {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	b := NewBitmap(w, h)
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		out := b.Pix[y*w : y*w+w]
		for x, v := range row {
			if v < level {
				out[x] = 1
			}
		}
	}
	return b
}

// InkLevel returns the grey level that parts ink from paper on a flattened page: Otsu's (A Threshold Selection Method from
// Gray-Level Histograms, 1979), kept high enough for grey print and low enough for the noise of paper.
func InkLevel(g *image.Gray) byte {
	var hist [256]int
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := 0; y < h; y += 2 {
		for _, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			hist[v]++
		}
	}
	total, sum := 0.0, 0.0
	for v, n := range hist {
		total += float64(n)
		sum += float64(v) * float64(n)
	}
	best, level := -1.0, 128
	n0, s0 := 0.0, 0.0
	for v := range 255 {
		n0 += float64(hist[v])
		s0 += float64(v) * float64(hist[v])
		n1 := total - n0
		if n0 == 0 || n1 == 0 {
			continue
		}
		d := s0/n0 - (sum-s0)/n1
		if between := n0 * n1 * d * d; between > best {
			best, level = between, v+1
		}
	}
	return byte(max(150, min(200, level)))
}

// At reports ink at (x, y); outside the page there is none.
func (b *Bitmap) At(x, y int) bool {
	return x >= 0 && y >= 0 && x < b.W && y < b.H && b.Pix[y*b.W+x] != 0
}

// run is a horizontal stretch of ink, x1 exclusive.
type run struct{ x0, x1, y int }

// runs returns the stretches of ink row by row, and for each row the index of its first stretch (H+1 entries).
func (b *Bitmap) runs(minLen int) ([]run, []int) {
	var out []run
	first := make([]int, b.H+1)
	for y := range b.H {
		first[y] = len(out)
		row := b.Pix[y*b.W : (y+1)*b.W]
		for x := 0; x < len(row); {
			n := bytes.IndexByte(row[x:], 1)
			if n < 0 {
				break
			}
			start := x + n
			x = len(row)
			if n = bytes.IndexByte(row[start:], 0); n >= 0 {
				x = start + n
			}
			if x-start >= minLen {
				out = append(out, run{start, x, y})
			}
		}
	}
	first[b.H] = len(out)
	return out, first
}

// transposed swaps x and y, in tiles that fit the cache.
func (b *Bitmap) transposed() *Bitmap {
	const tile = 32
	t := NewBitmap(b.H, b.W)
	for y0 := 0; y0 < b.H; y0 += tile {
		for x0 := 0; x0 < b.W; x0 += tile {
			for y := y0; y < min(y0+tile, b.H); y++ {
				for x := x0; x < min(x0+tile, b.W); x++ {
					t.Pix[x*b.H+y] = b.Pix[y*b.W+x]
				}
			}
		}
	}
	return t
}

// thickened returns b with each pixel's upper and lower neighbour added, so that a sloping hairline gives long runs.
func (b *Bitmap) thickened() *Bitmap {
	t := &Bitmap{W: b.W, H: b.H, Pix: append([]byte(nil), b.Pix...)}
	for y := range b.H {
		out := t.Pix[y*b.W : (y+1)*b.W]
		if y > 0 {
			or(out, b.Pix[(y-1)*b.W:y*b.W])
		}
		if y+1 < b.H {
			or(out, b.Pix[(y+1)*b.W:(y+2)*b.W])
		}
	}
	return t
}

// or adds src's ink to dst, eight pixels at a time.
func or(dst, src []byte) {
	for len(src) >= 8 && len(dst) >= 8 {
		binary.NativeEndian.PutUint64(dst, binary.NativeEndian.Uint64(dst)|binary.NativeEndian.Uint64(src))
		dst, src = dst[8:], src[8:]
	}
	for i, v := range src {
		dst[i] |= v
	}
}
