package invoice

import (
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/vision/geom"
)

// behind returns what follows a caption of the key at the start of a text, and the rune where it begins; all of it where
// there is no such caption.
func (r *Reader) behind(text, key string) (string, int) {
	for _, h := range r.captions.Find(text) {
		if h.Has(key) && h.Start <= 2 && h.End < utf8.RuneCountInString(text) {
			runes := []rune(text)
			end := h.End
			for end < len(runes) && runes[end] == ' ' {
				end++
			}
			if end > 0 && runes[end-1] == '(' {
				end--
			}
			return string(runes[end:]), end
		}
	}
	return text, 0
}

// quadsFrom is where a line's print from a rune on stands.
func quadsFrom(l *extract.Layout, p piece, from int) []geom.Quad {
	return []geom.Quad{part(l.Lines[p.line], from, utf8.RuneCountInString(p.text))}
}

func runeAt(s string, b int) int { return utf8.RuneCountInString(s[:b]) }

// part is where runes from to to of a line stand, by its words where they spell the line, else by even widths.
func part(l extract.Line, from, to int) geom.Quad {
	n := utf8.RuneCountInString(l.Text.Value)
	if n == 0 || from <= 0 && to >= n {
		return l.Quad
	}
	if q, ok := byWords(l, from, to); ok {
		return q
	}
	return cut(l.Quad, float64(from)/float64(n), float64(to)/float64(n))
}

// byWords joins the words that overlap the runes.
func byWords(l extract.Line, from, to int) (geom.Quad, bool) {
	at, found := 0, false
	var box geom.Rect
	for _, w := range l.Words {
		i := strings.Index(string([]rune(l.Text.Value)[min(at, utf8.RuneCountInString(l.Text.Value)):]), w.Text.Value)
		if i < 0 || w.Text.Value == "" {
			return geom.Quad{}, false
		}
		start := at + utf8.RuneCountInString(string([]rune(l.Text.Value)[at:])[:i])
		end := start + utf8.RuneCountInString(w.Text.Value)
		at = end
		if end <= from || start >= to {
			continue
		}
		k := float64(end - start)
		q := cut(w.Quad, max(0, float64(from-start))/k, min(k, float64(to-start))/k).Bounds()
		if !found {
			box, found = q, true
		}
		box = box.Union(q)
	}
	return geom.QuadOf(box), found
}

// cut is the part of a quad between two shares of its length.
func cut(q geom.Quad, a, b float64) geom.Quad {
	on := func(p, q geom.Point, t float64) geom.Point {
		return geom.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}
	}
	return geom.Quad{on(q[0], q[1], a), on(q[0], q[1], b), on(q[3], q[2], b), on(q[3], q[2], a)}
}
