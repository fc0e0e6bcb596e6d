package find

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/vision/geom"
)

// line is a line of the layout with what was found in it, its box in each of the four frames: frame t is the page turned
// so that print of turn t reads from left to right.
type line struct {
	text    []rune
	turn    int
	box     [4]geom.Rect
	height  float64
	conf    float64
	area    int
	dark    bool
	hits    []int // indices in page.hits
	typed   []Match
	units   []int // indices in page.units
	above   int   // nearest line over it in its column, -1: none
	below   int
	block   int
	caption bool // nothing but captions
}

// hit is a caption on the page.
type hit struct {
	caption.Hit
	line int
	box  [4]geom.Rect
	rest bool // text follows it in its line
}

// unit is a span of a line that may be a value or a line of one.
type unit struct {
	line     int
	from, to int
	text     string
	box      geom.Rect // in the frame of its line's turn
	typed    bool      // a typed value within more text
	behind   int       // hit that it directly follows in its line, -1: none
	letters  int
	digits   int
	sure     float64            // mean confidence of its letters; that of the line where these have none
	cut      float64            // how much surer it is than what it leaves out of its line's beginning
	fit      [TaxID + 1]float64 // share of the text that a value of each type covers
	class    [classes]float64   // of its words
}

// page is a layout prepared for scoring.
type page struct {
	layout  *extract.Layout
	kind    *Kind
	lines   []line
	hits    []hit
	units   []unit
	blocks  []block
	size    float64 // median height of the lines
	main    int     // the turn in which most letters read
	links   []link  // of unit x hit, row by row
	base    [][]float32
	odds    [][]float64 // unit x field log-odds of the newest stage; NaN: impossible
	earlier [][]float64 // of the stage before
	shared  [][]float64 // what runs are made of: see share
	rules   [4][]geom.Rect
	old     bool        // for a model without extra features
	judged  bool        // for a model that judges whole assignments
	words   *words      // how words look
	runs    [][]run     // of each field, the candidates
	right   []int       // of each line, what goes on with its row; -1: nothing
	left    []int       // and what its row begins with
	taught  *Taught     // the site's layout that the page is of; nil: of none
	tags    [][]tagged  // of each line's words; nil without a tagger
	marks   []int       // of each line, which of the layout's marks it is, -1: none
	leaned  [][]float64 // of each unit and field, what the site has taught, in log-odds; nil: nothing
	leads   []int       // and which of its beginnings it has
	behind  []int       // and where what follows that begins
}

// page prepares a layout.
func (f *Finder) page(l *extract.Layout) *page { return f.pageAt(l, f.site.at(l)) }

// pageAt prepares a page of a site's layout; nil: of none that is known.
func (f *Finder) pageAt(l *extract.Layout, taught *Taught) *page {
	p := &page{layout: l, kind: &f.kind, taught: taught}
	for t := range p.rules {
		for _, r := range l.Rules {
			p.rules[t] = append(p.rules[t], turned(geom.Quad{r.A, r.B, r.B, r.A}, t, l))
		}
	}
	for i := range l.Lines {
		p.addLine(i, f.matcher)
	}
	p.size = p.median()
	var weight [4]int
	for _, l := range p.lines {
		weight[l.turn] += printed(l.text)
	}
	for t := range weight {
		if weight[t] > weight[p.main] {
			p.main = t
		}
	}
	p.old, p.judged, p.words = f.model.old, f.model.judges, f.model.words
	p.neighbours()
	p.rows()
	p.tag(f.kind.Tagger)
	for i := range p.lines {
		p.split(i)
		p.spans(i)
		if !p.old {
			p.behead(i)
		}
	}
	p.mark(taught)
	for i := range p.units {
		p.describe(&p.units[i], f.model)
	}
	p.gather()
	return p
}

// turned returns the box of a quad in the frame of turn t.
func turned(q geom.Quad, t int, l *extract.Layout) geom.Rect {
	w, h := float64(l.Width), float64(l.Height)
	return q.Map(func(p geom.Point) geom.Point {
		switch t {
		case 1:
			return geom.Point{X: p.Y, Y: w - p.X}
		case 2:
			return geom.Point{X: w - p.X, Y: h - p.Y}
		case 3:
			return geom.Point{X: h - p.Y, Y: p.X}
		}
		return p
	}).Bounds()
}

// quarter is the turn of a quad's reading direction.
func quarter(q geom.Quad) int { return (int(math.Round(q.Angle()/90)) + 4) % 4 }

