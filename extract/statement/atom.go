package statement

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// sort of an atom: what its characters alone tell.
type sort int

const (
	sortText sort = iota
	sortAmount
	sortDate
	sortTime
)

// atom is a word, or words that belong together: an amount with its sign, a date of several words. Coordinates are those
// of the sheet.
type atom struct {
	geom.Rect
	text   string
	conf   float64
	height float64 // of its line's letters
	sort   sort
	amount Amount
	day    date.Date
	quads  []geom.Quad
	covers bool                  // a heading over several columns
	line   int                   // of the layout that it is a word of
	area   int                   // of the layout around it; -1: none
	parted bool                  // an upright rule stands before it
	within bool                  // an amount among words, as notes have them, that is none of the table's
	other  []extract.Alternative // of the line that it fills; nil where it is one word of several
}

func (a *atom) cx() float64 { return (a.X0 + a.X1) / 2 }
func (a *atom) cy() float64 { return (a.Y0 + a.Y1) / 2 }

// layerSure is the confidence from which on a word of a typeset page is one of its text layer.
const layerSure = 0.985

// atomsOf takes the upright words of a page.
func (k *knowledge) atomsOf(l *extract.Layout) []atom {
	var out []atom
	blank, least := spacing(l, 1), lowest(l)
	for n, line := range l.Lines {
		if line.Turn != 0 || line.Height < least && !isNil(line.Text.Value) {
			continue
		}
		first := len(out)
		var again []string
		if !l.Typeset {
			again = k.spelt(&line)
		}
		for i, w := range line.Words {
			text := thai.Fold(w.Text.Value)
			if again != nil {
				text = again[i]
			}
			if text == "" || l.Typeset && w.Text.Confidence < layerSure {
				continue // specks that were read where nothing was typeset
			}
			if speck(text, w.Text.Confidence) {
				continue
			}
			out = append(out, atom{Rect: w.Quad.Bounds(), text: text, conf: w.Text.Confidence, height: line.Height, line: n, area: line.Area, quads: []geom.Quad{w.Quad}})
		}
		if l.Typeset {
			out = append(out[:first], glued(out[first:], usualBlank*blank)...)
		}
		switch {
		case len(out) == first+1:
			out[first].other, out[first].conf = line.Text.Alternatives, line.Text.Confidence
		case !l.Typeset && len(out) == first+len(line.Words):
			share(out[first:], line.Text.Alternatives)
		}
	}
	return out
}

// share gives the words of a line their parts of the line's other readings, of those with as many words.
func share(words []atom, readings []extract.Alternative) {
	for _, r := range readings {
		parts := strings.Fields(thai.Fold(r.Value))
		if len(parts) != len(words) {
			continue
		}
		for i := range words {
			if parts[i] != words[i].text {
				words[i].other = append(words[i].other, extract.Alternative{Value: parts[i], Confidence: r.Confidence})
			}
		}
	}
}

// flat is the share of the usual letter height below which what was read as a line is a rule or its shadow.
const flat = 0.45

// lowest is the least height of a line of print on a page.
func lowest(l *extract.Layout) float64 {
	var hs []float64
	for i := range l.Lines {
		if l.Lines[i].Text.Confidence > 0.6 {
			hs = append(hs, l.Lines[i].Height)
		}
	}
	if len(hs) < 5 {
		return 0
	}
	return flat * geom.Median(hs)
}

// glued joins figures that stand closer than words do: in typeset text, a narrow 1 leaves gaps within a number.
func glued(words []atom, gap float64) []atom {
	var out []atom
	for _, w := range words {
		if n := len(out); n > 0 && w.X0-out[n-1].X1 < max(gap, usualBlank*w.height) && halves(out[n-1].text, w.text) {
			p := &out[n-1]
			p.text += w.text
			p.Rect, p.conf, p.quads = p.Union(w.Rect), min(p.conf, w.conf), append(p.quads, w.quads...)
			continue
		}
		out = append(out, w)
	}
	return out
}

// halves reports that a ends and b begins with a figure, one of them a 1, and that b is no clock behind a date: parts of one
// number that a narrow 1 sets apart.
func halves(a, b string) bool {
	x, y := a[len(a)-1], b[0]
	figures := x >= '0' && x <= '9' && y >= '0' && y <= '9'
	return figures && (x == '1' || y == '1') && !(len(a) > 2 && strings.Contains(b, ":"))
}

// speck reports that a word is a sign or two that hardly anything speaks for: dirt, a rule's end, a fold.
func speck(text string, conf float64) bool {
	if strings.Trim(text, "|_~'`.,;:^°•·{}[]\\<>=*-—–") == "" && conf < 0.8 {
		return true
	}
	return conf < 0.6 && len([]rune(text)) <= 2 && !strings.ContainsAny(text, "0123456789")
}

// letterHeight is the height of most letters and figures of the page.
func letterHeight(atoms []atom) float64 {
	var hs []float64
	for _, a := range atoms {
		if strings.ContainsAny(a.text, "0123456789") && a.height > 0 {
			hs = append(hs, a.height)
		}
	}
	if len(hs) == 0 {
		return 15
	}
	return max(6, geom.Median(hs))
}

