package invoice

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/money"
	"lensd/extract/thai"
	"lensd/extract/thai/date"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

// judge raises the confidence of sums that bear each other out and lowers that of sums that contradict; so do the sum in
// words and the check digits of identification numbers. The doubt that is left is a share of what it was.
func judge(found []find.Found, set map[string]*extract.Field, satang int64, said bool) {
	f := map[string]*find.Found{}
	for i := range found {
		f[found[i].Field] = &found[i]
	}
	s := amounts(f)
	sound, broken := s.agreement()
	for _, n := range []string{"sub_total", "vat", "total", "witholding_tax", "grand_total"} {
		switch x := set[n]; {
		case x == nil || !s.has[n]:
		case broken > 0:
			x.Confidence *= 0.6
		case sound > 1:
			x.Confidence = surer(x.Confidence, 0.3)
		case sound > 0:
			x.Confidence = surer(x.Confidence, 0.6)
		}
	}
	if said && set["baht"] != nil {
		agrees := s.has["grand_total"] && s.grand == satang || s.has["total"] && s.total == satang
		if agrees {
			set["baht"].Confidence = surer(set["baht"].Confidence, 0.3)
			if s.has["grand_total"] && s.grand == satang {
				set["grand_total"].Confidence = surer(set["grand_total"].Confidence, 0.2)
			}
		} else if s.has["grand_total"] {
			set["baht"].Confidence *= 0.8
			set["grand_total"].Confidence *= 0.8
		}
	}
	for _, n := range []string{"seller_tax_id_no", "buyer_tax_id_no"} {
		if x := set[n]; x != nil {
			if d := id.Digits(x.Value); len(d) == id.Length && !id.Valid(d) {
				x.Confidence *= 0.7
			} else if len(d) == id.Length {
				x.Confidence = surer(x.Confidence, 0.5)
			}
		}
	}
}

// complete looks for the sums that were missed but that the others imply: one is taken where the page prints it, and once
// more often than the fields that have the same value account for.
func complete(l *extract.Layout, found []find.Found, set map[string]*extract.Field, add func(extract.Field)) {
	s := amounts(byName(pointers(found)))
	for _, name := range []string{"total", "grand_total", "sub_total", "vat"} {
		v, ok := s.implied(name)
		if set[name] != nil || !ok || v <= 0 {
			continue
		}
		if f, ok := spare(l, name, v, set); ok {
			add(f)
		}
	}
}

// spare finds a printed sum of value v that no field has: the lowest on the page.
func spare(l *extract.Layout, name string, v int64, set map[string]*extract.Field) (best extract.Field, ok bool) {
	for _, p := range upright(l) {
		for _, m := range money.Find(p.text, money.Unknown) {
			if m.Percent || m.Amount.Satang() != v || m.Amount.Decimals == 0 {
				continue
			}
			q := part(l.Lines[p.line], runeAt(p.text, m.Start), runeAt(p.text, m.End))
			if taken(q, set) {
				continue
			}
			if !ok || q.Bounds().Y0 > best.Quads[0].Bounds().Y0 {
				best = extract.Field{Name: name, Value: p.text[m.Start:m.End], Confidence: 0.85 * p.conf, Quads: []geom.Quad{q}}
				ok = true
			}
		}
	}
	return best, ok
}

// taken reports whether a sum's field stands at a place.
func taken(q geom.Quad, set map[string]*extract.Field) bool {
	for _, f := range set {
		for _, o := range f.Quads {
			if total(f.Name) && o.Bounds().Contains(q.Center()) {
				return true
			}
		}
	}
	return false
}

// surer leaves a share of the doubt.
func surer(c, share float64) float64 { return 1 - (1-c)*share }

// twin gives total and grand_total the one total that is printed where no tax is withheld: it is both. Of two that differ by
// the rounding of cash it is the one to be paid.
func twin(set map[string]*extract.Field, add func(extract.Field)) {
	if set["witholding_tax"] != nil {
		return
	}
	if a, b := set["total"], set["grand_total"]; a != nil && b != nil {
		sign := money.Convention([]string{a.Value, b.Value})
		x, ok := sumIn(a.Value, sign)
		y, ok2 := sumIn(b.Value, sign)
		if d := x.Satang() - y.Satang(); ok && ok2 && d != 0 && d > -50 && d < 50 {
			a.Value, a.Confidence, a.Quads = b.Value, min(a.Confidence, b.Confidence), append([]geom.Quad(nil), b.Quads...)
		}
	}
	for _, p := range [][2]string{{"grand_total", "total"}, {"total", "grand_total"}} {
		if have := set[p[0]]; have != nil && set[p[1]] == nil {
			same := *have
			same.Name = p[1]
			same.Quads = append([]geom.Quad(nil), have.Quads...)
			add(same)
		}
	}
}

