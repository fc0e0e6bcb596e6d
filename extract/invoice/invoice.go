// Package invoice reads invoices, receipts and freight invoices: fields through the field finder, the title, the branch and
// the sum in words by their own print, the items from the lines under their headings. Sums, check digits and dates are
// evidence: they choose among readings and set the confidence; no value is made that is not printed.
package invoice

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/invoice/structured"
	"lensd/extract/payment"
	"lensd/extract/sure"
	"lensd/extract/thai/address"
	"lensd/vision/geom"
)

// Reader reads the pages of one of the two kinds. It is safe for concurrent use.
type Reader struct {
	finder                    *find.Finder
	captions, columns, titles *caption.Matcher
	places                    *address.Table
	types                     map[string]find.Type
	sure                      *sure.Model
	freight                   bool // a freight invoice, whose columns carry the printed heading
}

// For returns the reader of one of the two kinds, which shares with r what was learned.
func (r *Reader) For(kind extract.Kind) *Reader {
	one := *r
	one.freight = kind == extract.ShippingInvoice
	return &one
}

// New makes the reader of general-invoice or shipping-invoice.
func New(kind extract.Kind) (*Reader, error) {
	k, err := Declare(nil, nil)
	if err != nil {
		return nil, err
	}
	finder, err := find.New(k)
	if err != nil {
		return nil, err
	}
	r := &Reader{finder: finder, types: map[string]find.Type{}, captions: caption.NewMatcher(k.Captions), freight: kind == extract.ShippingInvoice}
	if r.places, err = address.Open(); err != nil {
		return nil, err
	}
	if r.sure, err = openSure(); err != nil {
		return nil, err
	}
	for _, f := range k.Fields {
		r.types[f.Name] = f.Type
	}
	for at, table := range map[**caption.Matcher][]byte{&r.columns: columnTable, &r.titles: titleTable} {
		list, err := caption.Parse(bytes.NewReader(table))
		if err != nil {
			return nil, err
		}
		if at == &r.titles {
			for i := range list {
				list[i].Key = list[i].Text // a title that is found names itself
			}
		}
		*at = caption.NewMatcher(list)
	}
	return r, nil
}

// Read reads a page; data is what the PDF carries beside its print, nil for none. A page without anything that an invoice
// holds is KindNotFound.
func (r *Reader) Read(ctx context.Context, s extract.Sheet, data structured.Invoice) ([]extract.Item, error) {
	l, err := s.Layout(ctx)
	if err != nil {
		return nil, err
	}
	item := r.Page(ctx, l, asked(data, l.Codes))
	for _, c := range l.Codes {
		c.Quad = s.ToSource(c.Quad)
		c.Payment, _ = payment.Parse(c.Text)
		item.Codes = append(item.Codes, c)
	}
	if len(item.Fields) < 2 && len(item.Tables) == 0 {
		return nil, extract.Errorf(extract.KindNotFound, "no invoice was found: show the whole page, flat and sharp")
	}
	for i := range item.Fields {
		for j, q := range item.Fields[i].Quads {
			item.Fields[i].Quads[j] = s.ToSource(q)
		}
	}
	for i := range item.Tables {
		t := &item.Tables[i]
		t.Quad = s.ToSource(t.Quad)
		for j := range t.Cells {
			if t.Cells[j].Text != "" {
				t.Cells[j].Quad = s.ToSource(t.Cells[j].Quad)
			}
		}
	}
	return []extract.Item{item}, nil
}

// Page reads a layout; quads stay in the sheet's pixels.
func (r *Reader) Page(ctx context.Context, l *extract.Layout, data structured.Invoice) extract.Item {
	item, _ := r.Explain(ctx, l, data)
	return item
}

// Explain is Page that also tells what each field's confidence is made of, by name, for its training.
func (r *Reader) Explain(ctx context.Context, l *extract.Layout, data structured.Invoice) (extract.Item, map[string][]float32) {
	l = r.soundest(l)
	found := r.finder.Find(ctx, l)
	for i := range found {
		if r.types[found[i].Field] == find.TaxID {
			wholeNumber(l, &found[i])
		}
		narrow(l, &found[i], r.types[found[i].Field])
	}
	unwrap(l, found, r.types)
	set := map[string]*extract.Field{}
	var order []string
	add := func(f extract.Field) {
		if _, twice := set[f.Name]; !twice && f.Value != "" {
			set[f.Name] = &f
			order = append(order, f.Name)
		}
	}
	d := doubts{page: l, set: set, found: map[string]find.Found{}, sums: amounts(byName(pointers(found)))}
	for _, f := range found {
		d.found[f.Field] = f
		add(field(l, f))
	}
	d.satang, d.said = r.beside(l, found, set, add)
	judge(found, set, d.satang, d.said)
	testify(l, set, data, add)
	twin(set, add)
	r.correct(set, d.satang)
	item := extract.Item{}
	if t, ok := r.Items(l); ok {
		item.Tables = []extract.Table{t}
		if r.freight {
			first(t, r, add)
		}
	}
	dates(set, l)
	all := r.certain(d, data)
	for _, n := range order {
		item.Fields = append(item.Fields, *set[n])
	}
	return item, all
}

