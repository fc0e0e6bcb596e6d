package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/form/formtest"
)

// TestUnwrap: values whose print says that they go on are taken with what follows, and no others.
func TestUnwrap(t *testing.T) {
	for name, c := range map[string]struct {
		lines  []string // under each other
		beside string   // in the row of the first
		field  string
		kind   find.Type
		value  string // found in the first line
		want   string
	}{
		"a number at a dash":            {[]string{"No. TX445065-", "152"}, "", "invoice_no", find.Code, "TX445065", "TX445065- 152"},
		"what follows is a sentence":    {[]string{"No. TX445065-", "152 pieces in all"}, "", "invoice_no", find.Code, "TX445065", "TX445065"},
		"a number that has ended":       {[]string{"No. TX445065", "152"}, "", "invoice_no", find.Code, "TX445065", "TX445065"},
		"a tax number":                  {[]string{"1-2345-67890-", "13-9 สาขา 1"}, "", "seller_tax_id_no", find.TaxID, "1-2345-67890", "1-2345-67890- 13-9"},
		"a tax number with other ends":  {[]string{"1-2345-67890-", "13-8"}, "", "seller_tax_id_no", find.TaxID, "1-2345-67890", "1-2345-67890"},
		"a date and its year":           {[]string{"15 กันยายน", "2568"}, "", "invoice_date", find.Date, "15 กันยายน", "15 กันยายน 2568"},
		"a date that has one":           {[]string{"15 May 2024", "2025"}, "", "invoice_date", find.Date, "15 May 2024", "15 May 2024"},
		"an address in its row":         {[]string{"7 Mill Lane, Aston,", "Tax ID 77"}, "AS 96362", "buyer_address", find.Address, "7 Mill Lane, Aston", "7 Mill Lane, Aston, AS 96362"},
		"an address that does not say":  {[]string{"7 Mill Lane, Aston", "AS 96362"}, "", "buyer_address", find.Address, "7 Mill Lane, Aston", "7 Mill Lane, Aston"},
		"what something else was taken": {[]string{"7 Mill Lane, Aston,", "taken"}, "", "buyer_address", find.Address, "7 Mill Lane, Aston", "7 Mill Lane, Aston"},
	} {
		s := formtest.New()
		for i, text := range c.lines {
			s.Put(50, 100+32*float64(i), text)
		}
		if c.beside != "" {
			s.Put(70+10*float64(len(c.lines[0])), 100, c.beside)
		}
		l := &s.Page
		runes := []rune(c.lines[0])
		from := 0
		for string(runes[from:from+len([]rune(c.value))]) != c.value {
			from++
		}
		found := []find.Found{{Field: c.field, Value: c.value, Spans: []find.Span{{Line: 0, From: from, To: from + len([]rune(c.value))}}}}
		kinds := map[string]find.Type{c.field: c.kind, "other": find.Text}
		if c.lines[1] == "taken" {
			found = append(found, find.Found{Field: "other", Value: "taken", Spans: []find.Span{{Line: 1, To: 5}}})
		}
		unwrap(l, found, kinds)
		assert.Equal(t, c.want, found[0].Value, name)
		assert.Len(t, found[0].Spans, 1+map[bool]int{c.want != c.value: 1}[true], name)
	}
	assert.NotPanics(t, func() { unwrap(&extract.Layout{}, nil, nil) })
}
