package find

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"lensd/extract"
)

// Site is what people's corrections at one place have taught: layouts that recur there, each known by texts that stand on all its
// pages, and what their places hold. It keeps no text: what it knows a layout by are hashes.
type Site struct {
	Layouts []*Taught `json:"layouts"`
}

// Taught is one layout.
type Taught struct {
	Pages   int                           `json:"pages"`   // that it was learned from
	Marks   []uint64                      `json:"marks"`   // hashes of whole lines
	Heads   []uint64                      `json:"heads"`   // and of lines' beginnings
	Weights map[string]map[string]float64 `json:"weights"` // by field and by what is seen at a place, in log-odds
	Right   map[string]int                `json:"right"`   // pages of which the others taught the field's value
}

// leastMarks is how many of a layout's marks a page must show at least, and which share of them.
const (
	leastMarks   = 2
	shareOfMarks = 0.5
)

// mostHead is how long a line's beginning may be that recurs, in runes.
const mostHead = 24

// With returns a finder that knows what a site has taught; nil: nothing.
func (f *Finder) With(s *Site) *Finder {
	g := *f
	g.site = s
	return &g
}

// ReadSite reads a site as JSON.
func ReadSite(b []byte) (*Site, error) {
	s := &Site{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("find: what the site has taught: %w", err)
	}
	s.Layouts = slices.DeleteFunc(s.Layouts, func(t *Taught) bool { return t == nil })
	return s, nil
}

// hash of a text as marks are compared; 0 for one that says too little.
func hash(text string) uint64 {
	bare := Bare(text)
	if letters(bare) < 2 {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(bare))
	return h.Sum64()
}

// heads returns where a line's beginnings of whole words end, and their hashes.
func heads(text string) (ends []int, hashes []uint64) {
	runes := []rune(text)
	for i := 1; i < len(runes) && i <= mostHead; i++ {
		if runes[i-1] == ':' || runes[i] == ' ' && runes[i-1] != ' ' {
			if h := hash(string(runes[:i])); h != 0 {
				ends, hashes = append(ends, i), append(hashes, h)
			}
		}
	}
	return ends, hashes
}

// at returns the layout of the site that a page looks like most, nil if it is like none.
func (s *Site) at(l *extract.Layout) *Taught {
	if s == nil {
		return nil
	}
	seen := marksOf(l)
	var best *Taught
	most := 0.0
	for _, t := range s.Layouts {
		n := 0
		for _, m := range slices.Concat(t.Marks, t.Heads) {
			if seen[m] {
				n++
			}
		}
		if share := float64(n) / float64(max(1, len(t.Marks)+len(t.Heads))); n >= leastMarks && share >= shareOfMarks && share > most {
			best, most = t, share
		}
	}
	return best
}

// marksOf returns the hashes of all lines and of their beginnings.
func marksOf(l *extract.Layout) map[uint64]bool {
	seen := map[uint64]bool{}
	for _, line := range l.Lines {
		seen[hash(line.Text.Value)] = true
		_, hs := heads(line.Text.Value)
		for _, h := range hs {
			seen[h] = true
		}
	}
	delete(seen, 0)
	return seen
}

// mark says which lines of a page are the layout's, and gives what stands behind a beginning of its own a unit.
func (p *page) mark(t *Taught) {
	if t == nil {
		return
	}
	p.marks = make([]int, len(p.lines))
	p.leads, p.behind = make([]int, len(p.lines)), make([]int, len(p.lines))
	for i, l := range p.layout.Lines {
		p.marks[i] = slices.Index(t.Marks, hash(l.Text.Value))
		p.leads[i] = -1
		ends, hs := heads(l.Text.Value)
		for k, h := range hs {
			if at := slices.Index(t.Heads, h); at >= 0 {
				text := p.lines[i].text
				p.leads[i] = at
				p.behind[i], _ = trim(text, min(ends[k], len(text)), len(text))
				p.addPart(i, ends[k])
			}
		}
	}
}

// seen is something of a place that may tell what it holds: a name and how much of it there is.
type seen struct {
	what string
	much float64
}

// mostSteps is how many lines up and down a column are looked at.
const mostSteps = 6

