package cleanline

// run is a stretch of rows with ink.
type run struct{ start, end, weight int }

// eraseFringes blanks what the crop's upper and lower edge cut off neighbouring lines: rows with ink that touch an edge,
// lie apart from the line itself and are not as heavy as it.
func (s *strength) eraseFringes() {
	runs := s.rowRuns()
	if len(runs) < 2 {
		return
	}
	main := 0
	for i, r := range runs {
		if r.weight > runs[main].weight {
			main = i
		}
	}
	fringe := func(r run) bool {
		return r.end-r.start < (runs[main].end-runs[main].start)/2 && r.weight*2 < runs[main].weight
	}
	if r := runs[0]; main != 0 && r.start == 0 && fringe(r) {
		s.blank(0, 0, s.w, r.end+1)
	}
	if r := runs[len(runs)-1]; main != len(runs)-1 && r.end == s.h && fringe(r) {
		s.blank(0, r.start-1, s.w, s.h)
	}
}

func (s *strength) rowRuns() []run {
	var runs []run
	open := false
	for y := range s.h {
		n := 0
		for x := range s.w {
			if s.ink(x, y) {
				n++
			}
		}
		switch {
		case n == 0:
			open = false
		case open:
			last := &runs[len(runs)-1]
			last.end, last.weight = y+1, last.weight+n
		default:
			runs, open = append(runs, run{y, y + 1, n}), true
		}
	}
	return runs
}
