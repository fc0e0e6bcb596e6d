package ink

import (
	"encoding/binary"

	"lensd/vision/disjoint"
)

// Piece is a connected piece of ink: its box, ends excluded, and the pixels that it fills.
type Piece struct{ X0, Y0, X1, Y1, Area int }

// run is ink side by side in one row, its end excluded.
type run struct{ y, x0, x1 int }

// Pieces lists the connected pieces (eight neighbours) of pixels above a level, in the order of their first pixels; rows are w wide.
// It joins runs, not pixels: print fills a tenth of a page, and OpenCV's way, which writes a label for every pixel and sums up the paper
// too, takes twice as long.
func Pieces(pixels []byte, w int, level byte) []Piece {
	runs := make([]run, 0, len(pixels)/64)
	sets := make(disjoint.Sets, 0, cap(runs))
	above, row := 0, 0 // the first runs of the row above and of this one
	for y := 0; w > 0 && (y+1)*w <= len(pixels); y++ {
		above, row = row, len(runs)
		runs = rowRuns(runs, pixels[y*w:(y+1)*w], y, level)
		if row > above && runs[above].y != y-1 {
			above = row
		}
		for i, k := row, above; i < len(runs); i++ {
			sets = append(sets, i)
			for k < row && runs[k].x1 < runs[i].x0 {
				k++
			}
			for n := k; n < row && runs[n].x0 <= runs[i].x1; n++ {
				sets.Join(n, i)
			}
		}
	}
	return gathered(runs, sets)
}

// rowRuns adds a row's runs.
func rowRuns(runs []run, row []byte, y int, level byte) []run {
	for x := 0; x < len(row); {
		if x+8 <= len(row) && binary.NativeEndian.Uint64(row[x:]) == 0 { // paper, mostly
			x += 8
			continue
		}
		if row[x] <= level {
			x++
			continue
		}
		from := x
		for x < len(row) && row[x] > level {
			x++
		}
		runs = append(runs, run{y, from, x})
	}
	return runs
}

// gathered sums the runs of each set up.
func gathered(runs []run, sets disjoint.Sets) []Piece {
	var out []Piece
	at := make([]int, len(runs))
	for i, r := range runs {
		root := sets.Root(i)
		if root == i {
			at[i] = len(out)
			out = append(out, Piece{r.x0, r.y, r.x1, r.y + 1, 0})
		}
		p := &out[at[root]]
		p.X0, p.X1, p.Y1, p.Area = min(p.X0, r.x0), max(p.X1, r.x1), r.y+1, p.Area+r.x1-r.x0
	}
	return out
}
