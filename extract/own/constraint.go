package own

import (
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/money"
	"lensd/extract/thai"
	"lensd/extract/thai/date"
	"lensd/extract/thai/id"
)

// Log-odds by which what holds of a value speaks for its place. Chosen by judgement: a declared pattern is meant to be
// kept, and the finder's own scores run from -10 to 10.
const (
	keeps  = 1.5
	breaks = -3.0
	adds   = 2.0
)

// prefer weighs an assignment by the kind's constraints.
func (r *Reader) prefer(found []*find.Found) float64 {
	v := 0.0
	values := map[string]string{}
	for i, f := range found {
		if f == nil {
			continue
		}
		values[f.Field] = f.Value
		switch fits, asked := r.kind.Fields[i].holds(f.Value); {
		case asked && fits:
			v += keeps
		case asked:
			v += breaks
		}
	}
	for _, s := range r.kind.Sums {
		switch agrees, known := s.holds(values); {
		case known && agrees:
			v += adds
		case known:
			v -= adds
		}
	}
	return v
}

// weigh lets constraints speak for or against the values that were found. What is left of a doubt is a share of what it was; a
// value is never changed.
func (r *Reader) weigh(found map[string]*extract.Field) {
	values := map[string]string{}
	for _, f := range r.kind.Fields {
		have := found[f.Name]
		if have == nil {
			continue
		}
		values[f.Name] = have.Value
		if fits, asked := f.holds(have.Value); asked {
			have.Confidence = told(have.Confidence, fits)
		}
	}
	for _, s := range r.kind.Sums {
		agrees, known := s.holds(values)
		if !known {
			continue
		}
		for _, n := range s.names() {
			if have := found[n]; have != nil {
				have.Confidence = told(have.Confidence, agrees)
			}
		}
	}
}

// told is a confidence after evidence: half of the doubt goes, or half of the belief.
func told(c float64, speaksFor bool) float64 {
	if speaksFor {
		return 1 - (1-c)/2
	}
	return c / 2
}

// holds says whether a value keeps what is declared of it; asked is false where nothing is.
func (f Field) holds(value string) (fits, asked bool) {
	fits = true
	and := func(ok bool) { fits, asked = fits && ok, true }
	bare := strings.ReplaceAll(value, " ", "")
	if f.Pattern != nil {
		and(f.Pattern.MatchString(value) || f.Pattern.MatchString(bare))
	}
	if len(f.OneOf) > 0 {
		and(slices.ContainsFunc(f.OneOf, func(v string) bool {
			return strings.EqualFold(thai.Fold(v), thai.Fold(value)) || strings.EqualFold(strings.ReplaceAll(v, " ", ""), bare)
		}))
	}
	if f.Check == "thai-id" {
		and(id.Valid(id.Digits(value)))
	}
	if f.Type == find.Date {
		and(date.Is(value, date.Options{Era: f.Era}))
	}
	return fits, asked
}

func (s Sum) names() []string { return slices.Concat([]string{s.Total}, s.Of, s.Less) }

// holds says whether the amounts add up; known is false where one of them was not read.
func (s Sum) holds(values map[string]string) (agrees, known bool) {
	total, ok := satang(values[s.Total])
	for _, n := range s.Of {
		v, is := satang(values[n])
		total, ok = total-v, ok && is
	}
	for _, n := range s.Less {
		v, is := satang(values[n])
		total, ok = total+v, ok && is
	}
	return total == 0, ok
}

func satang(s string) (int64, bool) {
	a, ok := money.Parse(s, money.Unknown)
	if !ok {
		return 0, false
	}
	return a.Satang(), true
}
