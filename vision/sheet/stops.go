package sheet

import (
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Full stops and commas, in the height of their line's letters.
const (
	stopLeast = 0.07 // less is dust
	stopHigh  = 0.3
	commaHigh = 0.55
	stopWide  = 0.35
	stopBase  = 0.14 // how far a full stop's lower edge is from the base line at most
	commaBase = 0.4  // how far a comma reaches below it
	stopThin  = 0.4  // least ratio of a full stop's sides
)

// letterLeast is how high, in the height of its line's letters, what stands on the base line is at least.
const letterLeast = 0.6

// stopsOn counts the full stops and commas of a level line: small pieces on the base line that stand by themselves.
func (s *Sheet) stopsOn(l extract.Line) (n int) {
	if l.Turn != 0 || !level(l.Quad) {
		return 0
	}
	pieces := s.partsIn(boxOf(l.Quad.Bounds()), 0)
	var letters []layout.Box
	for _, p := range pieces {
		if float64(p.H()) >= letterLeast*l.Height {
			letters = append(letters, p.Box)
		}
	}
	for i, p := range pieces {
		g, h, w := l.Height, float64(p.H()), float64(p.W())
		base, ok := baseAt(letters, p.Box)
		below := float64(p.Y1) - base
		stop := h <= stopHigh*g && min(h, w) >= max(stopLeast*g, stopThin*max(h, w)) && math.Abs(below) <= stopBase*g
		comma := h <= commaHigh*g && h > w && below > stopBase*g && below <= commaBase*g && below < h
		if ok && w <= stopWide*g && (stop || comma) && alone(pieces, i) {
			n++
		}
	}
	return n
}

// nearLetters is how many of the letters about a piece tell where the base line lies there.
const nearLetters = 5

// baseAt is where the letters nearest to a piece stand; false where there is none.
func baseAt(letters []layout.Box, b layout.Box) (float64, bool) {
	if len(letters) == 0 {
		return 0, false
	}
	away := func(o layout.Box) int { return max(o.X0-b.X1, b.X0-o.X1) }
	near := slices.SortedFunc(slices.Values(letters), func(a, c layout.Box) int { return away(a) - away(c) })
	var feet []int
	for _, o := range near[:min(len(near), nearLetters)] {
		feet = append(feet, o.Y1)
	}
	return float64(geom.Median(feet)), true
}

// alone says that no other piece stands over one: the lower dot of a colon and what has come off a letter are no full stops, but
// the arm of a "V" may reach over half of one.
func alone(pieces []layout.Component, k int) bool {
	b := pieces[k]
	for i, o := range pieces {
		if i != k && 2*(min(b.X1, o.X1)-max(b.X0, o.X0)) > b.W() {
			return false
		}
	}
	return true
}

// stopped returns a reading with the full stops and commas that it lacks, where another reading has as many as stand on the line and says
// the same otherwise: of two capitals the one between them is often not read.
func stopped(t extract.Text, seen int) extract.Text {
	if countStops(t.Value) >= seen {
		return t
	}
	for _, a := range t.Alternatives {
		if countStops(a.Value) == seen && addsStops(t.Value, a.Value) {
			t.Chars = withStops(t.Chars, []rune(a.Value))
			t.Value = a.Value
			return t
		}
	}
	return t
}

func countStops(s string) int { return strings.Count(s, ".") + strings.Count(s, ",") }

func isStop(r rune) bool { return r == '.' || r == ',' }

// addsStops says that a text is another one with more full stops and commas.
func addsStops(less, more string) bool {
	rest := []rune(less)
	for _, r := range more {
		switch {
		case len(rest) > 0 && rest[0] == r:
			rest = rest[1:]
		case !isStop(r):
			return false
		}
	}
	return len(rest) == 0
}

// withStops returns the characters of a reading with those that another one has more, which take no room.
func withStops(chars []extract.Char, text []rune) []extract.Char {
	if len(chars) == 0 {
		return chars
	}
	out := make([]extract.Char, 0, len(text))
	for _, r := range text {
		if len(chars) > 0 && chars[0].Rune == r {
			out, chars = append(out, chars[0]), chars[1:]
			continue
		}
		at := extract.Char{Rune: r}
		if len(out) > 0 {
			at = out[len(out)-1]
			at.Rune, at.X0 = r, at.X1
		}
		out = append(out, at)
	}
	return out
}
