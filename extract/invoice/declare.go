package invoice

import (
	"bytes"
	_ "embed"

	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/find/tag"
)

// The tables of captions, headings and titles, and what was learned (scripts/train/find on pages of scripts/synth/invoice).
var (
	//go:embed captions.tsv
	captionTable []byte
	//go:embed columns.tsv
	columnTable []byte
	//go:embed titles.tsv
	titleTable []byte
	//go:embed invoice.model
	learned []byte
	//go:embed invoice.net
	learnedTags []byte
)

// lean was chosen on held-out pages, text layers, scans and photographs: from here on hardly more values are right.
const lean = 1.0

// Declare is the declaration for the finder, the same for invoices of goods, receipts and freight: what tells them apart is on
// the page. A nil model means the one that is embedded, whose trees have a tagger beside them.
func Declare(m *find.Model, t *tag.Net) (find.Kind, error) {
	captions, err := caption.Parse(bytes.NewReader(captionTable))
	if err != nil {
		return find.Kind{}, err
	}
	if m == nil {
		if m, t, err = embedded(); err != nil {
			return find.Kind{}, err
		}
	}
	k := find.Kind{Fields: fields(), Captions: captions, Model: m, Lean: lean, Tagger: t}
	k.Prefer = func(found []*find.Found) float64 { return prefer(byName(found)) }
	return k, nil
}

// embedded returns what was learned.
func embedded() (*find.Model, *tag.Net, error) {
	m, err := find.ReadModel(bytes.NewReader(learned))
	if err != nil {
		return nil, nil, err
	}
	t, err := tag.Read(bytes.NewReader(learnedTags))
	return m, t, err
}

// fields declares what is looked for. What is told by its own print alone (title, branch, sum in words) is read apart.
func fields() []find.Field {
	seller, buyer := []string{"seller"}, []string{"buyer"}
	return []find.Field{
		{Name: "seller_name", Type: find.Name, Keys: []string{"name"}, Party: seller, Lines: 3},
		{Name: "seller_address", Type: find.Address, Keys: []string{"address"}, Party: seller, Lines: 6},
		{Name: "seller_tax_id_no", Type: find.TaxID, Keys: []string{"tax_id"}, Party: seller},
		{Name: "buyer_name", Type: find.Name, Keys: []string{"name"}, Party: buyer, Lines: 3},
		{Name: "buyer_address", Type: find.Address, Keys: []string{"address"}, Party: buyer, Lines: 6},
		{Name: "buyer_tax_id_no", Type: find.TaxID, Keys: []string{"tax_id"}, Party: buyer},
		{Name: "buyer_phone_number", Type: find.Phone, Keys: []string{"phone"}, Party: buyer},
		{Name: "shipping_from_address", Type: find.Address, Keys: []string{"address"}, Party: []string{"ship_from"}, Lines: 6},
		{Name: "invoice_no", Type: find.Code, Keys: []string{"invoice_no"}},
		{Name: "invoice_date", Type: find.Date, Keys: []string{"invoice_date"}},
		{Name: "due_date", Type: find.Date, Keys: []string{"due_date"}},
		{Name: "customer_id", Type: find.Code, Keys: []string{"customer_id"}},
		{Name: "sub_total", Type: find.Amount, Keys: []string{"sub_total"}},
		{Name: "vat", Type: find.Amount, Keys: []string{"vat"}},
		{Name: "total", Type: find.Amount, Keys: []string{"total"}},
		{Name: "witholding_tax", Type: find.Amount, Keys: []string{"withholding"}},
		{Name: "grand_total", Type: find.Amount, Keys: []string{"grand_total"}},
		{Name: "biller_id", Type: find.Code, Keys: []string{"biller_id"}},
		{Name: "vessel", Type: find.Text, Keys: []string{"vessel"}, Share: true},
		{Name: "voy", Type: find.Text, Keys: []string{"voy"}, Share: true},
		{Name: "pol", Type: find.Text, Keys: []string{"pol"}, Lines: 2},
		{Name: "pod", Type: find.Text, Keys: []string{"pod"}, Lines: 2},
	}
}

func byName(found []*find.Found) map[string]*find.Found {
	out := make(map[string]*find.Found, len(found))
	for _, f := range found {
		if f != nil {
			out[f.Field] = f
		}
	}
	return out
}