// beside adds what the finder does not look for: sums that others imply, the title, the branch, the sum in words, which it returns.
func (r *Reader) beside(l *extract.Layout, found []find.Found, set map[string]*extract.Field, add func(extract.Field)) (satang int64, said bool) {
	complete(l, found, set, add)
	if f, ok := r.title(l); ok {
		add(f)
	}
	if f, ok := branch(l, quadsOf(set, "seller_name", "seller_address", "seller_tax_id_no"), quadsOf(set, "buyer_name", "buyer_address", "buyer_tax_id_no")); ok {
		add(f)
	}
	words, satang, said := r.words(l, amounts(byName(pointers(found))).known())
	if said {
		add(words)
	}
	voyage(set)
	return satang, said
}

func pointers(found []find.Found) []*find.Found {
	out := make([]*find.Found, len(found))
	for i := range found {
		out[i] = &found[i]
	}
	return out
}

// online is an address of the internet: it stands below postal ones and is no part of them.
var online = regexp.MustCompile(`(?i)^\s*(?:e-?mail|web(?:site)?|อีเมล)?\s*:?\s*(?:\S+@\S+|(?:https?://|www\.)\S+)\s*$`)

// field makes a field of what was found.
func field(l *extract.Layout, f find.Found) extract.Field {
	out := extract.Field{Name: f.Field, Value: f.Value, Confidence: f.Confidence}
	spans := f.Spans
	for strings.HasSuffix(f.Field, "_address") && len(spans) > 1 && online.MatchString(textOf(l, spans[len(spans)-1])) {
		spans = spans[:len(spans)-1]
	}
	if f.Field == "invoice_no" && len(spans) == 1 {
		spans = []find.Span{signOf(l, wordOf(l, spans[0]))}
	}
	if len(spans) < len(f.Spans) || spans[0].From != f.Spans[0].From {
		var parts []string
		for _, s := range spans {
			parts = append(parts, textOf(l, s))
		}
		out.Value = strings.Join(parts, " ")
	}
	for _, s := range spans {
		out.Quads = append(out.Quads, s.Quad)
	}
	return out
}

func textOf(l *extract.Layout, s find.Span) string {
	return string([]rune(l.Lines[s.Line].Text.Value)[s.From:s.To])
}

// wordOf gives a code what was cut from its front as if it were a caption: NO-2024-17.
func wordOf(l *extract.Layout, s find.Span) find.Span {
	runes := []rune(l.Lines[s.Line].Text.Value)
	from := s.From
	for from > 0 && strings.ContainsRune("-/", runes[from-1]) {
		from--
	}
	if !strings.ContainsRune("-/", runes[from]) {
		return s
	}
	for from > 0 && (unicode.IsLetter(runes[from-1]) || unicode.IsDigit(runes[from-1])) {
		from--
	}
	if from < s.From {
		s.From, s.Quad = from, part(l.Lines[s.Line], from, s.To)
	}
	return s
}

// signOf gives a number the sign that is printed close before it: No. #2024-17. Behind a word alone it is the caption's: Invoice #17.
func signOf(l *extract.Layout, s find.Span) find.Span {
	runes := []rune(l.Lines[s.Line].Text.Value)
	if s.From == 0 || runes[s.From-1] != '#' {
		return s
	}
	if before := []rune(strings.TrimSpace(string(runes[:s.From-1]))); len(before) > 0 && (unicode.IsLetter(before[len(before)-1]) || unicode.IsMark(before[len(before)-1])) {
		return s
	}
	s.From--
	s.Quad = part(l.Lines[s.Line], s.From, s.To)
	return s
}

func quadsOf(set map[string]*extract.Field, names ...string) []geom.Quad {
	var out []geom.Quad
	for _, n := range names {
		if f := set[n]; f != nil {
			out = append(out, f.Quads...)
		}
	}
	return out
}
