// Package policy reads Thai motor insurance policies, voluntary and compulsory: number, period, vehicle, plate and chassis.
// Pure Go; it works on an extract.Sheet.
package policy

import (
	"bytes"
	"context"
	_ "embed"
	"strings"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/form"
	"lensd/extract/sure"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

//go:embed captions.tsv
var captions []byte

// makes are names of vehicle makes sold in Thailand, Latin and Thai.
//
//go:embed makes.txt
var makes string

// Reader reads policies. It is safe for concurrent use.
type Reader struct {
	matcher *caption.Matcher
	sure    *sure.Model
}

// New prepares the captions.
func New() (*Reader, error) {
	cs, err := caption.Parse(bytes.NewReader(captions))
	if err != nil {
		return nil, err
	}
	m, err := openSure()
	return &Reader{caption.NewMatcher(cs), m}, err
}

// Read returns the fields of the policy on a page under the interface's keys, a key several times where the page says the same twice, or a
// KindNotFound error where the page is none.
func (r *Reader) Read(ctx context.Context, s extract.Sheet) (extract.Item, error) {
	item, _, err := r.Explain(ctx, s)
	return item, err
}

// Explain is Read that also tells what each field's confidence is made of, for its training.
func (r *Reader) Explain(ctx context.Context, s extract.Sheet) (extract.Item, [][]float32, error) {
	l, err := s.Layout(ctx)
	if err != nil {
		return extract.Item{}, nil, err
	}
	p := policy{page: form.Open(l, r.matcher), sheet: s}
	if !p.plausible() {
		return extract.Item{}, nil, extract.Errorf(extract.KindNotFound, "no vehicle insurance policy was found: show the whole page, flat and sharp")
	}
	for _, step := range []func(context.Context) error{p.number, p.period, p.model, p.plates, p.chassis} {
		if err := step(ctx); err != nil {
			return extract.Item{}, nil, err
		}
	}
	fields, doubts := r.sure.Judge(p.fields, p.doubts)
	return extract.Item{Fields: fields}, doubts, nil
}

// policy is one page while it is read.
type policy struct {
	page   *form.Page
	sheet  extract.Sheet
	fields []extract.Field
	places [][]geom.Rect // of each field, on the sheet
}

// plausible reports whether the page is a policy at all.
func (p *policy) plausible() bool {
	kinds := 0
	for _, key := range []string{"number", "start", "end", "model", "plate", "chassis", "title"} {
		if len(p.page.Of(key)) > 0 {
			kinds++
		}
	}
	return kinds >= 3
}

// add appends a field with its places on the sheet; what has no text is no value.
func (p *policy) add(key, value string, confidence float64, places ...geom.Rect) {
	if value == "" {
		return
	}
	f := extract.Field{Name: key, Value: value, Confidence: confidence}
	for _, b := range places {
		f.Quads = append(f.Quads, p.sheet.ToSource(geom.QuadOf(b)))
	}
	p.fields, p.places = append(p.fields, f), append(p.places, places)
}

// candidate is print that may be the value of a caption.
type candidate struct {
	hit   form.Hit
	span  form.Span
	score float64
}

// most is how far a value stands below its caption, in letter heights: a heading of two lines and a tall cell.
const most = 5.5

// at returns what stands behind, beside and below the captions of a key and has the wanted shape, the best for each caption.
func (p *policy) at(key string, shape func(string) float64) []candidate {
	var out []candidate
	for _, h := range p.page.Of(key) {
		best := candidate{hit: h}
		try := func(s form.Span, weight float64) {
			for n := 0; !s.Empty(); n++ { // what is left of a caption may stand before the value
				if v := shape(p.page.Text(s)) * (weight - 0.03*float64(n)); v > best.score {
					best.span, best.score = s, v
				}
				s = p.page.Rest(s)
			}
		}
		try(p.page.Behind(h, 40), 1)
		if whole, ok := p.wordOut(h); ok {
			try(p.page.Behind(whole, 40), 0.98)
		}
		for _, s := range p.page.Beside(h) {
			try(s, 0.93)
		}
		for i, s := range p.page.Column(h, most) {
			try(s, 0.95-0.04*float64(i))
		}
		if best.score > 0 {
			best.score *= h.Quality * (0.8 + 0.02*float64(min(10, h.Letters)))
			out = append(out, best)
		}
	}
	return out
}

// wordOut returns a caption to the end of the word that it begins, where its line ends with that word: in Thai the caption of a
// plate may say whose it is, without a blank.
func (p *policy) wordOut(h form.Hit) (form.Hit, bool) {
	r := p.page.Rows[h.Row]
	end := h.End
	for end < len(r.Text) && r.Glyphs[end].Line == r.Glyphs[h.Start].Line {
		if c := r.Text[end]; !thai.IsThai(c) || end-h.End > 8 {
			return h, false
		}
		end++
	}
	ok := end > h.End
	h.End = end
	h.Box = p.page.Box(form.Span{Row: h.Row, From: h.Start, To: h.End})
	return h, ok
}

// top returns the best candidate.
func top(cs []candidate) (candidate, bool) {
	var best candidate
	for _, c := range cs {
		if c.score > best.score {
			best = c
		}
	}
	return best, best.score > 0
}

// number adds the policy's number.
func (p *policy) number(ctx context.Context) error {
	c, ok := top(p.at("number", isNumber))
	if !ok {
		return nil
	}
	v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{c.span}, extract.Hint{Script: extract.ScriptLatin})
	if err != nil {
		return err
	}
	if isNumber(v.Value) == 0 {
		v.Value, v.Confidence = p.page.Text(c.span), p.page.Confidence(c.span)
	}
	p.add("CAR_POLICY_NO", v.Value, v.Confidence*min(0.97, c.score+0.1), v.Places...)
	return nil
}

