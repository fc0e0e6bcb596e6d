package meter

import (
	"math"
	"slices"
)

// regular makes a counter of the cells: its places stand at one pitch, but for a wider step at the point. A hole of one
// place is filled, for a wheel that glare hides is still there; what hangs on at an end out of step is dropped, for it is
// a unit or an emblem.
func regular(cells []place) []place {
	if len(cells) < 4 {
		return cells
	}
	// The lower median: a hole and the point's gap only ever lengthen steps.
	pitch := steps(cells)[(len(cells)-2)/2]
	high := median(cells, func(c place) float64 { return c.h })
	for len(cells) > 3 {
		n := len(cells)
		switch {
		case stray(cells[0], cells[1], pitch, high):
			cells = cells[1:]
		case stray(cells[n-1], cells[n-2], pitch, high):
			cells = cells[:n-1]
		default:
			return filled(cells, pitch)
		}
	}
	return cells
}

// steps returns the distances between neighbours, sorted.
func steps(cells []place) []float64 {
	var out []float64
	for i := 1; i < len(cells); i++ {
		out = append(out, cells[i].x-cells[i-1].x)
	}
	slices.Sort(out)
	return out
}

// stray tells whether the end cell does not belong to the row of its neighbour. Beyond a hole of one place only a sure
// wheel of the row's height belongs to it.
func stray(end, next place, pitch, high float64) bool {
	step := math.Abs(end.x-next.x) / pitch
	odd := math.Abs(math.Log(end.h/high)) > 0.3
	return step < 0.55 || step > widest || (odd || step > hole) && end.found < sureWheel
}

// In pitches: a step from hole to widest has lost one wheel.
const (
	hole      = 1.75
	widest    = 2.3
	sureWheel = 0.6 // probability
)

func filled(cells []place, pitch float64) []place {
	out := cells[:1:1]
	for _, c := range cells[1:] {
		last := out[len(out)-1]
		if gap := (c.x - last.x) / pitch; gap > hole && gap < widest {
			out = append(out, place{
				x: (last.x + c.x) / 2, y: (last.y + c.y) / 2, h: (last.h + c.h) / 2, w: (last.w + c.w) / 2,
				decimal: (last.decimal + c.decimal) / 2, found: heatAt,
			})
		}
		out = append(out, c)
	}
	return out
}

// beyond gives the places before the first cell and after the last: what the net saw faintly there, else an empty place
// one pitch on. A display or a worn wheel at an end is found so.
func (s straightened) beyond() (before, after place) {
	n := len(s.cells)
	first, last := s.cells[0], s.cells[n-1]
	all := steps(s.cells)
	pitch := all[(len(all)-1)/2]
	seek := func(end place, step float64) place {
		best := place{x: end.x + step, y: end.y, h: end.h, w: end.w, decimal: end.decimal}
		for _, c := range s.faint {
			if math.Abs(c.x-end.x-step) < nearPitch*pitch && c.found > best.found {
				best = c
			}
		}
		return best
	}
	return seek(first, -pitch), seek(last, pitch)
}

// nearPitch is how far from its place on the lattice a faint place still counts, in pitches.
const nearPitch = 0.3
