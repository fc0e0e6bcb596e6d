package tawi

import (
	_ "embed"
	"slices"
	"strings"

	"lensd/extract/sure"
	"lensd/extract/thai/date"
	"lensd/extract/thai/id"
	"lensd/extract/thai/name"
)

//go:embed sure.model
var sureModel []byte

// features is how many the confidence is made of.
const features = sure.Common + 8

func openSure() (*sure.Model, error) { return sure.Read(sureModel, features) }

// members are the fields in the order by which the confidence knows them.
func members() []string {
	return []string{"tax_witholder", "tax_witholder_id_number", "tax_payer", "tax_payer_id_number", "form_type", "date_witholding_tax",
		"tax_amount", "less_income_tax", "type_withold_tax"}
}

// doubts returns what speaks for and against field i of the certificate.
func (c *certificate) doubts(i int) []float32 {
	f := c.fields[i]
	v := sure.Of(slices.Index(members(), f.Name), f.Confidence, f.Value, c.places[i], c.page.Layout)
	again := 0
	for _, o := range c.fields {
		if o.Value == f.Value {
			again++
		}
	}
	figures := id.Digits(f.Value)
	return append(v, sure.Flag(c.registered), sure.Flag(c.evidence.rate), sure.Flag(c.evidence.rows), float32(c.evidence.words),
		sure.Flag(strings.HasSuffix(f.Name, "id_number") && id.Valid(figures)), sure.Flag(name.Begins(f.Value)),
		sure.Flag(date.Is(f.Value, date.Options{Era: date.BE})), float32(len(c.fields)*10+again))
}
