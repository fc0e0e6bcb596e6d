package invoice

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/invoice/structured"
	"lensd/extract/sure"
	"lensd/extract/thai/date"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

//go:embed sure.model
var sureModel []byte

// features is how many the confidence is made of.
const features = sure.Common + 13

func openSure() (*sure.Model, error) { return sure.Read(sureModel, features) }

// members are the fields in the order by which the confidence knows them.
func members() []string {
	var out []string
	for _, f := range fields() {
		out = append(out, f.Name)
	}
	return append(out, "type_doc", "branch_seller", "baht", "item_name")
}

// doubts is what is known of a page when its fields' confidences are made.
type doubts struct {
	page   *extract.Layout
	found  map[string]find.Found
	sums   sums
	satang int64 // that the words say
	said   bool
	set    map[string]*extract.Field
}

// of returns what speaks for and against a field.
func (d doubts) of(name string) []float32 {
	f := d.set[name]
	var places []geom.Rect
	for _, q := range f.Quads {
		places = append(places, q.Bounds())
	}
	v := sure.Of(slices.Index(members(), name), f.Confidence, f.Value, places, d.page)
	first := d.found[name]
	sound, broken := d.sums.agreement()
	words := 0
	if d.said {
		words = -1
		if d.sums.has["grand_total"] && d.sums.grand == d.satang || d.sums.has["total"] && d.sums.total == d.satang {
			words = 1
		}
	}
	number := 0
	if figures := id.Digits(f.Value); strings.HasSuffix(name, "_tax_id_no") && len(figures) == id.Length {
		number = -1
		if id.Valid(figures) {
			number = 1
		}
	}
	again, sums := 0, sure.Flag(total(name))
	for _, line := range d.page.Lines {
		if utf8.RuneCountInString(f.Value) > 3 && strings.Contains(line.Text.Value, f.Value) {
			again++
		}
	}
	_, dated := date.Parse(f.Value, date.Options{})
	return append(v, float32(first.Confidence), float32(first.Score), float32(first.Reading), float32(len(first.Spans)), sums*float32(sound), sums*float32(broken),
		sums*float32(words), float32(number), float32(again), sure.Flag(dated), sure.Flag(f.Printed != ""), float32(len(d.set)), sure.Flag(first.Value == f.Value))
}

// certain gives each field its fitted confidence. It returns what these are made of, by field.
func (r *Reader) certain(d doubts, data structured.Invoice) map[string][]float32 {
	all := map[string][]float32{}
	for name := range d.set {
		all[name] = d.of(name)
	}
	for name, f := range d.set {
		if data[name] == "" { // what data within the PDF says is no matter of looks
			f.Confidence = r.sure.Probability(all[name])
		}
	}
	return all
}
