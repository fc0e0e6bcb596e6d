package labels

import (
	"math"
	"strings"

	"lensd/extract"
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

// stops counts the full stops and commas of a line: small pieces on the base line that stand by themselves.
func (c chain) stops() (n int) {
	for k, b := range c.blobs[c.core:] {
		g := c.glyph
		h, w := float64(b.h()), float64(b.w())
		below := c.below(b)
		stop := h <= stopHigh*g && min(h, w) >= max(stopLeast*g, stopThin*max(h, w)) && math.Abs(below) <= stopBase*g
		comma := h <= commaHigh*g && h > w && below > stopBase*g && below <= commaBase*g && below < h
		if w <= stopWide*g && (stop || comma) && c.alone(c.core+k) {
			n++
		}
	}
	return n
}

// below is how far a piece reaches below a line's base line.
func (c chain) below(b blob) float64 {
	return float64(b.y1) - c.origin.Y - c.slope*(float64(b.x0+b.x1)/2-c.origin.X)
}

// alone says that no other piece of a line stands over one: the lower dot of a colon and what has come off a letter are no full stops, but
// the arm of a "V" may reach over half of one.
func (c chain) alone(k int) bool {
	b := c.blobs[k]
	for i, o := range c.blobs {
		if i != k && 2*(min(b.x1, o.x1)-max(b.x0, o.x0)) > b.w() {
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
