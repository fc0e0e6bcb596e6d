package find

import (
	"math"
	"slices"
	"sort"
	"strings"

	"lensd/extract/find/tag"
)

// tagged is a word with its tags.
type tagged struct {
	from, to int       // runes of its line
	weight   float64   // letters and figures, or one
	log      []float64 // probability of no field and of each field, as logarithms
}

// leastLog keeps one word from deciding alone: no tag is less likely than that.
const leastLog = -9

// tag asks what each word is. Pages without words have no tags.
func (p *page) tag(net *tag.Net) {
	if net == nil {
		return
	}
	p.tags = make([][]tagged, len(p.lines))
	page := p.tagged()
	said, err := net.Tag(page)
	if err != nil {
		return // sizes were compared when the finder was made
	}
	at := 0
	for i, l := range page.Lines {
		for _, w := range l.Words {
			t := tagged{w.From, w.To, float64(max(1, printed(p.lines[i].text[w.From:w.To]))), make([]float64, len(said[at]))}
			for k, v := range said[at] {
				t.log[k] = max(leastLog, float64(v))
			}
			p.tags[i] = append(p.tags[i], t)
			at++
		}
	}
}

// How likely words are of a field at least that a span takes in: longer and shorter ones than those that are its most likely.
const (
	faintly = 0.03
	likely  = 0.15
	surely  = 0.7
)

// spans adds what a line's tags take together: of each field the words that are its most likely, those that may be its, and those that
// are hardly anything else.
func (p *page) spans(i int) {
	if p.tags == nil {
		return
	}
	for f := range p.kind.Fields {
		p.spansWhere(i, func(t *tagged) bool { return slices.Max(t.log) == t.log[f+1] })
		for _, least := range []float64{faintly, likely, surely} {
			p.spansWhere(i, func(t *tagged) bool { return t.log[f+1] > math.Log(least) })
		}
	}
}

// spansWhere adds each run of words of which something is true.
func (p *page) spansWhere(i int, is func(*tagged) bool) {
	from := -1
	for k := range p.tags[i] {
		t := &p.tags[i][k]
		switch {
		case !is(t):
			from = -1
			continue
		case from < 0:
			from = t.from
		}
		if k+1 == len(p.tags[i]) || !is(&p.tags[i][k+1]) {
			p.addSpan(i, from, t.to)
		}
	}
}

// heed makes log-odds of the tags: of each unit those of its words, less what speaks for words of its line that it leaves out.
func (p *page) heed() {
	p.odds = make([][]float64, len(p.units))
	for i := range p.units {
		u := &p.units[i]
		p.odds[i] = make([]float64, len(p.kind.Fields))
		for f := range p.kind.Fields {
			p.odds[i][f] = math.NaN()
			if len(p.tags[u.line]) > 0 && !p.anothers(u, f) && (possible(p.kind.Fields[f].Type, u) || p.kind.Fields[f].Type == Phone && numbered(u.text)) {
				p.odds[i][f] = p.oddsOf(u, f)
			}
		}
	}
	p.earlier = p.odds
}

// anothers says that a unit stands behind another party's caption on its line and is so no phone of the party that a field tells of. Names and
// addresses do stand there: a caption may be the last of the line before.
func (p *page) anothers(u *unit, f int) bool {
	own := p.kind.Fields[f].Party
	if p.kind.Fields[f].Type != Phone || len(own) == 0 {
		return false
	}
	theirs := false
	for _, k := range p.lines[u.line].hits {
		h := &p.hits[k]
		switch {
		case h.End > u.from:
			return theirs
		case slices.ContainsFunc(own, h.Has):
			theirs = false
		case slices.ContainsFunc(p.kind.Fields, func(o Field) bool { return slices.ContainsFunc(o.Party, h.Has) }):
			theirs = true
		}
	}
	return theirs
}

// leastSigns is how many figures, hidden ones among them, a phone has at least.
const leastSigns = 6

