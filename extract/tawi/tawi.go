// Package tawi reads Thai certificates of withheld income tax (form 50 bis, "50 ทวิ"): the official form and what
// accounting programs print in its place. Pure Go; it works on an extract.Sheet.
package tawi

import (
	"bytes"
	"context"
	_ "embed"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/form"
	"lensd/extract/sure"
	"lensd/extract/thai/name"
	"lensd/vision/geom"
)

//go:embed captions.tsv
var captions []byte

// Reader reads certificates. It is safe for concurrent use.
type Reader struct {
	matcher *caption.Matcher
	blank   blank
	sure    *sure.Model
}

// New prepares the captions.
func New() (*Reader, error) {
	cs, err := caption.Parse(bytes.NewReader(captions))
	if err != nil {
		return nil, err
	}
	m, err := openSure()
	return &Reader{caption.NewMatcher(cs), parseBlank(officialForm), m}, err
}

// Read returns the fields of the certificate on a page, with quads in the sender's picture, or a KindNotFound error where the
// page shows none.
func (r *Reader) Read(ctx context.Context, s extract.Sheet) (extract.Item, error) {
	item, _, err := r.Explain(ctx, s)
	return item, err
}

// Explain is Read that also tells what each field's confidence is made of, for its training.
func (r *Reader) Explain(ctx context.Context, s extract.Sheet) (extract.Item, [][]float32, error) {
	c, err := r.certificate(ctx, s)
	if err != nil {
		return extract.Item{}, nil, err
	}
	fields, doubts := r.sure.Judge(c.fields, c.doubts)
	return extract.Item{Fields: fields}, doubts, nil
}

func (r *Reader) certificate(ctx context.Context, s extract.Sheet) (*certificate, error) {
	l, err := s.Layout(ctx)
	if err != nil {
		return nil, err
	}
	p := form.Open(l, r.matcher)
	c := &certificate{page: p, sheet: s, table: readTable(p)}
	if !c.plausible() {
		return nil, extract.Errorf(extract.KindNotFound, "no withholding tax certificate was found: show the whole page, flat and sharp")
	}
	if at, ok := register(r.blank, l.Ticks, l.Width); ok {
		c.registered = true
		err = c.official(ctx, r.blank, at)
	} else {
		err = c.read(ctx)
	}
	return c, err
}

// certificate is one page while it is read.
type certificate struct {
	page   *form.Page
	sheet  extract.Sheet
	table  table
	days   []form.Day // of payment
	dated  bool       // they stand in the table
	fields []extract.Field
	places [][]geom.Rect // of each field, on the sheet

	registered bool // it is the official form
	evidence   evidence
}

// plausible reports whether the page is a certificate at all: its title, or the two parties and the columns of the table.
func (c *certificate) plausible() bool {
	kinds := 0
	for _, key := range []string{"title", "payer", "payee", "tax", "amount"} {
		if len(c.page.Of(key)) > 0 {
			kinds++
		}
	}
	return kinds >= 3
}

func (c *certificate) read(ctx context.Context) error {
	top := c.table.top
	payer, payee, ok := parties(c.page, top)
	both := [2]party{payer, payee}
	combs, err := c.combs(ctx, top)
	if err != nil {
		return err
	}
	again, err := c.rereadNumbers(ctx, top)
	if err != nil {
		return err
	}
	read(c.page, &both, ok, top, append(combs, again...))
	for i, name := range []string{"tax_witholder", "tax_payer"} {
		if err := c.name(ctx, name, both[i]); err != nil {
			return err
		}
		c.number(name+"_id_number", both[i])
	}
	c.days, c.dated = payment(c.page, c.table)
	c.money()
	c.incomes()
	if o, conf := formType(c.page, c.page.Layout.Ticks); conf > 0 {
		c.add("form_type", o.form, conf, o.print)
	}
	return nil
}

// add appends a field; places are boxes on the sheet.
func (c *certificate) add(name, value string, confidence float64, places ...geom.Rect) {
	f := extract.Field{Name: name, Value: value, Confidence: confidence}
	for _, b := range places {
		f.Quads = append(f.Quads, c.sheet.ToSource(geom.QuadOf(b)))
	}
	c.fields, c.places = append(c.fields, f), append(c.places, places)
}

