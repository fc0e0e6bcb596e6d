package cleanline

// Rules are long and thin: a run of ink at least this many crop heights (or half the crop) long, and at most this share of
// the crop's height thick. Print has neither.
const (
	ruleLength    = 2.5
	ruleThickness = 0.14
)

// eraseRules takes horizontal rules away but leaves the strokes that cross them.
func (s *strength) eraseRules() {
	least := int(min(ruleLength*float64(s.h), 0.5*float64(s.w)))
	if least < s.h {
		return // a crop this narrow cannot tell a rule from a dash
	}
	thick := max(2, int(ruleThickness*float64(s.h)))
	onRule := s.longRuns(least, thick)
	for x := range s.w {
		for y := 0; y < s.h; {
			if !onRule[y*s.w+x] {
				y++
				continue
			}
			end := y
			for end < s.h && onRule[end*s.w+x] {
				end++
			}
			if end-y <= thick && !(s.ink(x, y-2) && s.ink(x, end+1)) {
				s.eraseColumn(x, y, end)
			}
			y = end
		}
	}
}

// eraseColumn blanks a rule's pixels in one column with its soft edge. A stroke that stands on the rule keeps its foot.
func (s *strength) eraseColumn(x, y0, y1 int) {
	from, to := y0, y1
	if !s.ink(x, y0-2) {
		from--
	}
	if !s.ink(x, y1+1) {
		to++
	}
	s.blank(x, from, x+1, to)
}

// longRuns marks the ink in horizontal runs of at least least pixels that are thin for most of their length; a gap of one or
// two, as scanning leaves, does not end a run. Small blurred print joins to long runs too, but to thick ones.
func (s *strength) longRuns(least, thick int) []bool {
	marked := make([]bool, len(s.pix))
	for y := range s.h {
		start, last := -1, -1
		flush := func() {
			if start >= 0 && last-start+1 >= least && s.thin(start, last, y, thick) {
				for x := start; x <= last; x++ {
					marked[y*s.w+x] = s.ink(x, y)
				}
			}
			start = -1
		}
		for x := range s.w {
			switch {
			case !s.ink(x, y):
				if x-last > 2 {
					flush()
				}
			case start < 0:
				start, last = x, x
			default:
				last = x
			}
		}
		flush()
	}
	return marked
}

// thin reports whether the ink at a run is at most thick high in two of three columns.
func (s *strength) thin(x0, x1, y, thick int) bool {
	n := 0
	for x := x0; x <= x1; x++ {
		top, bottom := y, y
		for s.ink(x, top-1) && y-top <= thick {
			top--
		}
		for s.ink(x, bottom+1) && bottom-y <= thick {
			bottom++
		}
		if bottom-top+1 <= thick {
			n++
		}
	}
	return 3*n >= 2*(x1-x0+1)
}

// eraseBorders takes upright cell borders away: ink that runs from the crop's top to its bottom near one of its ends.
func (s *strength) eraseBorders() {
	near := max(3, int(0.35*float64(s.h)))
	full := int(0.92 * float64(s.h))
	column := func(x int) bool {
		n := 0
		for y := range s.h {
			if s.ink(x, y) || s.ink(x-1, y) || s.ink(x+1, y) {
				n++
			}
		}
		return n >= full && (s.ink(x, 0) || s.ink(x-1, 0) || s.ink(x+1, 0)) && (s.ink(x, s.h-1) || s.ink(x-1, s.h-1) || s.ink(x+1, s.h-1))
	}
	for x := 0; x < min(near, s.w); x++ {
		if column(x) {
			s.blank(0, 0, x+2, s.h)
		}
	}
	for x := s.w - 1; x >= max(0, s.w-near); x-- {
		if column(x) {
			s.blank(x-1, 0, s.w, s.h)
		}
	}
}
