package invoice

import (
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// title finds what the paper calls itself: among the lines that are titles and nothing else, the one that is largest and
// nearest to the top. ok is false where there is none.
func (r *Reader) title(l *extract.Layout) (extract.Field, bool) {
	size := median(l)
	best, score := -1, 0.0
	lines := upright(l)
	for i, p := range lines {
		fit := r.titled(p.text)
		if fit < 0.75 {
			continue
		}
		h := l.Lines[p.line].Height / size
		top := 1 - p.box.Y0/float64(max(1, l.Height))
		if s := fit + 1.2*min(h, 3) + 1.5*top; s > score && (h > 0.8 || top > 0.5) {
			best, score = i, s
		}
	}
	if best < 0 {
		return extract.Field{}, false
	}
	parts := []piece{lines[best]}
	for _, p := range lines { // the second language on a line of its own, or the rest of a line that was read in pieces
		if next := parts[len(parts)-1]; p.line != next.line && r.titled(p.text) > 0.75 && beneath(l, next, p) {
			parts = append(parts, p)
		}
	}
	f := extract.Field{Name: "type_doc", Value: r.spelt(joined(parts)), Confidence: min(0.97, 0.35+0.2*score) * weakest(parts)}
	if read := joined(parts); read != f.Value {
		f.Printed = read
	}
	for _, p := range parts {
		f.Quads = append(f.Quads, p.quad)
	}
	return f, true
}

// beneath reports whether b goes on with a title: right beside it, or under it with the same size and middle or edge.
func beneath(l *extract.Layout, a, b piece) bool {
	ha, hb := l.Lines[a.line].Height, l.Lines[b.line].Height
	if hb < 0.8*ha || hb > 1.25*ha {
		return false
	}
	if dy := b.box.Center().Y - a.box.Center().Y; dy > -0.4*ha && dy < 0.4*ha {
		gap := b.box.X0 - a.box.X1
		return gap > -ha && gap < 1.5*ha
	}
	return false
}

// titled is the share of a line's letters that titles take up.
func (r *Reader) titled(text string) float64 {
	n := 0
	for _, h := range r.titles.Find(text) {
		if h.Quality > 0.8 {
			n += letters(string([]rune(text)[h.Start:min(h.End, len([]rune(text)))]))
		}
	}
	if n < 4 || digits(text) > 0 {
		return 0
	}
	return float64(n) / float64(letters(text))
}

func median(l *extract.Layout) float64 {
	var hs []float64
	for _, x := range l.Lines {
		if letters(x.Text.Value)+digits(x.Text.Value) > 2 && x.Height > 0 {
			hs = append(hs, x.Height)
		}
	}
	return max(1, geom.Median(hs))
}

// spelt writes titles with a misread letter as titles are spelt, in the case that they are printed in.
func (r *Reader) spelt(text string) string {
	runes := []rune(text)
	hits := r.titles.Find(text)
	for i := len(hits) - 1; i >= 0; i-- {
		h := hits[i]
		end := h.End
		for end > h.Start && !unicode.IsLetter(runes[end-1]) && !unicode.IsMark(runes[end-1]) {
			end--
		}
		if h.Quality == 1 && !thai.IsThai(runes[h.Start]) || len(h.Keys) != 1 {
			continue
		}
		word := h.Keys[0]
		if printed := string(runes[h.Start:end]); strings.ToUpper(printed) == printed {
			word = strings.ToUpper(word)
		}
		runes = append(append(append([]rune(nil), runes[:h.Start]...), []rune(word)...), runes[end:]...)
	}
	return string(runes)
}