func (p *page) addLine(i int, m *caption.Matcher) {
	src := p.layout.Lines[i]
	l := line{text: []rune(src.Text.Value), turn: quarter(src.Quad), height: src.Height, conf: src.Text.Confidence, area: src.Area, dark: src.Reversed, above: -1, below: -1}
	if l.height <= 0 {
		l.height = max(1, src.Quad[0].Dist(src.Quad[3])*0.7)
	}
	for t := range l.box {
		l.box[t] = turned(src.Quad, t, p.layout)
	}
	if other, ok := announced(src.Text, m); ok {
		src.Text = extract.Text{Value: other, Confidence: src.Text.Confidence}
		l.text = []rune(other)
	}
	l.typed = Typed(src.Text.Value)
	for _, h := range m.Find(src.Text.Value) {
		rest := printed(l.text[min(h.End, len(l.text)):]) > 0
		if !l.admits(h) {
			continue
		}
		q := part(src, h.Start, h.End)
		found := hit{Hit: h, line: i, rest: rest}
		for t := range found.box {
			found.box[t] = turned(q, t, p.layout)
		}
		l.hits = append(l.hits, len(p.hits))
		p.hits = append(p.hits, found)
	}
	l.caption = len(l.hits) > 0
	at := 0
	for _, k := range l.hits {
		l.caption = l.caption && printed(l.text[min(at, len(l.text)):p.hits[k].Start]) == 0
		at = p.hits[k].End
	}
	l.caption = l.caption && printed(l.text[min(at, len(l.text)):]) <= 1
	p.lines = append(p.lines, l)
}

// announced returns another reading of a line that is a caption and nothing else, where the first one holds none: captions
// that run across are read one way round or the other.
func announced(t extract.Text, m *caption.Matcher) (string, bool) {
	if len(t.Alternatives) == 0 || len(m.Find(t.Value)) > 0 {
		return "", false
	}
	for _, a := range t.Alternatives {
		runes := []rune(a.Value)
		if hits := m.Find(a.Value); len(hits) == 1 && printed(runes[:hits[0].Start]) == 0 && printed(runes[min(hits[0].End, len(runes)):]) == 0 {
			return a.Value, true
		}
	}
	return "", false
}

// admits says that a caption within a line is one: at the line's start, or followed by a colon or a value, or alone
// behind a wide sign. A short word amid others is not.
func (l *line) admits(h caption.Hit) bool {
	before := printed(l.text[:h.Start])
	if before == 0 || h.Colon || printed(l.text[min(h.End, len(l.text)):]) == 0 && h.Letters >= 4 {
		return true
	}
	for _, m := range l.typed {
		if gap := m.From - h.End; gap >= 0 && gap <= 2 && m.Type != Code {
			return true
		}
	}
	return h.Letters >= 6 && h.Quality > 0.85
}

// printed counts letters and digits.
func printed(runes []rune) int {
	s := string(runes)
	return letters(s) + digits(s)
}

// part returns where runes from..to of a line stand.
func part(l extract.Line, from, to int) geom.Quad {
	n := len([]rune(l.Text.Value))
	if n == 0 || from <= 0 && to >= n {
		return l.Quad
	}
	a, b := along(l, from, n), along(l, to, n)
	if b <= a {
		return l.Quad
	}
	on := func(p, q geom.Point, t float64) geom.Point {
		return geom.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}
	}
	q := l.Quad
	return geom.Quad{on(q[0], q[1], a), on(q[0], q[1], b), on(q[3], q[2], b), on(q[3], q[2], a)}
}

// along returns how far along a line its rune at begins, 0 to 1: by the recogniser's characters where it gave them for
// all print, else by the widths that letters have on average.
func along(l extract.Line, at, n int) float64 {
	if at <= 0 {
		return 0
	}
	if at >= n {
		return 1
	}
	runes := []rune(l.Text.Value)
	if c := l.Text.Chars; len(c) > 0 {
		if k := printedAt(l, runes, at); k < len(c) {
			return c[k].X0
		}
		return c[len(c)-1].X1
	}
	var sum, all float64
	for i, r := range runes {
		w := advance(r)
		all += w
		if i < at {
			sum += w
		}
	}
	return sum / max(all, 1)
}

