package find

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lensd/extract/thai/name"
	"lensd/vision/geom"
)

// party is what the runs of a field's party, or of the others, cover.
func (p *page) party(f int, chosen []*run, turn int, mine bool) (out geom.Rect, some bool) {
	for g, r := range chosen {
		if k := p.kin(f, g); r != nil && (mine && k < 2 || !mine && k == 2) {
			out, some = out.Union(p.bounds(r, turn)), true
		}
	}
	return out, some
}

const furthest = 25 // heights of letters from which on a caption is far

// captioned tells how near the captions of both parties stand to what is taken for each.
func (p *page) captioned(f int, chosen []*run) []float64 {
	l := &p.lines[p.units[chosen[f].units[0]].line]
	mine, _ := p.party(f, chosen, l.turn, true)
	others, some := p.party(f, chosen, l.turn, false)
	d := [4]float64{furthest, furthest, furthest, furthest}
	side := [2]float64{missing, missing}
	for k := range p.hits {
		class, party := p.evidence(&p.hits[k], f)
		at := 0
		switch {
		case party || class == evParty:
		case class == evOther:
			at = 1
		default:
			continue
		}
		b := p.hits[k].box[l.turn]
		if x := distance(b, mine) / p.size; x < d[at] {
			d[at] = x
			if at == 0 {
				side = [2]float64{(b.Center().X - mine.X0) / max(1, mine.W()), (b.Center().Y - mine.Y0) / max(1, mine.H())}
			}
		}
		if some {
			d[2+at] = min(d[2+at], distance(b, others)/p.size)
		}
	}
	over := 0.0
	if some {
		w, h := min(mine.X1, others.X1)-max(mine.X0, others.X0), min(mine.Y1, others.Y1)-max(mine.Y0, others.Y0)
		if w > 0 && h > 0 {
			over = w * h / max(1, min(mine.Area(), others.Area()))
		}
	}
	return []float64{d[0], d[1], d[2], d[3], d[1] + d[2] - d[0] - d[3], side[0], side[1], over}
}

// leftover tells what an assignment leaves out: within what the field's party covers, within that and its nearest caption, within the
// other party's, and on the whole page what looks like names and like addresses.
func (p *page) leftover(f int, chosen []*run, owner []int) []float64 {
	turn := p.lines[p.units[chosen[f].units[0]].line].turn
	mine, _ := p.party(f, chosen, turn, true)
	others, some := p.party(f, chosen, turn, false)
	wide, near := mine, furthest*p.size
	for k := range p.hits {
		class, party := p.evidence(&p.hits[k], f)
		b := p.hits[k].box[turn]
		if d := distance(b, mine); (party || class == evParty) && d < near {
			wide, near = mine.Union(b), d
		}
	}
	var in [4]float64
	names, places := 0.0, 0.0
	for j := range p.lines {
		u := p.whole(j)
		if owner[j] >= 0 || p.lines[j].caption || u == nil || printed(p.lines[j].text) < 2 {
			continue
		}
		c := p.lines[j].box[turn].Center()
		in[0] += flag(mine.Contains(c))
		in[1] += flag(wide.Contains(c))
		in[2] += flag(some && others.Contains(c))
		if wide.Contains(c) {
			in[3] = max(in[3], u.class[classPerson]+u.class[classFirm])
		}
		names += u.class[classPerson] + u.class[classFirm]
		places += u.class[classStreet] + u.class[classTown]
	}
	return append(in[:], names, places)
}

// distance is how far two boxes stand from each other.
func distance(a, b geom.Rect) float64 {
	return math.Hypot(max(0, a.X0-b.X1, b.X0-a.X1), max(0, a.Y0-b.Y1, b.Y0-a.Y1))
}

// careOf begins a line that says through whom something reaches its receiver.
var careOf = regexp.MustCompile(`(?i)^\W{0,2}(?:c/o|℅|attn\b|att\b|attention\b|z\.? ?hd|p/a\b)`)

// formed tells whether a run begins with nothing but the end of a firm's name, and whether what stands under it is such an end.
func (p *page) formed(r *run) []float64 {
	below := 0.0
	if j := p.rowBelow(p.units[r.units[len(r.units)-1]].line, p.column(r.units[0])); j >= 0 {
		below = flag(name.FirmForm(string(p.lines[j].text)))
	}
	return []float64{flag(name.FirmForm(p.units[r.units[0]].text)), below}
}

// worded describes a run's text as a whole, and what the assignment gives besides.
func (p *page) worded(f int, r *run, chosen []*run) []float64 {
	v := slices.Clone(p.wording(f, r))
	mine, theirs, all := 0.0, 0.0, 0.0
	for g, o := range chosen {
		if o == nil {
			continue
		}
		all += o.score
		switch p.kin(f, g) {
		case 1:
			mine += o.score / float64(len(o.units))
		case 2:
			theirs += o.score / float64(len(o.units))
		}
	}
	return append(v, mine, theirs, all)
}

// wording describes a run's text as a whole.
func (p *page) wording(f int, r *run) []float64 {
	if r.worded != nil {
		return r.worded
	}
	text := p.found(f, r).Value
	class := p.words.class(text)
	v := slices.Clone(class[:])
	runs := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	codes, ends := 0.0, 0.0
	for _, s := range runs {
		codes += flag(len(s) == 5)
	}
	if n := len(runs); n > 0 {
		ends = flag(len(runs[n-1]) == 5 && strings.HasSuffix(text, runs[n-1]))
	}
	begins := flag(len(text) > 0 && unicode.IsDigit([]rune(text)[0]))
	words := strings.Fields(text)
	short := 0.0
	for _, w := range words {
		short += flag(printed([]rune(w)) <= 1)
	}
	twice := 0.0
	for i := range p.units {
		twice += flag(p.units[i].text == text)
	}
	v = append(v, flag(careOf.MatchString(text)), codes, ends, begins, float64(len(words)), short/float64(max(1, len(words))), float64(len(runs)), min(twice, 9))
	caps := 0.0
	for _, k := range p.lines[p.units[r.units[0]].line].hits {
		h := p.hits[k]
		u := &p.units[r.units[0]]
		if h.Start >= u.from && h.End <= u.to {
			caps = max(caps, h.Quality+flag(h.Colon))
		}
	}
	r.worded = append(append(v, caps, float64(strings.Count(text, ":"))), p.formed(r)...)
	return r.worded
}
