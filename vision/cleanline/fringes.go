package cleanline

import "lensd/vision/ink"

// eraseFringes blanks what the crop's upper and lower edge cut off neighbouring lines: rows with ink that touch an edge,
// lie apart from the line itself and are not as heavy as it.
func (s *strength) eraseFringes() {
	runs := s.rowRuns()
	if len(runs) < 2 {
		return
	}
	main := 0
	for i, r := range runs {
		if r.Weight > runs[main].Weight {
			main = i
		}
	}
	fringe := func(r ink.Run) bool {
		return r.End-r.Start < (runs[main].End-runs[main].Start)/2 && r.Weight*2 < runs[main].Weight
	}
	if r := runs[0]; main != 0 && r.Start == 0 && fringe(r) {
		s.blank(0, 0, s.w, r.End+1)
	}
	if r := runs[len(runs)-1]; main != len(runs)-1 && r.End == s.h && fringe(r) {
		s.blank(0, r.Start-1, s.w, s.h)
	}
}

func (s *strength) rowRuns() []ink.Run {
	counts := make([]int, s.h)
	for y := range counts {
		for x := range s.w {
			if s.ink(x, y) {
				counts[y]++
			}
		}
	}
	return ink.Runs(counts, 1)
}
