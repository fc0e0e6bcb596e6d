package passport

import (
	_ "embed"
	"math"
	"strings"

	"lensd/extract/passport/mrz"
)

// nationWords is how pages name the nationality of each code of Doc 9303-3, part A of section 5: adjectives and names of
// states in English and in the state's own Latin letters, one code a line, words parted by semicolons.
//
//go:embed nations.txt
var nationWords string

// nationsOf returns the words for a code, none for a code that is not in the table.
func nationsOf(code string) []string {
	at := strings.Index("\n"+nationWords, "\n"+code+" ")
	if code == "" || at < 0 {
		return nil
	}
	line, _, _ := strings.Cut(nationWords[at:], "\n")
	return strings.Split(line[len(code)+1:], ";")
}

// How alike a print and the words for its code are.
const (
	surelyNation = 0.78 // it is these words, misread at most
	hardlyNation = 0.5  // below it the print is something else
)

// nationLike returns the words for a code, up to three of them around strokes, that a print is most like, and how much.
func nationLike(code, text string) (spelled string, likeness float64) {
	read := squeeze(text)
	if len(read) < 3 {
		return "", 0
	}
	words := nationsOf(code)
	var try func(chosen []string, length int)
	try = func(chosen []string, length int) {
		if n := len(chosen); n > 0 && math.Abs(float64(length-len(read))) <= 2+0.25*float64(len(read)) {
			if s := alike(strings.Join(chosen, ""), read); s > likeness {
				spelled, likeness = strings.Join(chosen, "/"), s
			}
		}
		if len(chosen) == 3 || length > len(read)+2 {
			return
		}
		for _, w := range words {
			used := false
			for _, c := range chosen {
				used = used || c == w
			}
			if !used {
				try(append(append([]string(nil), chosen...), w), length+len(squeeze(w)))
			}
		}
	}
	try(nil, 0)
	return spelled, likeness
}

// known reports that a printed word stands for the nationality of a code.
func known(code, text string) bool {
	if _, s := nationLike(code, text); s >= surelyNation {
		return true
	}
	t := squeeze(text)
	for _, w := range nationsOf(code) {
		if w = squeeze(w); len(w) >= 6 && strings.Contains(t, w) || len(w) >= 4 && strings.HasPrefix(t, w) && len(t) < 2*len(w) {
			return true
		}
	}
	return false
}

// nationSpelled writes a misread print of the words for a code as these are spelled, in the print's case, with the strokes
// between words of two languages; ok is false where the print is not them, or is as they are spelled.
func nationSpelled(code, text string) (string, bool) {
	spelled, s := nationLike(code, text)
	strokes := strings.Count(spelled, "/")
	if s < surelyNation || s == 1 && (strokes == 0 || strokes == strings.Count(text, "/")) {
		return "", false
	}
	if mostlyLower(text) {
		spelled = capitalised(spelled)
	}
	if strings.Contains(text, " / ") {
		spelled = strings.ReplaceAll(spelled, "/", " / ")
	}
	return spelled, true
}

// nationality sets the printed word: the one that only this nationality uses, else what stands under the caption.
func (f *form) nationality() {
	code := f.record.Nationality
	f.freeValues()
	f.cutTall()
	if p := f.nationPiece(); p != nil {
		f.joinNation(p)
		if known(code, p.Text.Value) {
			f.confirmNation(p)
			return
		}
		f.take("nationality", printOnly, p)
		return
	}
	// The zone's code is not the printed word; where a state prints only one, the word follows from the code.
	if sole := customsOf(code).nation; sole != "" {
		conf, quad := f.of(mrz.Nationality)
		f.set("nationality", sole, math.Min(conf, 0.8), quad)
	}
}

// confirmNation sets the nationality from a print that the zone's code confirms.
func (f *form) confirmNation(p *piece) {
	conf, _ := f.of(mrz.Nationality)
	p.taken = true
	if spelled, ok := nationSpelled(f.record.Nationality, p.Text.Value); ok {
		f.set("nationality", spelled, math.Min(conf, 0.85), f.board.quads(p)...)
		return
	}
	sure := agree(conf, printOnly*p.Text.Confidence)
	if _, like := nationLike(f.record.Nationality, p.Text.Value); like < surelyNation { // the rest of it confirms nothing
		sure = printOnly * p.Text.Confidence
	}
	f.set("nationality", tidy(p.Text.Value), math.Min(0.99, sure), f.board.quads(p)...)
}

// joinNation joins to a nationality what stands right of it on its line where both are more like the words for the code, or where
// the second is the first in another language: both begin alike.
func (f *form) joinNation(p *piece) {
	for _, q := range f.board.row(p.Box) {
		ratio := q.Box.H() / p.Box.H()
		if q.Box.X0-p.Box.X1 > 2*p.Box.H() || ratio < 0.75 || ratio > 1.35 || digits(q.Text.Value) > 0 {
			return
		}
		_, alone := nationLike(f.record.Nationality, p.Text.Value)
		_, both := nationLike(f.record.Nationality, p.Text.Value+" "+q.Text.Value)
		if both <= alone && !sameStem(p.Text.Value, strings.TrimLeft(q.Text.Value, "/ ")) {
			return
		}
		p.taken = true
		p.absorb(q)
	}
}

// stem is how many letters two words begin with that are one word in two languages.
const stem = 4

// sameStem reports that two words begin alike and are not the same.
func sameStem(a, b string) bool {
	x, y := squeeze(a), squeeze(b)
	return len(x) > stem && len(y) > stem && x[:stem] == y[:stem] && x != y
}

// nationPiece finds the print of the nationality: the words for the zone's code need no caption, others do.
func (f *form) nationPiece() *piece {
	best := f.board.best(func(p *piece) float64 {
		if p.Box.Y0 < 22 || p.Box.Y0 > 52 || p.Text.Confidence < 0.1 || p.isLabel() && !p.onlyOther() || !f.mayBe(p, labelNation) || !known(f.record.Nationality, p.Text.Value) {
			return 0
		}
		_, s := nationLike(f.record.Nationality, p.Text.Value)
		return s + 0.3*math.Max(0, 1-f.near(labelNation, p)/20)
	})
	if best != nil || customsOf(f.record.Nationality).nation != "" {
		return best
	}
	for _, p := range f.under(labelNation, 6.5) {
		if f.nationWord(p) && !f.scrap(p) {
			return p
		}
	}
	if p := f.leftNation(); p != nil {
		return p
	}
	if p := f.inSlot(f.underSlot(labelNation), labelNation); p != nil {
		return p
	}
	return f.inSlot(f.nationSlot(), labelNation)
}

// nationWord accepts a print under the caption: words, which are at least somewhat like those of the code where it has any.
func (f *form) nationWord(p *piece) bool {
	n, code := letters(p.Text.Value), f.record.Nationality
	if n < 1 || digits(p.Text.Value) > n/4 || p.Text.Confidence <= 0.15 || n < 4 && squeeze(p.Text.Value) != code {
		return false
	}
	_, s := nationLike(code, p.Text.Value)
	return len(nationsOf(code)) == 0 || s >= hardlyNation || p.Text.Confidence > 0.8 || squeeze(p.Text.Value) == code
}

// onlyOther reports that a piece's only captions are words that may be part of a value as well: REPUBLIC.
func (p *piece) onlyOther() bool { return len(p.labels) == 1 && p.labels[labelOther] > 0 }
