package statement

import (
	"slices"
	"strings"

	"lensd/extract/thai"
	"lensd/vision/geom"
)

// value is a field's text with the words that it was read from.
type value struct {
	text  string
	conf  float64
	page  *Page
	quads []geom.Quad
	found bool
}

func valueOf(p *Page, atoms []atom) value {
	v := value{page: p, conf: 1, found: len(atoms) > 0}
	var parts []string
	for i := range atoms {
		parts = append(parts, atoms[i].text)
		v.conf = min(v.conf, atoms[i].conf)
	}
	v.text = strings.Trim(thai.Fold(strings.Join(parts, " ")), "|_~'`;:^°•·©®*=<>{}[]- ")
	v.quads = []geom.Quad{geom.QuadOf(around(atoms))}
	return v
}

func around(atoms []atom) geom.Rect {
	var r geom.Rect
	for i := range atoms {
		r = r.Union(atoms[i].Rect)
	}
	return r
}

// hit is a caption in a row: the words from start to end.
type hit struct {
	name       string
	start, end int
	score      float64
}

// longestCaption is how many words a caption has at most, both languages together.
const longestCaption = 5

// hits finds the captions of a row from left to right. Captions of one thing in two languages are one hit.
func (k *knowledge) hits(row *sheetRow, h float64) []hit {
	var out []hit
	for i := 0; i < len(row.atoms); {
		best := hit{}
		for n := 1; n <= longestCaption && i+n <= len(row.atoms); n++ {
			a := &row.atoms[i+n-1]
			if a.sort != sortText || n > 1 && a.X0-row.atoms[i+n-2].X1 > 1.1*h {
				break
			}
			text := captionText(row.atoms[i : i+n])
			if text == "" {
				break
			}
			name, score := k.captions.best(text, 0.84)
			if score > best.score+0.01 || score >= best.score && score > 0.9 {
				best = hit{name: name, start: i, end: i + n, score: score}
			}
		}
		if best.score == 0 {
			i++
			continue
		}
		if m := len(out); m > 0 && out[m-1].name == best.name && out[m-1].end == best.start && best.name != "date_to" {
			out[m-1].end = best.end
		} else {
			out = append(out, best)
		}
		i = best.end
		for i < len(row.atoms) && strings.Trim(row.atoms[i].text, ":/.|") == "" {
			out[len(out)-1].end = i + 1
			i++
		}
	}
	return out
}

// hitsOf are the captions of a page's row, found once.
func (k *knowledge) hitsOf(p *Page, row int) []hit {
	if p.hits == nil {
		p.hits = make(map[int][]hit, len(p.rows))
	}
	hs, known := p.hits[row]
	if !known {
		hs = k.hits(&p.rows[row], p.w)
		p.hits[row] = hs
	}
	return hs
}

func captionText(atoms []atom) string {
	parts := make([]string, 0, len(atoms))
	for i := range atoms {
		parts = append(parts, atoms[i].text)
	}
	return strings.Trim(strings.Join(parts, " "), " :/|")
}

// captioned finds the value that belongs to a caption: beside it, or below where beside it is nothing or another caption.
func (k *knowledge) captioned(p *Page, name string, fits func([]atom) []atom) (value, float64) {
	best, score := value{}, 0.0
	for r := range p.rows {
		if len(p.records) > 0 && r >= p.span.first && r <= p.span.last {
			continue
		}
		row := &p.rows[r]
		hs := k.hitsOf(p, r)
		for i, h := range hs {
			if h.name != name {
				continue
			}
			end := len(row.atoms)
			if i+1 < len(hs) {
				end = hs[i+1].start
			}
			atoms := fits(run(row.atoms[h.end:end], 2.2*p.w))
			s := h.score
			if under := fits(k.below(p, r, row.atoms[h.start].X0, row.atoms[h.end-1].X1)); k.namelike(under) > k.namelike(atoms) {
				atoms, s = under, s-0.05
			}
			if len(atoms) > 0 && s > score {
				best, score = valueOf(p, atoms), s
			}
		}
	}
	return best, score
}

// namelike weighs words as a name: of what stands beside a caption and below it, the one is the value and the other may be
// a caption that nobody listed.
func (k *knowledge) namelike(atoms []atom) float64 {
	if len(atoms) == 0 {
		return 0
	}
	text, s := captionText(atoms), 1.0
	switch {
	case titled(text):
		s += 2
	case len(atoms) > 1 && len(atoms) < 7:
		s += 0.5
	}
	if strings.ContainsAny(text, "0123456789:") {
		s -= 0.7
	}
	if k.says(text) {
		s -= 0.9
	}
	return s
}

// run is the words up to the first wide blank.
func run(atoms []atom, gap float64) []atom {
	for i := 1; i < len(atoms); i++ {
		// Large print has wide blanks.
		if atoms[i].X0-atoms[i-1].X1 > max(gap, 0.85*min(atoms[i].H(), atoms[i-1].H())) {
			return atoms[:i]
		}
	}
	return atoms
}