// model adds make and model.
func (p *policy) model(ctx context.Context) error {
	c, ok := top(p.at("model", isModel))
	if !ok {
		if c, ok = p.makeAnywhere(); !ok {
			return nil
		}
	}
	spans := append([]form.Span{c.span}, p.wrapped(c)...)
	v, err := form.Reread(ctx, p.sheet, p.page, spans, extract.Hint{Script: extract.ScriptLatin})
	if err != nil {
		return err
	}
	if isModel(v.Value) < 0.5 {
		v.Value = p.page.Text(c.span)
	}
	known := 0.85
	if text, ok := withMake(v.Value); ok {
		v.Value, known = text, 0.97
	} else if thaiText, ok := p.inThai(ctx, spans); ok { // a page in English with a name in Thai
		v, known = thaiText, 0.97
	}
	p.add("CAR_MAKE_MODEL", v.Value, v.Confidence*min(known, c.score+0.1), v.Places...)
	return nil
}

// makeAnywhere finds make and model without their caption: a word that is a make, with what follows up to the next value of a
// known shape.
func (p *policy) makeAnywhere() (candidate, bool) {
	for row, r := range p.page.Rows {
		for _, s := range p.page.Cells(row) {
			for k := s.From; k < s.To; k++ {
				if k > s.From && r.Text[k-1] != ' ' {
					continue
				}
				rest := p.page.Trim(form.Span{Row: row, From: k, To: s.To})
				text := p.page.Text(rest)
				word := strings.Fields(text + " x")[0]
				if _, ok := withMake(text); !ok || len([]rune(word)) < 3 || len([]rune(word)) == 3 && (k > s.From || word != strings.ToUpper(word)) {
					continue
				}
				rest.To = rest.From + len([]rune(upToShape(text)))
				return candidate{span: p.page.Trim(rest), score: 0.6}, true
			}
		}
	}
	return candidate{}, false
}

// upToShape returns the words of s before one that is a plate, a chassis number or a year.
func upToShape(s string) string {
	words := strings.Fields(s)
	n := len(words)
	for i := len(words) - 1; i > 0; i-- {
		_, c := chassis(words[i])
		if isPlate(words[i]) == 1 || c > 0.6 || yearShape.MatchString(words[i]) || i+1 < n && isPlate(words[i]+" "+words[i+1]) == 1 {
			n = i
		}
	}
	return strings.Join(words[:n], " ")
}

// inThai reads spans with the Thai model alone; ok when they then begin with a known make.
func (p *policy) inThai(ctx context.Context, spans []form.Span) (form.Value, bool) {
	v, err := form.Reread(ctx, p.sheet, p.page, spans, extract.Hint{Script: extract.ScriptThai})
	if err != nil {
		return v, false
	}
	text, ok := withMake(v.Value)
	v.Value = text
	return v, ok
}

// least is how alike the first word and a make's name must be to be it; the nearest two makes are less alike.
const least = 0.8

// withMake returns s with its first word spelt as the make that it is, when it is one: marks and letters that recognisers
// confuse do not count.
func withMake(s string) (string, bool) {
	end := strings.IndexAny(s, " /")
	if end < 0 {
		end = len(s)
	}
	word, best, name := s[:end], least, ""
	for _, m := range strings.Fields(makes) {
		if len(m) > 4 && len(word) >= len(m) && strings.EqualFold(word[:len(m)], m) {
			return s, true
		}
	}
	if strings.ContainsAny(word, "0123456789") {
		return s, false
	}
	for _, m := range strings.Fields(makes) {
		if l := thai.Similarity(word, m); l >= best {
			best, name = l, m
		}
	}
	if name == "" || strings.EqualFold(word, name) {
		return s, name != ""
	}
	if best < 1 && len([]rune(word)) < 5 {
		return s, false
	}
	return name + s[end:], true
}

// wrapped returns the lines that a value in a narrow cell goes on with: right below, in its column, without a caption.
func (p *policy) wrapped(c candidate) []form.Span {
	var out []form.Span
	box := p.page.Box(c.span)
	for _, s := range p.page.Below(box, 2) {
		b := p.page.Box(s)
		left, middle := b.X0-box.X0, b.Center().X-box.Center().X
		aligned := left*left < p.page.Unit*p.page.Unit || middle*middle < p.page.Unit*p.page.Unit
		if b.Y0-box.Y1 < 0.5*p.page.Unit && aligned && goesOn(p.page.Text(s)) && !p.captioned(s) && !p.page.Line(box, b) {
			out, box = append(out, s), b
		}
	}
	return out
}

// goesOn says that s may be the second line of a model: Latin letters or figures that are no value of another kind.
func goesOn(s string) bool {
	return isModel(s) > 0 || countDigits(s) == len(s) && len(s) <= 4 && !yearShape.MatchString(s)
}

// captioned reports whether a caption stands in the row of a span to its left.
func (p *policy) captioned(s form.Span) bool {
	for _, h := range p.page.Hits {
		if h.Row == s.Row && h.Start < s.From {
			return true
		}
	}
	return false
}