// name adds a party's name.
func (c *certificate) name(ctx context.Context, field string, who party) error {
	if len(who.name) == 0 {
		return nil
	}
	v, err := form.Reread(ctx, c.sheet, c.page, who.name, extract.Hint{})
	if err != nil || v.Value == "" {
		return err
	}
	if i := strings.LastIndexByte(v.Value, ':'); letters(v.Value[i+1:]) > 2 { // what stands before it is a caption that is not known
		v.Value = strings.TrimSpace(v.Value[i+1:])
	}
	v.Value = vowel.ReplaceAllString(v.Value, "${1}เ$2")
	conf := 0.8
	if name.Begins(v.Value) {
		conf = 0.97
	}
	c.add(field, v.Value, v.Confidence*conf, v.Places...)
	return nil
}

// vowel is a Latin I right before a Thai consonant: what a leading vowel is misread as.
var vowel = regexp.MustCompile(`(^|[ \x{0E00}-\x{0E7F}])I([ก-ฮ])`)

// number adds a party's number: the one of 13 figures with the right check digit before others.
func (c *certificate) number(field string, who party) {
	best := -1
	rank := func(n number) float64 {
		v := n.conf
		if n.Valid {
			v += 2
		}
		if len(n.Digits) == 13 {
			v++
		}
		return v
	}
	for i, n := range who.ids {
		if best < 0 || rank(n) > rank(who.ids[best]) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	n := who.ids[best]
	conf := 0.73 + 0.25*math.Sqrt(n.conf) // the check digit does not see the third figure
	if !n.Valid {
		conf = 0.35 * n.conf
	}
	c.add(field, unboxed(n.Printed), conf, n.box)
}

// unboxed leaves the rules of boxes out of a number, and the white and dashes between them where each figure has its own.
func unboxed(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '|' || r == '¦' {
			return ' '
		}
		return r
	}, s)
	groups := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	single := 0
	for _, g := range groups {
		if utf8.RuneCountInString(g) == 1 {
			single++
		}
	}
	switch {
	case single > 6:
		return strings.Join(groups, "")
	case strings.Count(s, "-") > 1:
		return strings.Join(groups, "-")
	}
	return strings.Join(groups, " ")
}

// money adds amount paid and tax: the totals, or the only row's where none are printed.
func (c *certificate) money() {
	t := &c.table
	l := t.total
	if l.amount == nil && l.tax == nil && len(t.lines) == 1 {
		l = t.lines[0]
	}
	e := t.weigh(l)
	c.evidence = e
	for _, x := range []struct {
		field string
		s     *sum
	}{{"tax_amount", l.amount}, {"less_income_tax", l.tax}} {
		if x.s == nil {
			continue
		}
		conf, said := 0.7*x.s.conf, e.words > 0.97 && x.field == "less_income_tax"
		switch {
		case said || (e.rate || e.rows) && !x.s.unsure:
			conf = 0.97
		case e.rate || e.rows: // neither tells some satang from others
			conf = 0.75
		}
		c.add(x.field, x.s.value, conf, x.s.box())
	}
}

// incomes adds the dates of payment and the kinds of income of the filled rows.
func (c *certificate) incomes() {
	if len(c.days) > 0 {
		var places []geom.Rect
		for _, d := range c.days {
			places = append(places, c.page.Box(d.Span))
		}
		first := c.days[0]
		conf := 0.97
		if !c.dated {
			conf = 0.5
		}
		c.add("date_witholding_tax", figures(c.page.Text(first.Span)), conf*c.page.Confidence(first.Span), places...)
		c.fields[len(c.fields)-1].ISO = first.Date.DateTime()
	}
	var texts []string
	var places []geom.Rect
	conf := 1.0
	for _, l := range c.table.lines {
		if s, ok := c.income(l); ok {
			texts, places = append(texts, c.page.Text(s)), append(places, c.page.Box(s))
			conf = min(conf, c.page.Confidence(s))
		}
	}
	if len(texts) > 0 {
		c.add("type_withold_tax", strings.Join(texts, "\n"), 0.8*conf, places...)
	}
}

// numbered dates have no blanks: what is read as such is the white around their signs.
var numbered = regexp.MustCompile(`^[0-9๐-๙ ]+[./-][0-9๐-๙ ]+[./-][0-9๐-๙ ]+$`)

// figures returns a date as it is printed: the blank that belongs behind the point of a month is not before it.
func figures(s string) string {
	if numbered.MatchString(s) {
		return strings.ReplaceAll(s, " ", "")
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(s, " .", ". ")), " ")
}

// income returns the print of a filled row in the column of the kinds of income: the widest text without a sum.
func (c *certificate) income(l line) (form.Span, bool) {
	var best form.Span
	for _, s := range c.page.Cells(l.row) {
		if b := c.page.Box(s); letters(c.page.Text(s)) > 5 && (best.Empty() || b.W() > c.page.Box(best).W()) {
			best = s
		}
	}
	return best, !best.Empty()
}