// numbered says that a text may be a phone where the tagger takes it for one, though it has the form of none: with an extension behind
// it, or misread. A date and a postcode with its add-on are none.
func numbered(text string) bool {
	text = strings.TrimSpace(text)
	return digits(text)+strings.Count(text, "*") >= leastSigns && !dateAlone.MatchString(text) && !plusFour.MatchString(text)
}

func (p *page) oddsOf(u *unit, f int) float64 {
	in, n, out := 0.0, 0.0, 0.0
	for k := range p.tags[u.line] {
		t := &p.tags[u.line][k]
		odds := t.odds(f)
		share := float64(min(t.to, u.to)-max(t.from, u.from)) / float64(t.to-t.from)
		if share >= 0.5 {
			in, n = in+t.weight*odds, n+t.weight
		} else if odds > 0 {
			out += t.weight * odds
		}
	}
	if n == 0 {
		return least
	}
	return max(least, (in-out)/n)
}

// odds are the log-odds that a word is a part of a field.
func (t *tagged) odds(f int) float64 {
	p := math.Exp(t.log[f+1])
	return t.log[f+1] - math.Log(max(1-p, 1e-4))
}

// tagTraits is how many features the tags give to the confidence of a run.
const tagTraits = 6

// heeded tells what the tags say of exactly a run: how likely it is that its words and no others are the field, by words and in all;
// how much of it they take for something else, and how much that it leaves out they take for the field; the least likely word in it and
// the likeliest that it leaves out.
func (p *page) heeded(f int, r *run) []float64 {
	all, wrong, lost, lowest, highest, n := 0.0, 0.0, 0.0, 0.0, float64(leastLog), 0.0
	for i := range p.tags {
		for k := range p.tags[i] {
			t := &p.tags[i][k]
			q := math.Exp(t.log[f+1])
			if p.takes(r, i, t) {
				all, n = all+t.log[f+1], n+t.weight
				wrong += t.weight * (1 - q)
				lowest = min(lowest, t.log[f+1])
			} else {
				all += math.Log(max(1-q, 1e-4))
				lost += t.weight * q
				highest = max(highest, t.log[f+1])
			}
		}
	}
	n = max(n, 1)
	return []float64{all, all / float64(len(r.units)), wrong / n, lost / n, lowest, highest}
}

// takes says that a run holds most of a word of line i.
func (p *page) takes(r *run, i int, t *tagged) bool {
	return slices.ContainsFunc(r.units, func(k int) bool {
		u := &p.units[k]
		return u.line == i && 2*(min(t.to, u.to)-max(t.from, u.from)) >= t.to-t.from
	})
}

// leastRepeated is how many letters a line has that is not printed twice within one value.
const leastRepeated = 4

// repeats says that a run holds a unit's text already: two labels of one receiver stand on the page.
func (p *page) repeats(r *run, k int) bool {
	text := Bare(p.units[k].text)
	return letters(text) >= leastRepeated && slices.ContainsFunc(r.units, func(o int) bool { return Bare(p.units[o].text) == text })
}

// decoded returns what the tags alone take for a field: of each line the unit that fits best, in reading order; nil where that is no
// more than one line.
func (p *page) decoded(f int) *run {
	r := &run{field: f}
	for i := range p.lines {
		if !slices.ContainsFunc(p.tags[i], func(t tagged) bool { return slices.Max(t.log) == t.log[f+1] }) {
			continue
		}
		if k, odds := p.bestIn(i, f, false); odds > 0 && !p.repeats(r, k) {
			r.units, r.score = append(r.units, k), r.score+odds
		}
	}
	if len(r.units) < 2 {
		return nil
	}
	turn := p.lines[p.units[r.units[0]].line].turn
	sort.SliceStable(r.units, func(a, b int) bool {
		i, j := p.units[r.units[a]].line, p.units[r.units[b]].line
		x, y := p.lines[i].box[turn].Center(), p.lines[j].box[turn].Center()
		if math.Abs(x.Y-y.Y) > 0.5*min(p.lines[i].height, p.lines[j].height) {
			return x.Y < y.Y
		}
		return x.X < y.X
	})
	return r
}
