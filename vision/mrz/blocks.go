package mrz

import (
	"math"
	"sort"

	"lensd/vision/geom"
)

// block is a guess at a zone: its lines from the top down, in the reading direction.
type block struct {
	lines  []segment
	weight float64
}

// spacing of code lines in pitches: 6.35 mm over 2.54 mm on passports, 2.2 to 2.9 seen on cards and screens.
const (
	leastSpacing = 1.6
	mostSpacing  = 3.5
)

// blocks groups lines into zones, the most certain first. A line without a neighbour still makes a block: the reader
// then looks for its missing neighbour.
func blocks(lines []segment) []block {
	var out []block
	used := make([]bool, len(lines))
	for i := range lines {
		if used[i] {
			continue
		}
		used[i] = true
		b := block{[]segment{lines[i]}, lines[i].weight}
		for grown := true; grown && len(b.lines) < 4; {
			grown = false
			for j := range lines {
				if !used[j] && b.takes(lines[j]) {
					used[j], grown = true, true
				}
			}
		}
		out = append(out, b)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].score() > out[j].score() })
	return out
}

// score prefers much certain ink and more than one line.
func (b block) score() float64 {
	if len(b.lines) > 1 {
		return 2 * b.weight
	}
	return b.weight
}

// takes adds s above the first or below the last line if it fits there.
func (b *block) takes(s segment) bool {
	switch last := len(b.lines) - 1; {
	case follows(b.lines[last], s):
		b.lines = append(b.lines, s)
	case follows(s, b.lines[0]):
		b.lines = append([]segment{s}, b.lines...)
	default:
		return false
	}
	b.weight += s.weight
	return true
}

// follows reports whether b lies one line below a.
func follows(a, b segment) bool {
	d, e := a.dir(), b.dir()
	if d.X*e.X+d.Y*e.Y < 0.985 || math.Abs(math.Log(a.pitch/b.pitch)) > 0.35 {
		return false
	}
	down := geom.Point{X: -d.Y, Y: d.X}
	mid := geom.Point{X: (b.from.X + b.to.X) / 2, Y: (b.from.Y + b.to.Y) / 2}
	below := ((mid.X-a.from.X)*down.X + (mid.Y-a.from.Y)*down.Y) / a.pitch
	start := (b.from.X-a.from.X)*d.X + (b.from.Y-a.from.Y)*d.Y
	end := (b.to.X-a.from.X)*d.X + (b.to.Y-a.from.Y)*d.Y
	common := math.Min(end, a.length()) - math.Max(start, 0)
	return below > leastSpacing && below < mostSpacing && common > 0.3*math.Min(a.length(), b.length())
}
