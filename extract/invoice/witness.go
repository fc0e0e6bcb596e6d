package invoice

import (
	"maps"
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/invoice/structured"
	"lensd/extract/latin"
	"lensd/extract/money"
	"lensd/extract/payment"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// testify weighs what the page says against the data that the PDF carries: what agrees is nearly sure, what the data
// names elsewhere on the page is taken from there, and what the page does not print is not taken at all.
func testify(l *extract.Layout, set map[string]*extract.Field, data structured.Invoice, add func(extract.Field)) {
	for _, name := range []string{"invoice_no", "invoice_date", "due_date", "seller_name", "seller_tax_id_no", "buyer_name", "buyer_tax_id_no",
		"sub_total", "vat", "total", "witholding_tax", "grand_total", "biller_id"} {
		want := data[name]
		if want == "" {
			continue
		}
		have := set[name]
		if have != nil && alikeValue(name, want, have.Value) {
			have.Confidence = surer(have.Confidence, 0.1)
			continue
		}
		f, ok := printedAs(l, name, want)
		switch {
		case ok && have != nil:
			*have = f
		case ok:
			add(f)
		case have != nil:
			have.Confidence *= 0.5
		}
	}
}

// asked adds to the data of a PDF what the page's QR codes ask for: the sum to be paid and the biller. Data within the PDF comes
// first.
func asked(data structured.Invoice, codes []extract.Code) structured.Invoice {
	out := structured.Invoice{}
	for _, c := range codes {
		says, ok := payment.Parse(c.Text)
		if !ok || says[payment.Scheme] == "slip" {
			continue
		}
		if sum, ok := money.Parse(says[payment.Amount], money.Point); ok && sum.Satang() > 0 {
			out["grand_total"] = says[payment.Amount]
		}
		if says[payment.Scheme] == "bill-payment" {
			out["biller_id"] = says[payment.To]
		}
	}
	maps.Copy(out, data)
	return out
}

// alikeValue compares a value of the data with a printed one.
func alikeValue(name, want, got string) bool {
	switch {
	case total(name):
		a, ok := money.Parse(want, money.Point)
		for _, sign := range []money.DecimalSign{money.Unknown, money.Comma, money.Point} {
			b, ok2 := sumIn(got, sign)
			if ok && ok2 && a.Satang() == b.Satang() {
				return true
			}
		}
		return false
	case strings.HasSuffix(name, "_date"):
		for _, first := range []bool{false, true} {
			if d, ok := date.Parse(got, date.Options{Era: date.CE, MonthFirst: first}); ok && d.ISO()[:10] == want {
				return true
			}
		}
		return false
	}
	return latin.Skeleton(want) != "" && latin.Skeleton(want) == latin.Skeleton(got)
}

// printedAs finds a value of the data on the page: the lowest place of a sum, the highest of anything else.
func printedAs(l *extract.Layout, name, want string) (extract.Field, bool) {
	var best extract.Field
	found := false
	for _, p := range upright(l) {
		for _, s := range spansOf(p.text, name) {
			text := string([]rune(p.text)[s[0]:s[1]])
			if !alikeValue(name, want, text) || found && !total(name) {
				continue
			}
			found = true
			best = extract.Field{Name: name, Value: text, Confidence: 0.95 * p.conf, Quads: []geom.Quad{part(l.Lines[p.line], s[0], s[1])}}
		}
	}
	return best, found
}

// spansOf lists the parts of a line, in runes, that can be a value of a field's sort.
func spansOf(text, name string) [][2]int {
	all := [2]int{0, utf8.RuneCountInString(text)}
	switch {
	case total(name):
		var out [][2]int
		for _, f := range money.Find(text, money.Unknown) {
			if !f.Percent {
				out = append(out, [2]int{runeAt(text, f.Start), runeAt(text, f.End)})
			}
		}
		return out
	case strings.HasSuffix(name, "_date"):
		var out [][2]int
		for _, f := range date.Find(text, date.Options{Era: date.CE}) {
			out = append(out, [2]int{f.Start, min(f.End, all[1])})
		}
		return out
	}
	out := [][2]int{all}
	if i := strings.IndexAny(text, ":#"); i >= 0 {
		rest := strings.TrimLeft(text[i+1:], " ")
		out = append(out, [2]int{runeAt(text, len(text)-len(rest)), all[1]})
	}
	from := 0
	for i, r := range text + " " { // each word, and each tail that begins one
		if r != ' ' {
			continue
		}
		out = append(out, [2]int{runeAt(text, from), runeAt(text, i)})
		if from > 0 {
			out = append(out, [2]int{runeAt(text, from), all[1]})
		}
		from = i + 1
	}
	return out
}