// voyages is the shape of a voyage number behind a ship's name: 129W, V.037S, 2506E.
var voyages = regexp.MustCompile(`(?i)(?:\s*[/,&-]?\s+|^|\s*/\s*)((?:v(?:oy(?:age)?)?\.?\s?(?:no\.?)?\s?)?[0-9O]{1,4}[A-Z]{0,2}\d{0,2}[NSEW]?)$`)

// voyage parts a ship's name and the voyage where they are printed as one.
func voyage(set map[string]*extract.Field) {
	ship, voy := set["vessel"], set["voy"]
	if ship == nil && voy == nil {
		return
	}
	if ship != nil && (voy == nil || sameSpot(ship, voy) || strings.HasSuffix(ship.Value, voy.Value)) {
		if m := voyages.FindStringSubmatchIndex(ship.Value); m != nil && m[0] > 0 && digits(ship.Value[m[2]:m[3]]) > 0 {
			whole := *ship
			n := float64(utf8.RuneCountInString(whole.Value))
			k := float64(utf8.RuneCountInString(whole.Value[:m[2]])) / n
			if voy != nil {
				voy.Value, voy.Quads = whole.Value[m[2]:m[3]], []geom.Quad{cut(whole.Quads[0], k, 1)}
			}
			ship.Value = strings.TrimRight(whole.Value[:m[0]], " /,-")
			ship.Quads = []geom.Quad{cut(whole.Quads[0], 0, float64(utf8.RuneCountInString(ship.Value))/n)}
			return
		}
	}
	if voy != nil {
		if m := voyages.FindStringSubmatchIndex(voy.Value); m != nil && m[0] > 0 {
			n := float64(utf8.RuneCountInString(voy.Value))
			k := float64(utf8.RuneCountInString(voy.Value[:m[2]])) / n
			voy.Value, voy.Quads = voy.Value[m[2]:m[3]], []geom.Quad{cut(voy.Quads[0], k, 1)}
		}
	}
}

func sameSpot(a, b *extract.Field) bool {
	return a.Value == b.Value && len(a.Quads) > 0 && len(b.Quads) > 0 && a.Quads[0] == b.Quads[0]
}

// first gives item_name what the first charge is called.
func first(t extract.Table, r *Reader, add func(extract.Field)) {
	for _, c := range t.Cells {
		if c.Row != 1 || c.Text == "" {
			continue
		}
		for _, h := range whole(c.Heading, r.columns) {
			if canonical(h) == "table_description" {
				add(extract.Field{Name: "item_name", Value: c.Text, Quads: []geom.Quad{c.Quad}, Confidence: 0.8 * c.Confidence})
				return
			}
		}
	}
}

// dates gives each date field its day, in the era of the page's dates.
func dates(set map[string]*extract.Field, l *extract.Layout) {
	opt := date.Options{Era: era(l)}
	if a, b := set["invoice_date"], set["due_date"]; a != nil && b != nil || a != nil {
		opt.MonthFirst = monthFirst(a, b)
	}
	for _, n := range []string{"invoice_date", "due_date"} {
		if f := set[n]; f != nil {
			if d, ok := date.Parse(f.Value, opt); ok {
				f.ISO = d.DateTime()
			} else {
				f.Confidence *= 0.7
			}
		}
	}
}

// era is what the page's full years and its language say of years with two digits.
func era(l *extract.Layout) date.Era {
	thais, years := 0, map[date.Era]int{}
	for _, x := range l.Lines {
		thais += count(x.Text.Value, thai.IsThai)
		for _, d := range date.Find(x.Text.Value, date.Options{}) {
			if d.Digits == 4 {
				years[d.Printed]++
			}
		}
	}
	switch {
	case years[date.BE] > years[date.CE]:
		return date.BE
	case years[date.CE] > 0 || thais == 0:
		return date.CE
	}
	return date.EraUnknown
}

// monthFirst tells American dates by a second number above twelve.
func monthFirst(fs ...*extract.Field) bool {
	for _, f := range fs {
		if f == nil {
			continue
		}
		if _, ok := date.Parse(f.Value, date.Options{Era: date.CE}); !ok {
			if _, ok := date.Parse(f.Value, date.Options{Era: date.CE, MonthFirst: true}); ok {
				return true
			}
		}
	}
	return false
}