// usualBlank is the width of a blank in letter heights, in most faces.
const usualBlank = 0.42

// spacing is the letter height that would have the page's blanks between words: distances along rows are measured by it. It
// is between h and 2.2 h.
func spacing(l *extract.Layout, h float64) float64 {
	var gaps []float64
	for _, line := range l.Lines {
		for i := 1; i < len(line.Words); i++ {
			if a, b := line.Words[i-1], line.Words[i]; wordy(a.Text.Value) && wordy(b.Text.Value) {
				gaps = append(gaps, b.Quad.Bounds().X0-a.Quad.Bounds().X1)
			}
		}
	}
	if len(gaps) < 8 {
		return h
	}
	usual := geom.Median(gaps) / usualBlank
	if h == 1 {
		return usual // not bounded
	}
	return min(2.2*h, max(h, usual))
}

// wordy reports that a word is one of letters.
func wordy(s string) bool {
	return len([]rune(s)) > 2 && !strings.ContainsAny(s, "0123456789:")
}

// sheetRow is print that stands on one level of the page.
type sheetRow struct {
	atoms []atom // from left to right
	y     float64
	top   float64
	foot  float64
}

// breaks reports that the page engine saw the end of a line before word i, and that more than a narrow blank stands there.
func (r *sheetRow) breaks(i int) bool {
	a, b := &r.atoms[i-1], &r.atoms[i]
	return a.line != b.line && b.X0-a.X1 > 0.5*min(a.height, b.height)
}

// track is a row that is being gathered from left to right; y is its level at its right end.
type track struct {
	atoms []atom
	y     float64
}

// level is where the row lies at x: the middle of its word nearest to x.
func (t *track) level(x float64) float64 {
	near := slices.MinFunc(t.atoms, func(a, b atom) int { return cmp.Compare(math.Abs(a.cx()-x), math.Abs(b.cx()-x)) })
	return near.cy()
}

// isNil reports that a text stands for an amount that is not there.
func isNil(s string) bool {
	return strings.Trim(s, "-–—−_.") == "" && s != "" || strings.EqualFold(s, "nil")
}

// rowsOf gathers atoms that stand side by side. Each row is followed from left to right, so that it may lie a little askew.
func rowsOf(atoms []atom, h float64) []sheetRow {
	order := slices.Clone(atoms)
	slices.SortStableFunc(order, func(a, b atom) int { return cmp.Compare(a.X0, b.X0) })
	var tracks []*track
	var blanks []atom
	for _, a := range order {
		if isNil(a.text) {
			blanks = append(blanks, a)
			continue
		}
		var best *track
		least := 0.62 * h
		for _, t := range tracks {
			if d := math.Abs(a.cy() - t.y); d < least {
				best, least = t, d
			}
		}
		if best == nil {
			tracks = append(tracks, &track{[]atom{a}, a.cy()})
			continue
		}
		best.atoms = append(best.atoms, a)
		share := 0.3
		if strings.ContainsAny(a.text, "0123456789") {
			share = 0.7 // the marks of Thai print move its box up and down
		}
		best.y += share * (a.cy() - best.y)
	}
	tracks = addBlanks(tracks, blanks, h)
	out := make([]sheetRow, 0, len(tracks))
	for _, t := range tracks {
		out = append(out, newRow(t.atoms))
	}
	slices.SortStableFunc(out, func(a, b sheetRow) int { return cmp.Compare(a.y, b.y) })
	return out
}

func newRow(atoms []atom) sheetRow {
	slices.SortStableFunc(atoms, func(a, b atom) int { return cmp.Compare(a.X0, b.X0) })
	r := sheetRow{atoms: atoms, top: atoms[0].Y0, foot: atoms[0].Y1}
	for _, a := range atoms {
		r.y += a.cy() / float64(len(atoms))
		r.top, r.foot = min(r.top, a.Y0), max(r.foot, a.Y1)
	}
	return r
}

// unbar takes upright rules that were read as signs out of a row; what stands behind one is parted by it.
func (r *sheetRow) unbar() {
	bar := func(a *atom) bool { return strings.Trim(a.text, "|¦") == "" }
	out := r.atoms[:0:0]
	for i := range r.atoms {
		a := r.atoms[i]
		if bar(&a) && len(r.atoms) > 1 {
			continue
		}
		a.parted = a.parted || i > 0 && bar(&r.atoms[i-1])
		out = append(out, a)
	}
	if len(out) > 0 {
		r.atoms = out
	}
}

// addBlanks puts dashes into rows: the box of one may lie much higher or lower than that of the figures beside it.
func addBlanks(tracks []*track, blanks []atom, h float64) []*track {
	for _, a := range blanks {
		var best *track
		least := 0.95 * h
		for _, t := range tracks {
			if d := math.Abs(a.cy() - t.level(a.cx())); d < least {
				best, least = t, d
			}
		}
		if best != nil {
			best.atoms = append(best.atoms, a)
		} else {
			tracks = append(tracks, &track{[]atom{a}, a.cy()})
		}
	}
	return tracks
}
