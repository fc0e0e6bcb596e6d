package invoice

import (
	"regexp"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/money"
	"lensd/extract/thai"
)

// correct writes what was misread as it must have been printed, where a closed list says so: places under their postcode, the
// words of a sum that the figures say. What was read stays in Printed.
func (r *Reader) correct(set map[string]*extract.Field, satang int64) {
	put := func(f *extract.Field, value string) {
		if value != f.Value {
			f.Printed, f.Value = f.Value, value
		}
	}
	for name, f := range set {
		switch {
		case strings.HasSuffix(name, "_address"):
			put(f, r.places.Check(f.Value).Text)
		case name == "baht" && satang > 0:
			put(f, spelledSum(f.Value, satang))
		case name == "invoice_no" || name == "customer_id":
			put(f, latinCode(f.Value))
		}
	}
}

// nearSum is how alike a sum in words and its spelling must be for the spelling to be what was printed.
const nearSum = 0.9

// spelledSum returns Thai words of a sum as they are spelt, in the brackets that they stand in.
func spelledSum(said string, satang int64) string {
	inner := strings.Trim(said, "() ")
	want := money.ThaiWords(satang)
	if !strings.ContainsFunc(inner, thai.IsThai) || !strings.HasPrefix(said, "(") && strings.Contains(said, "(") || money.Likeness(inner, satang) < nearSum {
		return said
	}
	if v, ok := money.ParseThaiWords(inner); ok && v != satang {
		return said // a contradiction is told, not mended
	}
	if thai.Skeleton(inner) == thai.Skeleton(want+"ถ้วน") {
		want += "ถ้วน"
	}
	if n := len([]rune(thai.Skeleton(inner))) - len([]rune(thai.Skeleton(want))); n > 1 || n < -1 {
		return said // something else stands with it
	}
	if strings.HasPrefix(said, "(") {
		want = "(" + want + ")"
	}
	return want
}

// Narrow strokes of capital letters are read as Thai vowels in front of Latin ones: เNV for INV.
var strokes = regexp.MustCompile(`^[เแโใไม|!1l]{1,2}(NV[-/ ]?\d)`)

func latinCode(s string) string { return strokes.ReplaceAllString(s, "I$1") }

// narrow leaves out of a value of one line what does not belong to its type: T: before a phone, a branch behind a tax number.
func narrow(l *extract.Layout, f *find.Found, kind find.Type) {
	if len(f.Spans) != 1 || kind != find.Phone && kind != find.TaxID && kind != find.Date {
		return
	}
	var hits []find.Match
	for _, m := range find.Typed(f.Value) {
		if m.Type == kind {
			hits = append(hits, m)
		}
	}
	if len(hits) != 1 {
		return
	}
	value := []rune(f.Value)
	if m := hits[0]; count(string(value[:m.From])+string(value[m.To:]), unicode.IsDigit) == 0 && (m.From > 0 || m.To < len(value)) {
		s := f.Spans[0]
		s.From, s.To = s.From+m.From, s.From+m.To
		s.Quad = part(l.Lines[s.Line], s.From, s.To)
		f.Value, f.Spans = string(value[m.From:m.To]), []find.Span{s}
	}
}
