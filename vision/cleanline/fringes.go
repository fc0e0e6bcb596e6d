package cleanline

import "lensd/vision/ink"

// ownMark is how close to the line, in its height, what touches the edge is the line's own: a vowel under a letter that runs into the
// next line's print, or that the edge cuts.
const ownMark = 0.15

// eraseFringes blanks what the crop's upper and lower edge cut off neighbouring lines: in rows with ink that touch an edge, lie apart
// from the line itself and are not as heavy as it, whatever lies nearer to the edge than to the line and does not hang close to that. The rest are the
// line's own vowels and tones, beside which the next line's tall letters stand.
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
	line := runs[main]
	fringe := func(r ink.Run) bool {
		return r.End-r.Start < (line.End-line.Start)/2 && r.Weight*2 < line.Weight
	}
	hangs := int(ownMark * float64(line.End-line.Start))
	if r := runs[0]; main != 0 && r.Start == 0 && fringe(r) {
		s.erasePieces(r, func(b blob) bool { return line.Start-b.y1 > hangs && b.y0 < line.Start-b.y1 })
	}
	if r := runs[len(runs)-1]; main != len(runs)-1 && r.End == s.h && fringe(r) {
		s.erasePieces(r, func(b blob) bool { return b.y0-line.End > hangs && s.h-b.y1 < b.y0-line.End })
	}
}

// erasePieces blanks those pieces of some rows that are alien with the grey seam around them, and the rows whole where all are.
func (s *strength) erasePieces(rows ink.Run, alien func(blob) bool) {
	own := false
	for _, b := range s.blobs() {
		switch {
		case b.y0 < rows.Start || b.y1 > rows.End:
		case alien(b):
			s.blank(b.x0-1, b.y0-1, b.x1+1, b.y1+1)
		default:
			own = true
		}
	}
	if !own {
		s.blank(0, rows.Start-1, s.w, rows.End+1)
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