// place returns what is seen at a unit's place on a page of a layout.
func (p *page) place(i int) []seen {
	u := &p.units[i]
	l := &p.lines[u.line]
	var out []seen
	put := func(much float64, what ...any) { out = append(out, seen{fmt.Sprint(what...), much}) }
	switch k := p.leads[u.line]; {
	case k >= 0 && u.from > p.behind[u.line]: // it lacks the value's beginning
		put(1, "further ", k)
	case k >= 0:
		put(1, "behind ", k, " ", u.from > 0)
	case u.from > 0:
		put(1, "within")
	}
	if rest := l.text[u.to:]; printed(rest) > 0 { // by what it leaves out, for a name may stand before a phone
		put(1, "before ", letters(string(rest)) > 0)
	}
	p.walk(u.line, func(j int) int { return p.lines[j].above }, "up", put)
	p.walk(u.line, func(j int) int { return p.lines[j].below }, "down", put)
	for j, m := range p.marks {
		if b := p.lines[j].box[l.turn]; m >= 0 && j != u.line && min(b.Y1, u.box.Y1)-max(b.Y0, u.box.Y0) > 0.4*min(b.H(), u.box.H()) {
			put(1, "beside ", m, " ", b.X0 < u.box.X0)
		}
	}
	w, h := p.extent(l.turn)
	spread("x", 10*u.box.X0/w, put)
	spread("y", 10*u.box.Center().Y/h, put)
	spread("tall", 3*math.Log2(max(0.1, l.height/p.size)), put)
	at := slices.Index(p.blocks[l.block].lines, u.line)
	put(1, "line ", min(at, 5))
	put(1, "turn ", (l.turn-p.main+4)%4)
	put(1, "dark ", l.dark)
	return out
}

// walk tells of the first mark up or down a column, and how many lines away it is.
func (p *page) walk(from int, next func(int) int, word string, put func(float64, ...any)) {
	j := from
	for step := 1; step <= mostSteps; step++ {
		if j = next(j); j < 0 || j == from {
			put(1, word, " end ", step)
			return
		}
		if m := p.marks[j]; m >= 0 {
			put(1, word, " ", m)
			put(1, word, " ", m, " ", step)
			return
		}
		if k := p.leads[j]; k >= 0 && step == 1 {
			put(1, word, " lead ", k)
		}
	}
}

// spread shares one of a measure among the two whole numbers around it.
func spread(word string, v float64, put func(float64, ...any)) {
	low := math.Floor(v)
	put(1-(v-low), word, " ", strconv.Itoa(int(low)))
	put(v-low, word, " ", strconv.Itoa(int(low)+1))
}

// lean adds what the layout has taught to the log-odds of each unit and field.
func (p *page) lean(t *Taught) {
	if t == nil {
		return
	}
	p.leaned = make([][]float64, len(p.units))
	for i := range p.units {
		p.leaned[i] = make([]float64, len(p.kind.Fields))
		var here []seen
		for f := range p.kind.Fields {
			w := t.Weights[p.kind.Fields[f].Name]
			if w == nil || math.IsNaN(p.odds[i][f]) {
				continue
			}
			if here == nil {
				here = p.place(i)
			}
			p.leaned[i][f] = total(w, here)
			p.odds[i][f] = clamp(p.odds[i][f]) + p.leaned[i][f]
		}
	}
}

// learned is what the layout has taught of a run's places, in log-odds: lines of one value are no independent evidence, so that four
// count as much as two would.
func (p *page) learned(r *run) (sum float64) {
	if p.leaned == nil {
		return 0
	}
	for _, i := range r.units {
		sum += p.leaned[i][r.field]
	}
	return sum / math.Sqrt(float64(len(r.units)))
}

// mostOdds bounds what is believed before anybody has spoken: corrections have the last word.
const mostOdds = 6

func clamp(o float64) float64 { return min(mostOdds, max(-mostOdds, o)) }

func total(w map[string]float64, here []seen) (sum float64) {
	for _, s := range here {
		sum += w[s.what] * s.much
	}
	return sum
}

// confidence is the probability of a value at a taught place: the rule of succession over the corrected pages, as far as the
// letters were read.
func (t *Taught) confidence(field string, reading float64) float64 {
	if t == nil || t.Weights[field] == nil {
		return 0
	}
	return float64(t.Right[field]+1) / float64(t.Pages+2) * reading
}

// String names what is known, without a text of any page.
func (t *Taught) String() string {
	var names []string
	for f := range t.Weights {
		names = append(names, fmt.Sprintf("%s %d of %d", f, t.Right[f], t.Pages))
	}
	slices.Sort(names)
	return fmt.Sprintf("%d pages: %s", t.Pages, strings.Join(names, ", "))
}
