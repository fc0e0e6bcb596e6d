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
		darker(b.Pix[y*w:(y+1)*w], g.Pix[y*g.Stride:y*g.Stride+w], level)
	}
	return b
}

// Above marks as ink every pixel lighter than level: of a strength of ink, or of light print. Rows are w wide.
func Above(pixels []byte, w int, level byte) *Bitmap {
	b := NewBitmap(w, len(pixels)/max(1, w))
	for i, v := range pixels[:len(b.Pix)] {
		if v > level {
			b.Pix[i] = 1
		}
	}
	return b
}

// darker writes 1 for each byte of in below level, eight at a time: the borrow of a subtraction byte by byte (Warren,
// Hacker's Delight, 2012, 2-18).
func darker(out, in []byte, level byte) {
	const tops, ones = 0x8080808080808080, 0x0101010101010101
	n := ones * uint64(level)
	for ; len(in) >= 8 && len(out) >= 8; in, out = in[8:], out[8:] {
		v := binary.NativeEndian.Uint64(in)
		d := ((v | tops) - (n &^ tops)) ^ ((v ^ ^n) & tops)
		borrow := (^v & n) | (^(v ^ n) & d)
		binary.NativeEndian.PutUint64(out, borrow&tops>>7)
	}
	for i, v := range in {
		if v < level {
			out[i] = 1
		}
	}
}

// InkLevel returns the grey level that parts ink from paper on a flattened page: Otsu's (A Threshold Selection Method from
// Gray-Level Histograms, 1979), kept high enough for grey print and low enough for the noise of paper.
func InkLevel(g *image.Gray) byte {
	hist := everySecondRow(g)
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

// everySecondRow counts the grey levels. Neighbours are mostly alike: counted in one place, each would wait for the other.
func everySecondRow(g *image.Gray) (hist [256]int) {
	var odd [256]int
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := 0; y < h; y += 2 {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		for ; len(row) >= 2; row = row[2:] {
			hist[row[0]]++
			odd[row[1]]++
		}
		for _, v := range row {
			hist[v]++
		}
	}
	for v, n := range odd {
		hist[v] += n
	}
	return hist
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
