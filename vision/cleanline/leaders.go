package cleanline

import (
	"cmp"
	"slices"

	"lensd/vision/layout"
)

// A leader is a row of dots: at least leaderDots of them, of like size, on one level, at a steady pitch of a few dots'
// widths. Full stops, ellipses and the tone marks of a long Thai line are fewer, wider apart or less regular.
const (
	leaderDots  = 6
	leaderPitch = 6.0 // dots' widths
)

// blob is a connected set of ink.
type blob struct{ x0, y0, x1, y1, area int }

func (b blob) middle() (x, y float64) { return float64(b.x0+b.x1) / 2, float64(b.y0+b.y1) / 2 }

// eraseLeaders blanks the dots of leaders.
func (s *strength) eraseLeaders() {
	limit := max(2, int(0.14*float64(s.h)))
	var dots []blob
	for _, b := range s.blobs() {
		if b.x1-b.x0 <= limit && b.y1-b.y0 <= limit {
			dots = append(dots, b)
		}
	}
	slices.SortFunc(dots, func(a, b blob) int { return cmp.Compare(a.x0, b.x0) })
	for len(dots) >= leaderDots {
		row, rest := level(dots)
		if steady(row) && s.low(row) {
			for _, b := range row {
				s.blank(b.x0-1, b.y0-1, b.x1+1, b.y1+1)
			}
		}
		dots = rest
	}
}

// low reports whether the dots lie below the ink's centre of gravity, as a leader does and a row of tone marks does not.
func (s *strength) low(row []blob) bool {
	sum, weight, level := 0, 0, 0.0
	for i, v := range s.pix {
		if v > inkLevel {
			sum, weight = sum+i/s.w, weight+1
		}
	}
	for _, b := range row {
		_, y := b.middle()
		level += y / float64(len(row))
	}
	return level*float64(weight) >= float64(sum)-2*float64(weight)
}

// level picks the dots on the level of the first one, following a slope, and returns the others apart.
func level(dots []blob) (row, rest []blob) {
	row = dots[:1:1]
	for _, b := range dots[1:] {
		_, y := b.middle()
		_, last := row[len(row)-1].middle()
		if d := y - last; d > -2 && d < 2 {
			row = append(row, b)
		} else {
			rest = append(rest, b)
		}
	}
	return row, rest
}

// steady reports whether most gaps between the dots are near one pitch: print over a leader hides some of its dots, and
// full stops of the print may stand among them.
func steady(row []blob) bool {
	if len(row) < leaderDots {
		return false
	}
	gaps, sizes := make([]float64, 0, len(row)-1), make([]float64, 0, len(row))
	for i, b := range row {
		sizes = append(sizes, float64(max(b.x1-b.x0, b.y1-b.y0)))
		if i > 0 {
			before, _ := row[i-1].middle()
			here, _ := b.middle()
			gaps = append(gaps, here-before)
		}
	}
	pitch, size := lowerThird(gaps), lowerThird(sizes)
	alike := func(values []float64, to, slack float64) (n int) {
		for _, v := range values {
			if d := v - to; d <= slack && -d <= slack {
				n++
			}
		}
		return n
	}
	return pitch >= 2 && pitch <= leaderPitch*size &&
		5*alike(gaps, pitch, max(1, 0.2*pitch)) >= 3*len(gaps) && 5*alike(sizes, size, max(1, 0.3*size)) >= 4*len(sizes)
}

func lowerThird(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/3]
}

// blobs lists the connected sets of ink.
func (s *strength) blobs() []blob {
	var out []blob
	for _, p := range layout.Components(layout.Above(s.pix, s.w, inkLevel)) {
		out = append(out, blob{p.X0, p.Y0, p.X1, p.Y1, p.Area})
	}
	return out
}
