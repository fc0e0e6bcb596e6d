package statement

import (
	"math"
	"strings"

	"lensd/extract/thai"
	"lensd/extract/thai/name"
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
	case name.Party(text):
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
			if math.Abs(a.X0-x0) > 2*p.h {
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
