package find

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode"

	"lensd/extract"
	"lensd/extract/find/tag"
	"lensd/vision/geom"
)

// fits says that a tagger was trained for a kind: for its fields, and on as many traits as it is told of.
func (k *Kind) fits(net *tag.Net) error {
	if !slices.EqualFunc(k.Fields, net.Fields(), func(f Field, name string) bool { return f.Name == name }) {
		return errors.New("find: the tagger knows other fields than the kind")
	}
	captions := 2*len(k.Fields) + 2
	lines, words := 16+5+classes+captions, 9+5+int(TaxID-Phone)+1+classes+captions
	if a, b := net.Traits(); a != lines || b != words {
		return fmt.Errorf("find: the tagger was trained on %d and %d traits of a line and a word, this program has %d and %d", a, b, lines, words)
	}
	return nil
}

// tagged describes a page for the tagger.
func (p *page) tagged() *tag.Page {
	n := min(len(p.lines), tag.MostLines)
	out := &tag.Page{Lines: make([]tag.Line, n), Bonds: make([]uint8, n*n)}
	for i := range n {
		l := &p.lines[i]
		b := l.box[p.main]
		out.Lines[i] = tag.Line{
			Box: [4]float32{float32(b.X0), float32(b.Y0), float32(b.X1), float32(b.Y1)}, Height: float32(max(1, l.height)),
			Grams: tag.Grams(plain(string(l.text)), true), Traits: p.lineTraits(i),
		}
		words := wordsOf(l.text)
		blanks := p.blanks(i, words)
		for k, w := range words {
			out.Lines[i].Words = append(out.Lines[i].Words, p.taggedWord(i, k, w, blanks[k:k+2]))
		}
		for j := range n {
			out.Bonds[i*n+j] = p.bonds(i, j)
		}
	}
	return out
}

// wordsOf parts a text at blanks, behind colons, and where Thai letters and figures meet.
func wordsOf(text []rune) (out [][2]int) {
	from := 0
	end := func(to int) {
		if to > from {
			out = append(out, [2]int{from, to})
		}
		from = to
	}
	for i, r := range text {
		if unicode.IsSpace(r) {
			end(i)
			from = i + 1
			continue
		}
		if i > from && (text[i-1] == ':' || thaiLetter(text[i-1]) && unicode.IsDigit(r) || unicode.IsDigit(text[i-1]) && thaiLetter(r)) {
			end(i)
		}
	}
	end(len(text))
	return out
}

func thaiLetter(r rune) bool { return unicode.Is(unicode.Thai, r) && !unicode.IsDigit(r) }

// looks counts what a text is made of, as shares of its letters, and how long it is.
func looks(text []rune) []float32 {
	var of [4]float64
	n := 0.0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		n++
		of[0] += flag(unicode.IsLetter(r))
		of[1] += flag(unicode.IsDigit(r))
		of[2] += flag(unicode.IsUpper(r))
		of[3] += flag(unicode.Is(unicode.Thai, r))
	}
	out := make([]float32, 0, 5)
	for _, v := range of {
		out = append(out, float32(v/max(1, n)))
	}
	return append(out, float32(math.Log(max(1, n))/4))
}

// lineTraits describes how a line looks and where it stands.
func (p *page) lineTraits(i int) []float32 {
	l := &p.lines[i]
	b := l.box[p.main]
	w, h := p.extent(p.main)
	v := []float32{float32(b.X0 / w), float32(b.Y0 / h), float32(b.X1 / w), float32(b.Y1 / h),
		float32(math.Log(max(0.05, l.height/p.size))), float32(math.Log(l.height/h*100 + 0.1)), float32(b.W() / w), float32(math.Log(w / h)),
		0, 0, 0, 0, float32(flag(l.dark)), float32(l.conf), float32(flag(l.area >= 0)), float32(flag(l.caption))}
	v[8+(l.turn-p.main+4)%4] = 1
	v = append(v, looks(l.text)...)
	for _, c := range p.words.class(string(l.text)) {
		v = append(v, float32(c))
	}
	return append(v, p.captions(i, 0, len(l.text))...)
}

// captions tells how well a part of a line matches captions: of each field its own and its party's, then those of nothing that is wanted,
// and whether one ends in a colon.
func (p *page) captions(i, from, to int) []float32 {
	n := len(p.kind.Fields)
	out := make([]float32, 2*n+2)
	for _, k := range p.lines[i].hits {
		h := &p.hits[k]
		if h.Start >= to || h.End <= from {
			continue
		}
		q, wanted := float32(h.Quality), false
		for f := range n {
			class, party := p.evidence(h, f)
			if class == evOwn {
				out[2*f], wanted = max(out[2*f], q), true
			}
			if class == evParty || party {
				out[2*f+1], wanted = max(out[2*f+1], q), true
			}
		}
		if !wanted {
			out[2*n] = max(out[2*n], q)
		}
		out[2*n+1] = max(out[2*n+1], float32(flag(h.Colon)))
	}
	return out
}