// below takes the words that begin under a caption, unless they are captions themselves.
func (k *knowledge) below(p *Page, r int, x0, x1 float64) []atom {
	for i := r + 1; i < len(p.rows) && p.rows[i].top-p.rows[r].foot < 2.5*p.h; i++ {
		row := &p.rows[i]
		for j := range row.atoms {
			a := &row.atoms[j]
			if a.X0 > x1 || a.X1 < x0 {
				continue
			}
			if abs(a.X0-x0) > 2*p.h {
				break
			}
			for _, h := range k.hitsOf(p, i) {
				if h.start == j {
					return nil
				}
			}
			return run(row.atoms[j:], 1.3*p.w)
		}
	}
	return nil
}

// accountName finds the holder's name: by its caption, or as the line above an address.
func (d *document) accountName() value {
	for _, p := range d.pages {
		if v, s := d.know.captioned(p, "account_name", nameOnly); s > 0 {
			v.conf *= 0.97
			return v
		}
	}
	for _, p := range d.pages {
		if v := d.know.addressed(p); v.found {
			return v
		}
	}
	for _, p := range d.pages {
		if v := d.know.overAddress(p); v.found {
			return v
		}
	}
	return value{}
}

// overAddress finds a name that nothing tells but the lines below it: an address begins with a number or ends with one, and
// stands right under its name.
func (k *knowledge) overAddress(p *Page) value {
	end := len(p.rows)
	if len(p.records) > 0 {
		end = p.span.first
	}
	for r := range end {
		for _, ph := range phraseAtoms(&p.rows[r], 1.3*p.w) {
			text := captionText(ph)
			if len(ph) < 2 || len(ph) > 6 || strings.ContainsAny(text, "0123456789:") || nameOnly(ph) == nil || k.isBank(text) || k.says(text) {
				continue
			}
			if p.numbered(r, ph[0].X0) >= 1 {
				v := valueOf(p, ph)
				v.conf *= 0.7
				return v
			}
		}
	}
	return value{}
}

// says reports that a text is a caption or a heading.
func (k *knowledge) says(s string) bool {
	_, caption := k.captions.best(s, 0.84)
	_, head := k.headingRole(s)
	return caption > 0 || head
}

// numbered counts the lines right below row r that begin at x and hold numbers of houses or postcodes.
func (p *Page) numbered(r int, x float64) int {
	n, y := 0, p.rows[r].y
	for i := r + 1; i < len(p.rows) && i < r+6 && p.rows[i].y-y < 3.2*p.h; i++ {
		for _, ph := range phraseAtoms(&p.rows[i], 1.3*p.w) {
			if abs(ph[0].X0-x) > 0.8*p.h {
				continue
			}
			y = p.rows[i].y
			text := captionText(ph)
			if strings.ContainsAny(text, "0123456789") && len(ph) > 1 && !strings.Contains(text, ":") {
				n++
			}
		}
	}
	return n
}

// nameOnly keeps words that can be a name: letters, and no amounts or dates.
func nameOnly(atoms []atom) []atom {
	letters := 0
	for i := range atoms {
		if atoms[i].sort != sortText {
			return nil
		}
		for _, r := range atoms[i].text {
			if r > 'A' && (r < '0' || r > '9') {
				letters++
			}
		}
	}
	if letters < 3 {
		return nil
	}
	for len(atoms) > 0 && strings.Trim(atoms[0].text, ":/-. ") == "" {
		atoms = atoms[1:]
	}
	return atoms
}

// titles begin the name of a person or a firm.
func titled(s string) bool {
	for _, t := range []string{"นาย", "นาง", "น.ส.", "คุณ", "บริษัท", "บจก.", "หจก.", "บมจ.", "ห้างหุ้นส่วน", "ด.ช.", "ด.ญ.", "ร้าน", "MR ", "MR.", "MRS ", "MRS.", "MS ", "MS.", "MISS ", "DR ", "DR.", "K. "} {
		if strings.HasPrefix(strings.ToUpper(s), t) {
			return true
		}
	}
	for _, t := range []string{"CO., LTD.", "LIMITED", "CO.,LTD.", "จำกัด", "LTD", "INC.", "GMBH", "LLC"} {
		if strings.HasSuffix(strings.ToUpper(s), t) {
			return true
		}
	}
	return false
}

// addressed finds a name without a caption: a title, above the table, that is not the bank's.
func (k *knowledge) addressed(p *Page) value {
	end := len(p.rows)
	if len(p.records) > 0 {
		end = p.span.first
	}
	for r := range end {
		for _, ph := range phraseAtoms(&p.rows[r], 1.3*p.w) {
			text := captionText(ph)
			if titled(text) && !k.isBank(text) && nameOnly(ph) != nil {
				v := valueOf(p, ph)
				v.conf *= 0.85
				return v
			}
		}
	}
	return value{}
}

func phraseAtoms(row *sheetRow, gap float64) [][]atom {
	var out [][]atom
	for i := 0; i < len(row.atoms); {
		part := run(row.atoms[i:], gap)
		out = append(out, part)
		i += len(part)
	}
	return out
}

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
