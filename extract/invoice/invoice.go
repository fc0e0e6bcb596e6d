// Package invoice reads invoices, receipts and freight invoices: fields through the field finder, the title, the branch and
// the sum in words by their own print, the items from the lines under their headings. Sums, check digits and dates are
// evidence: they choose among readings and set the confidence; no value is made that is not printed.
package invoice

import (
	"bytes"
	"context"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/invoice/structured"
	"lensd/vision/geom"
)

// Reader reads the pages of one of the two kinds. It is safe for concurrent use.
type Reader struct {
	finder                    *find.Finder
	captions, columns, titles *caption.Matcher
	literal                   bool // columns carry the printed heading
	freight                   bool
}

// New makes the reader of general-invoice or shipping-invoice.
func New(kind extract.Kind) (*Reader, error) {
	k, err := Declare(nil)
	if err != nil {
		return nil, err
	}
	finder, err := find.New(k)
	if err != nil {
		return nil, err
	}
	r := &Reader{finder: finder, captions: caption.NewMatcher(k.Captions), literal: kind == extract.ShippingInvoice, freight: kind == extract.ShippingInvoice}
	for at, table := range map[**caption.Matcher][]byte{&r.columns: columnTable, &r.titles: titleTable} {
		list, err := caption.Parse(bytes.NewReader(table))
		if err != nil {
			return nil, err
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
	item := r.Page(l, data)
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
func (r *Reader) Page(l *extract.Layout, data structured.Invoice) extract.Item {
	found := r.finder.Find(l)
	set := map[string]*extract.Field{}
	var order []string
	add := func(f extract.Field) {
		if _, twice := set[f.Name]; !twice && f.Value != "" {
			set[f.Name] = &f
			order = append(order, f.Name)
		}
	}
	for _, f := range found {
		add(field(f))
	}
	if f, ok := r.title(l); ok {
		add(f)
	}
	if f, ok := branch(l, quadsOf(set, "seller_name", "seller_address", "seller_tax_id_no"), quadsOf(set, "buyer_name", "buyer_address", "buyer_tax_id_no")); ok {
		add(f)
	}
	said, satang, ok := r.words(l, amounts(byName(pointers(found))).known())
	if ok {
		add(said)
	}
	voyage(set)
	judge(found, set, satang, ok)
	testify(l, set, data, add)
	twin(set, add)
	item := extract.Item{}
	if t, ok := r.Items(l); ok {
		item.Tables = []extract.Table{t}
		if r.freight {
			first(t, r, add)
		}
	}
	dates(set, l)
	for _, n := range order {
		item.Fields = append(item.Fields, *set[n])
	}
	return item
}

func pointers(found []find.Found) []*find.Found {
	out := make([]*find.Found, len(found))
	for i := range found {
		out[i] = &found[i]
	}
	return out
}

// field makes a field of what was found.
func field(f find.Found) extract.Field {
	out := extract.Field{Name: f.Field, Value: f.Value, Confidence: f.Confidence}
	for _, s := range f.Spans {
		out.Quads = append(out.Quads, s.Quad)
	}
	return out
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