// openBlank is how wide the blank before a line's first word and behind its last counts, and at most any other, in letter heights.
const openBlank = 5.0

// blanks returns how much white stands before each word of a line and behind the last, in letter heights.
func (p *page) blanks(i int, words [][2]int) []float64 {
	l, src := &p.lines[i], p.layout.Lines[i]
	if said := string(l.text); said != src.Text.Value { // another reading, of which the recogniser tells no places
		src.Text = extract.Text{Value: said}
	}
	n := len(l.text)
	out := make([]float64, len(words)+1)
	for k := range out {
		out[k] = openBlank
		if k > 0 && k < len(words) {
			white := along(src, words[k][0], n) - until(src, words[k-1][1], n)
			out[k] = max(0, min(openBlank, white*l.box[l.turn].W()/l.height))
		}
	}
	return out
}

// taggedWord describes word k of a line, between two blanks.
func (p *page) taggedWord(i, k int, at [2]int, blanks []float64) tag.Word {
	l := &p.lines[i]
	text := l.text[at[0]:at[1]]
	b := p.boxOf(i, at)
	edge := l.box[l.turn]
	v := []float32{float32(math.Log1p(max(0, b.X0-edge.X0) / l.height)), float32(math.Log1p(max(0, edge.X1-b.X1) / l.height)),
		float32(min(k, 10)) / 10, float32(flag(at[1] == len(l.text))), float32(flag(unicode.IsUpper(text[0]))), float32(flag(text[len(text)-1] == ':')),
		float32(flag(text[len(text)-1] == ',')), float32(math.Log1p(blanks[0])), float32(math.Log1p(blanks[1]))}
	v = append(v, looks(text)...)
	var typed [TaxID + 1]float32
	for _, m := range l.typed {
		if m.From < at[1] && m.To > at[0] {
			typed[m.Type] = 1
		}
	}
	v = append(v, typed[Phone:]...)
	for _, c := range p.words.class(string(text)) {
		v = append(v, float32(c))
	}
	return tag.Word{From: at[0], To: at[1], Grams: tag.Grams(plain(string(text)), false), Traits: append(v, p.captions(i, at[0], at[1])...)}
}

// boxOf is where a part of a line stands, in the frame of the line's turn.
func (p *page) boxOf(i int, at [2]int) geom.Rect {
	return turned(part(p.layout.Lines[i], at[0], at[1]), p.lines[i].turn, p.layout)
}

// bonds tells how line j hangs together with line i.
func (p *page) bonds(i, j int) (out uint8) {
	a, b := &p.lines[i], &p.lines[j]
	c, d := a.box[p.main].Center(), b.box[p.main].Center()
	for bit, is := range [...]bool{p.walled(c.X, c.Y, d.X, d.Y, p.main), a.area >= 0 && a.area == b.area, a.block == b.block,
		a.below == j, a.above == j, p.right[i] == j, p.left[i] == j} {
		if is {
			out |= 1 << bit
		}
	}
	return out
}

// Tagging returns a page as the tagger takes it, and which field each of its words is a part of, from 1 in the order of the declaration,
// 0: of none. It is what taggers are trained on.
func (f *Finder) Tagging(l *extract.Layout, truth []Truth) (*tag.Page, []uint8) {
	p := f.page(l)
	out := p.tagged()
	var of []uint8
	for i := range out.Lines {
		for _, w := range out.Lines[i].Words {
			of = append(of, p.fieldAt(i, p.boxOf(i, [2]int{w.From, w.To}), truth))
		}
	}
	return out, of
}

// What a field's box covers of a word that is a part of it, at least: of its width, and of the lower of the two heights. Of lines set
// tight a box touches the next one too, so that the field that covers most has the word.
const (
	leastCovered = 0.5
	leastLevel   = 0.4
)

// fieldAt returns whose true value stands where a word of a line does, from 1; 0: no field's.
func (p *page) fieldAt(i int, b geom.Rect, truth []Truth) (out uint8) {
	most := 0.0
	for _, t := range truth {
		for k := range p.kind.Fields {
			if p.kind.Fields[k].Name != t.Field {
				continue
			}
			for _, quad := range t.Quads {
				q := turned(quad, p.lines[i].turn, p.layout)
				share := (min(b.X1, q.X1) - max(b.X0, q.X0)) / max(1, b.W())
				level := (min(b.Y1, q.Y1) - max(b.Y0, q.Y0)) / max(1, min(b.H(), q.H()))
				if level > leastLevel && share > leastCovered && share*level > most {
					most, out = share*level, uint8(k+1)
				}
			}
		}
	}
	return out
}
