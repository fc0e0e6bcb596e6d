package invoice

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/caption"
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
	parts := r.whole(l, lines, lines[best])
	f := extract.Field{Name: "type_doc", Value: r.spelt(joined(parts)), Confidence: min(0.97, 0.35+0.2*score) * weakest(parts)}
	if read := joined(parts); read != f.Value {
		f.Printed = read
	}
	for _, p := range parts {
		f.Quads = append(f.Quads, p.quad)
	}
	return f, true
}

// whole returns the pieces of the title that one is of: what stands right beside it (the second language, or the rest of a line that was
// read in pieces) and the lines over and under it where they are one title.
func (r *Reader) whole(l *extract.Layout, lines []piece, of piece) []piece {
	parts := []piece{of}
	for _, p := range lines {
		if last := parts[len(parts)-1]; p.line != last.line && (r.titled(p.text) > 0.75 && rightOf(l, last, p) || r.broken(l, last, p)) {
			parts = append(parts, p)
		}
	}
	for _, p := range slices.Backward(lines) {
		if p.line != parts[0].line && r.broken(l, p, parts[0]) {
			parts = append([]piece{p}, parts...)
		}
	}
	return parts
}

// How lines lie of which a title is broken, in heights of the first one's letters.
const (
	brokenLeast = 0.6
	brokenMost  = 2.8
)

// broken says that a title goes on in the line below: between both stands a stroke, or words of one title.
func (r *Reader) broken(l *extract.Layout, over, under piece) bool {
	h := l.Lines[over.line].Height
	down := (under.box.Center().Y - over.box.Center().Y) / h
	shared := min(over.box.X1, under.box.X1) - max(over.box.X0, under.box.X0)
	if !alike(h, l.Lines[under.line].Height) || down < brokenLeast || down > brokenMost || 2*shared < min(over.box.W(), under.box.W()) {
		return false
	}
	first, text := strings.TrimSpace(over.text), strings.TrimSpace(over.text)+" "+strings.TrimSpace(under.text)
	if r.titled(text) < 0.75 {
		return false
	}
	if strings.HasSuffix(first, "/") || strings.HasPrefix(strings.TrimSpace(under.text), "/") {
		return true
	}
	at := utf8.RuneCountInString(first)
	return slices.ContainsFunc(r.titles.Find(text), func(h caption.Hit) bool { return h.Quality > 0.8 && h.Start < at && h.End > at+1 })
}

// alike says that two lines are of one size.
func alike(a, b float64) bool { return b >= 0.8*a && b <= 1.25*a }

// rightOf reports whether b goes on with a title right beside it, in the same size.
func rightOf(l *extract.Layout, a, b piece) bool {
	ha := l.Lines[a.line].Height
	if !alike(ha, l.Lines[b.line].Height) {
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
