package statement

import (
	"math"
	"slices"
	"strings"

	"lensd/extract/thai"
)

func (k *knowledge) isBank(s string) bool {
	_, share := k.bank(s)
	return share > 0.4 || bankWord.MatchString(s)
}

// bankName finds the bank's name: a line that says bank, or that is a known bank's, the larger and the higher the likelier.
func (d *document) bankName() value {
	for _, p := range d.pages {
		if v := d.know.bankOn(p); v.found {
			return v
		}
	}
	return value{}
}

func (k *knowledge) bankOn(p *Page) value {
	best, most := value{}, 0.0
	for r := range p.rows {
		if len(p.records) > 0 && r >= p.span.first && r <= p.span.last {
			continue
		}
		row := &p.rows[r]
		if slices.ContainsFunc(k.hitsOf(p, r), func(h hit) bool { return h.name == "account_name" }) && r > 3 {
			continue
		}
		for _, ph := range phraseAtoms(row, 1.6*p.w) {
			if s := k.bankScore(p, ph); s > most {
				best, most = valueOf(p, ph), s
			}
		}
	}
	if best.found {
		best.conf *= 0.95
		if !p.typeset {
			best.text = k.respell(best.text)
		}
	}
	return best
}

// respell gives a known bank's name its letters where print lost marks above and below them.
func (k *knowledge) respell(s string) string {
	folded := []rune(thai.Digits(thai.Fold(s)))
	for _, b := range k.banks {
		for _, name := range b.names {
			f, ok := thai.FindLabel(s, []string{name}, 0.93)
			if !ok || len([]rune(name)) < 8 {
				continue
			}
			end := f.End
			for end > f.Start && (folded[end-1] == ' ' || folded[end-1] == ':') {
				end--
			}
			return string(folded[:f.Start]) + name + string(folded[end:])
		}
	}
	return s
}

// bankScore weighs a phrase as the bank's name.
func (k *knowledge) bankScore(p *Page, ph []atom) float64 {
	text := captionText(ph)
	if strings.HasSuffix(strings.ToUpper(text), "NO.") {
		return 0 // the table's heading may name banks, too
	}
	if len([]rune(text)) > 70 || strings.ContainsAny(text, "@") || strings.Contains(text, "www.") {
		return 0
	}
	_, share := k.bank(text)
	s := share
	if bankWord.MatchString(text) {
		s += 0.6
	}
	if s == 0 || len(text) < 3 {
		return 0
	}
	size := 0.0
	for i := range ph {
		size = max(size, ph[i].H())
		if ph[i].sort != sortText {
			return 0
		}
	}
	y := ph[0].cy() / float64(p.Height)
	return s + 0.5*min(2, size/(1.6*p.h)) - 0.8*y
}

// wrapped finds a period that a row begins behind its caption and the row below it ends, in the same field.
func (d *document) wrapped(p *Page, r int, h hit) value {
	if r+1 >= len(p.rows) || p.rows[r+1].y-p.rows[r].y > headPitch*p.h {
		return value{}
	}
	row, next := &p.rows[r], &p.rows[r+1]
	first := run(row.atoms[h.end:], 2.2*p.w)
	if h.name == "" && !joins(first) {
		return value{}
	}
	if len(first) == 0 || first[0].sort != sortDate || len(first) > 5 {
		return value{}
	}
	for i := range next.atoms {
		if math.Abs(next.atoms[i].X0-row.atoms[h.start].X0) > p.h && math.Abs(next.atoms[i].X0-first[0].X0) > p.h {
			continue
		}
		both := spread(append(slices.Clone(first), run(next.atoms[i:], 1.3*p.w)...))
		joined := typed(sheetRow{atoms: both}, p.h, math.Inf(1), d.opt)
		if from, to, ok := period(&joined, math.Inf(1)); ok && from == 0 && to == len(joined.atoms)-1 {
			return valueOf(p, joined.atoms)
		}
	}
	return value{}
}

// untold are the places before dates that no known caption stands at: hits without a name, from the beginning of their phrase.
func (d *document) untold(row *sheetRow, w float64) []hit {
	var out []hit
	for i := 1; i < len(row.atoms); i++ {
		if row.atoms[i].sort != sortDate {
			continue
		}
		start := i
		for start > 0 && row.atoms[start].X0-row.atoms[start-1].X1 < 2.2*w {
			start--
		}
		out = append(out, hit{start: start, end: i})
	}
	return out
}

// joins reports that a word behind a date says that another date follows.
func joins(atoms []atom) bool {
	if len(atoms) < 2 {
		return false
	}
	switch s := strings.ToLower(atoms[1].text); s {
	case "-", "–", "—", "~", "to", "ถึง", "ถึงวันที่", "until":
		return true
	}
	return false
}

// spread gives the words of joined atoms back, as dates that were cut in two must be read anew.
func spread(atoms []atom) []atom {
	var out []atom
	for i := range atoms {
		for k, w := range strings.Fields(atoms[i].text) {
			a := atoms[i]
			a.text, a.sort, a.parted = w, sortText, false
			if len(atoms[i].quads) == len(strings.Fields(atoms[i].text)) {
				a.quads = atoms[i].quads[k : k+1]
				a.Rect = a.quads[0].Bounds()
			}
			out = append(out, a)
		}
	}
	return out
}

// dateRange finds the period: two dates side by side outside the table, best beside its caption.
func (d *document) dateRange() value {
	best, most := value{}, 0.0
	for _, p := range d.pages {
		for r := range p.rows {
			if len(p.records) > 0 && r >= p.span.first && r <= p.span.last {
				continue
			}
			row := &p.rows[r]
			hs := d.know.hitsOf(p, r)
			if from, to, ok := period(row, p.h); ok {
				s := 1.0
				for _, h := range hs {
					if h.name == "date_range" && h.end <= from+1 {
						s += 1
					}
				}
				s -= 0.3 * row.y / float64(p.Height)
				if s > most {
					best, most = valueOf(p, row.atoms[from:to+1]), s
					best.text = periodText(row.atoms[from : to+1])
				}
				continue
			}
			for _, h := range append(d.untold(row, p.w), hs...) {
				if h.name != "date_range" && h.name != "" || most > 1 {
					continue
				}
				if v := d.wrapped(p, r, h); v.found {
					best, most = v, 1.5
				}
			}
		}
		if best.found {
			return best
		}
	}
	return best
}

// period finds two dates of a row with no more than a word or two between them.
func period(row *sheetRow, h float64) (from, to int, ok bool) {
	for i := range row.atoms {
		if row.atoms[i].sort != sortDate {
			continue
		}
		for j := i + 1; j < len(row.atoms) && j <= i+4 && row.atoms[j].X0-row.atoms[j-1].X1 < 3*h; j++ {
			if row.atoms[j].sort == sortDate {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