// until returns how far along a line its rune before at ends, where along tells where the next print begins.
func until(l extract.Line, at, n int) float64 {
	c := l.Text.Chars
	if at <= 0 || len(c) == 0 {
		return along(l, at, n)
	}
	if k := printedAt(l, []rune(l.Text.Value), at-1); k < len(c) {
		return c[k].X1
	}
	return 1
}

// printedAt returns which of a line's characters is the first that is printed from rune at on; their number where none is.
func printedAt(l extract.Line, runes []rune, at int) int {
	seen := 0
	for _, r := range runes[:at] {
		if r != ' ' {
			seen++
		}
	}
	for k, c := range l.Text.Chars {
		if c.Rune == ' ' {
			continue
		}
		if seen == 0 {
			return k
		}
		seen--
	}
	return len(l.Text.Chars)
}

// split makes the units of a line: all of it, what stands between its captions, its typed values and what is around them.
func (p *page) split(i int) {
	l := &p.lines[i]
	seen := map[[2]int]bool{}
	add := func(from, to, behind int, typed bool) {
		from, to = trim(l.text, from, to)
		if to <= from || seen[[2]int{from, to}] || printed(l.text[from:to]) == 0 && !strings.ContainsAny(string(l.text[from:to]), "*•") {
			return
		}
		seen[[2]int{from, to}] = true
		l.units = append(l.units, len(p.units))
		p.units = append(p.units, unit{line: i, from: from, to: to, text: string(l.text[from:to]), behind: behind, typed: typed,
			box: turned(part(p.layout.Lines[i], from, to), l.turn, p.layout)})
	}
	at, behind := 0, -1
	var pieces [][3]int
	for _, k := range l.hits {
		pieces = append(pieces, [3]int{at, p.hits[k].Start, behind})
		at, behind = min(p.hits[k].End, len(l.text)), k
	}
	pieces = append(pieces, [3]int{at, len(l.text), behind})
	for _, s := range pieces {
		add(s[0], s[1], s[2], false)
		p.inner(l, s, add)
	}
	if len(l.hits) > 0 && !l.caption {
		whole := [3]int{0, len(l.text), -1}
		add(whole[0], whole[1], whole[2], false)
		if slices.ContainsFunc(l.hits, func(k int) bool { return p.hits[k].Quality < 1 && !p.hits[k].Colon }) {
			p.inner(l, whole, add) // what looks like a misread caption may be a part of the value
		}
		if h := p.hits[l.hits[0]]; printed(l.text[:h.Start]) == 0 {
			add(h.End, len(l.text), l.hits[0], false)
		}
	}
}

// inner adds the typed values of a piece and the text before and behind each. Values of a longer type hide numbers within.
func (p *page) inner(l *line, s [3]int, add func(from, to, behind int, typed bool)) {
	ms := append([]Match(nil), l.typed...)
	sort.SliceStable(ms, func(i, j int) bool { return ms[i].To-ms[i].From > ms[j].To-ms[j].From })
	for k, m := range ms {
		if m.From < s[0] || m.To > s[1] || m.Type == Code && m.To-m.From < 5 {
			continue
		}
		hidden := false
		for _, o := range ms[:k] {
			hidden = hidden || (m.Type == Number || m.Type == Code || m.Type == Amount) && o.From <= m.From && m.To <= o.To
		}
		if hidden {
			continue
		}
		behind := -1
		if printed(l.text[s[0]:m.From]) == 0 {
			behind = s[2]
		}
		add(m.From, m.To, behind, true)
		if m.Type == Phone || m.Type == Date || m.Type == Email || m.Type == TaxID {
			add(s[0], m.From, s[2], true)
			add(m.To, s[1], -1, true)
		}
	}
}

// trim leaves blanks, signs that part values and traces of frames out of a span: a value begins with a letter, a figure or one
// of few signs, and ends with these or a full stop, a bracket or a per cent sign.
func trim(runes []rune, from, to int) (int, int) {
	holds := func(r rune, more string) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(more, r)
	}
	for from < to && !holds(runes[from], "(+*#&฿$€£") && !(runes[from] == '-' && from+1 < to && unicode.IsDigit(runes[from+1])) {
		from++
	}
	for to > from && !holds(runes[to-1], ").*%'") {
		to--
	}
	return from, to
}

func (p *page) median() float64 {
	var hs []float64
	for _, l := range p.lines {
		if printed(l.text) > 1 {
			hs = append(hs, l.height)
		}
	}
	return max(1, geom.Median(hs))
}
