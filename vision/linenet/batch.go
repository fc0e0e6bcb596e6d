package linenet

import (
	"cmp"
	"slices"
)

// Batches are of lines padded to one width. Their size bounds the net's memory and hardly changes its time a column, so
// that padding costs more than a further batch; the step keeps the number of different shapes small, because OpenCV plans
// its layers anew for each.
const (
	widthStep    = 16
	batchColumns = 2560
	batchLines   = 32
	// narrowest is the least width: up to 64, OpenCV's depthwise convolutions multiply what lies behind their input by zero (at 56 to 64
	// on 4.6, from 16 on on 4.10). Where that is NaN, as it may be in used memory, the line reads otherwise than before: "25" at one time
	// and nothing at another, "8" and "€8". Found by filling memory with 0xff and comparing all widths up to 1424.
	narrowest = 80
)

// padded is the width that the net is given for a line of this width.
func padded(width int) int {
	return max(narrowest, (width+widthStep-1)/widthStep*widthStep)
}

// batch is a set of lines (indices) that are read in one pass, and the width that they are padded to.
type batch struct {
	lines []int
	width int
}

// batches groups the lines that are not nil by width.
func batches(lines []*framed) []batch {
	var order []int
	for i, l := range lines {
		if l != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[a].width, lines[b].width) })
	var out []batch
	for _, i := range order {
		w := padded(lines[i].width)
		last := len(out) - 1
		if last >= 0 && len(out[last].lines) < batchLines && (len(out[last].lines)+1)*w <= batchColumns && fits(w, lines[out[last].lines[0]].width) {
			out[last].lines, out[last].width = append(out[last].lines, i), w
			continue
		}
		out = append(out, batch{[]int{i}, w})
	}
	return out
}

// fits keeps the padding of a batch's narrower lines under a sixteenth and a step.
func fits(w, narrower int) bool { return w <= max(padded(narrower), narrower+narrower/16+widthStep) }

// input lays the lines out as the net's tensor, 0 paper to 1 ink.
func (b batch) input(lines []*framed) []float32 {
	out := make([]float32, len(b.lines)*netHeight*b.width)
	for k, i := range b.lines {
		f := lines[i]
		for y := range netHeight {
			row := out[(k*netHeight+y)*b.width:]
			for x, v := range f.pixels[y*f.width : (y+1)*f.width] {
				row[x] = float32(v) / 255
			}
		}
	}
	return out
}
