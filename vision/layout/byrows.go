package layout

import (
	"slices"

	"lensd/vision/geom"
)

// Lines told apart by how much ink their rows have.
const (
	valleyDeep = 0.4  // of the lower of the peaks beside it, at most
	peaksAlike = 0.45 // lower by higher
	bandFrom   = 0.5  // of its peak is what the rows of a line's letters have
	bandsAlike = 1.8  // higher by lower
	bandLeast  = 0.3  // of the page's letters
	besideRows = 3.0  // letter heights to either side in which rows are looked at
	valleyNear = 0.25 // letter heights from there the cut may lie
)

// borderRows returns the rows of a patch that is two lines high or more at which it is to be cut, told by the ink beside it: nil where
// it is no more than one line.
func borderRows(b *Bitmap, c Component, th int) []int {
	reach := int(besideRows * float64(th))
	box := Box{max(0, c.X0-reach), max(0, c.Y0-th), min(b.W, c.X1+reach), min(b.H, c.Y1+th)} // lines that c cuts would look low
	in := b.part(box)
	rows := valleys(in.rows(), 0, in.H, th)
	if len(rows) == 0 {
		return nil
	}
	own := patch(b, c)
	near, room := max(1, int(valleyNear*float64(th))), int(bandLeast*float64(th))
	var at []int
	for _, y := range rows {
		if y += box.Y0; y >= c.Y0+room && y < c.Y1-room {
			at = append(at, c.Y0+thinnest(own, y-c.Y0-near, y-c.Y0+near+1))
		}
	}
	return at
}

// part returns a copy of a part of a bitmap.
func (b *Bitmap) part(box Box) *Bitmap {
	out := NewBitmap(box.W(), box.H())
	for y := range out.H {
		copy(out.Pix[y*out.W:(y+1)*out.W], b.Pix[(box.Y0+y)*b.W+box.X0:(box.Y0+y)*b.W+box.X1])
	}
	return out
}

// rows counts the ink of each row, the mean of it and its neighbours, three times.
func (b *Bitmap) rows() []int {
	ns := make([]int, b.H+2)
	for y := range b.H {
		ns[y+1] = inkOf(b.Pix[y*b.W : (y+1)*b.W])
	}
	out := make([]int, b.H)
	for y := range out {
		out[y] = ns[y] + ns[y+1] + ns[y+2]
	}
	return out
}

func inkOf(row []byte) (n int) {
	for _, v := range row {
		n += int(v)
	}
	return n
}

// stroke is the usual length of a stretch of ink in a row, 0 without ink.
func (b *Bitmap) stroke() int {
	rs, _ := b.runs(1)
	ls := make([]int, len(rs))
	for i, r := range rs {
		ls[i] = r.x1 - r.x0
	}
	return geom.Median(ls)
}

// valleys returns the rows between lines, given the ink of each.
func valleys(rows []int, from, to, th int) []int {
	least := max(3, th/2)
	best, deepest := -1, valleyDeep
	for y := from + least; y < to-least; y++ {
		up, low := slices.Max(rows[from:y]), slices.Max(rows[y:to])
		if float64(min(up, low)) < peaksAlike*float64(max(up, low)) {
			continue
		}
		deep := float64(rows[y]) / float64(max(1, min(up, low)))
		if deep < deepest && linesApart(rows[from:y], rows[y:to], th) {
			best, deepest = y, deep
		}
	}
	if best < 0 {
		return nil
	}
	return slices.Concat(valleys(rows, from, best, th), []int{best}, valleys(rows, best, to, th))
}

// linesApart reports that rows over and under a valley are lines' letters: marks over letters are lower than these.
func linesApart(up, low []int, th int) bool {
	a, b := bandOf(up), bandOf(low)
	return float64(min(a, b)) >= bandLeast*float64(th) && float64(max(a, b)) <= bandsAlike*float64(min(a, b))
}

// bandOf counts the rows about the one with the most ink that have half of it.
func bandOf(rows []int) int {
	most := slices.Max(rows)
	at := slices.Index(rows, most)
	from, to := at, at+1
	for from > 0 && float64(rows[from-1]) >= bandFrom*float64(most) {
		from--
	}
	for to < len(rows) && float64(rows[to]) >= bandFrom*float64(most) {
		to++
	}
	return to - from
}
