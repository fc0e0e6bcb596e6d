package invoice

import (
	"strings"

	"lensd/extract/find"
	"lensd/extract/money"
	"lensd/extract/thai/date"
	"lensd/extract/thai/id"
)

// sums are the amounts of a page in satang; ok tells which were read.
type sums struct {
	sub, vat, total, held, grand int64
	has                          map[string]bool
}

// amounts reads the sums of a page with its own decimal sign.
func amounts(f map[string]*find.Found) sums {
	var texts []string
	for _, n := range []string{"sub_total", "vat", "total", "witholding_tax", "grand_total"} {
		if f[n] != nil {
			texts = append(texts, f[n].Value)
		}
	}
	sign := money.Convention(texts)
	s := sums{has: map[string]bool{}}
	for n, at := range map[string]*int64{"sub_total": &s.sub, "vat": &s.vat, "total": &s.total, "witholding_tax": &s.held, "grand_total": &s.grand} {
		if f[n] == nil {
			continue
		}
		if a, ok := sumIn(f[n].Value, sign); ok {
			*at, s.has[n] = a.Satang(), true
		}
	}
	if s.held < 0 {
		s.held = -s.held // printed with or without its sign
	}
	return s
}

// known lists the totals that words can say.
func (s sums) known() []int64 {
	var out []int64
	if s.has["grand_total"] {
		out = append(out, s.grand)
	}
	if s.has["total"] {
		out = append(out, s.total)
	}
	return out
}

// sumIn returns the sum within a value: the last that is no rate.
func sumIn(text string, sign money.DecimalSign) (money.Amount, bool) {
	found := money.Find(text, sign)
	for i := len(found) - 1; i >= 0; i-- {
		if !found[i].Percent {
			return found[i].Amount, true
		}
	}
	return money.Amount{}, false
}

// near allows a satang for each of two rounded parts.
func near(a, b int64) bool { return a-b <= 2 && b-a <= 2 }

// agreement counts the sums of a page that bear each other out, and those that contradict.
func (s sums) agreement() (sound, broken int) {
	tell := func(ok bool) {
		if ok {
			sound++
		} else {
			broken++
		}
	}
	before := s.grand // with VAT, before tax is withheld
	known := s.has["grand_total"]
	if s.has["total"] {
		before, known = s.total, true
		if s.has["witholding_tax"] && s.has["grand_total"] {
			tell(near(s.total-s.held, s.grand))
		}
	} else if s.has["witholding_tax"] && known {
		before = s.grand + s.held
	}
	if known && s.has["sub_total"] && s.has["vat"] {
		tell(near(s.sub+s.vat, before))
	}
	if s.has["sub_total"] && s.has["vat"] && s.sub > 0 && s.rated() {
		sound++
	}
	return sound, broken
}

// implied returns what the sums that were read say of one that was not; ok is false where they do not.
func (s sums) implied(name string) (v int64, ok bool) {
	before, known := s.total, s.has["total"] // with VAT, before tax is withheld
	if !known && s.has["grand_total"] && !s.has["witholding_tax"] {
		before, known = s.grand, true
	}
	if !known && s.has["grand_total"] {
		before, known = s.grand+s.held, true
	}
	sub, vat := s.has["sub_total"], s.has["vat"]
	switch name {
	case "grand_total":
		if s.has["witholding_tax"] {
			return before - s.held, known
		}
		return s.sub + s.vat, sub && vat && !s.has["total"]
	case "total":
		return s.sub + s.vat, sub && vat && s.has["witholding_tax"]
	case "sub_total":
		return before - s.vat, known && vat
	case "vat":
		return before - s.sub, known && sub && before > s.sub
	}
	return 0, false
}

// rated reports whether VAT is a usual rate of the sum before it.
func (s sums) rated() bool {
	for _, r := range []int64{70, 50, 80, 100, 190, 200, 210, 220, 250, 60, 150, 180, 230} {
		if near((s.sub*r+500)/1000, s.vat) {
			return true
		}
	}
	return false
}

// prefer is what an assignment is worth beyond its places: sums that agree, numbers with a right check digit, dates in
// their order. It decides between readings of one page and never makes a value.
func prefer(f map[string]*find.Found) float64 {
	w := 0.0
	sound, broken := amounts(f).agreement()
	w += 3*float64(sound) - 1.5*float64(broken)
	for _, n := range []string{"seller_tax_id_no", "buyer_tax_id_no"} {
		if f[n] == nil {
			continue
		}
		if d := id.Digits(f[n].Value); len(d) == id.Length && id.Valid(d) {
			w++
		}
	}
	if a, b := f["seller_tax_id_no"], f["buyer_tax_id_no"]; a != nil && b != nil && id.Digits(a.Value) == id.Digits(b.Value) {
		w -= 3
	}
	if a, b := f["seller_name"], f["buyer_name"]; a != nil && b != nil && strings.EqualFold(a.Value, b.Value) {
		w -= 2
	}
	if a, b := f["invoice_date"], f["due_date"]; a != nil && b != nil {
		x, ok := date.Parse(a.Value, date.Options{Era: date.CE})
		y, ok2 := date.Parse(b.Value, date.Options{Era: date.CE})
		if ok && ok2 && y.Time().Before(x.Time()) {
			w -= 2
		}
	}
	return w
}
