package passport

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/sure"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// sureModel was fitted on readings of drawn pages, see scripts/train/sure.
//
//go:embed sure.model
var sureModel []byte

// features is how many numbers doubts makes of a member.
const features = 30

// judge is the fitted model; it is read once.
var judge = sync.OnceValues(func() (*sure.Model, error) { return sure.Read(sureModel, features) })

// judged gives the members that are worth telling their fitted confidences. The zone's own lines keep what their characters say, and
// no number, name or date is surer than the rules are, which know what contradicts what.
func (f *form) judged() ([]extract.Field, error) {
	m, err := judge()
	if err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the confidence of passports: %w", err)
	}
	var out []extract.Field
	for _, v := range f.listed() {
		if !strings.HasPrefix(v.Name, "mrz_") {
			fitted := m.Probability(f.doubts(v))
			if !inWords(v.Name) {
				fitted = math.Min(fitted, v.Confidence)
			}
			v.Confidence = fitted
		}
		if v.Confidence >= sure.WorthTelling || strings.HasPrefix(v.Name, "mrz_") {
			v.Confidence = math.Round(v.Confidence*1e4) / 1e4
			out = append(out, v)
		}
	}
	return out, nil
}

// inWords reports that a member is words that nothing but their look and their place on the page tells.
func inWords(member string) bool {
	switch member {
	case "place_of_birth", "issuing_authority", "height", "title_name_surname_th":
		return true
	}
	return false
}

// listed returns the members that have a value, in the interface's order.
func (f *form) listed() []extract.Field {
	var out []extract.Field
	for _, name := range Members() {
		if v := f.fields[name]; v.Value != "" {
			out = append(out, v)
		}
	}
	return out
}

// elementOf is the part of the zone that tells a member, ok false for what only the print holds.
func elementOf(member string) (e mrz.Element, ok bool) {
	e, ok = map[string]mrz.Element{"type": mrz.DocumentCode, "country_code": mrz.Issuer, "passport_number": mrz.Number, "surname_en": mrz.Names, "title_name_en": mrz.Names,
		"nationality": mrz.Nationality, "date_of_birth": mrz.Birth, "date_of_expiry": mrz.Expiry, "sex": mrz.Sex, "identification_number": mrz.Optional}[member]
	return e, ok
}

// doubts is what may speak for or against a member: its signs, what the zone says of it, how its print was read and how it is set.
func (f *form) doubts(v extract.Field) []float32 {
	name, l := v.Name, label(v.Name)
	small := 0
	for _, r := range v.Value {
		if unicode.IsLower(r) {
			small++
		}
	}
	n, figures := letters(v.Value), digits(v.Value)
	out := []float32{float32(slices.Index(Members(), name)), float32(v.Confidence), float32(n), float32(figures), float32(len([]rune(v.Value)) - n - figures), float32(small),
		float32(len(v.Quads)), float32(len(strings.Fields(v.Value))), float32(strange(v.Value)), sure.Flag(office(v.Value)), sure.Flag(f.isThai())}
	out = append(out, f.zoneDoubts(v)...)
	out = append(out, f.printDoubts(v.Quads, l)...)
	return append(out, f.dateDoubts(name)...)
}

// strange counts the words of a value that mix letters with figures or capitals after small letters.
func strange(s string) (n int) {
	for _, w := range strings.Fields(s) {
		runes := []rune(w)
		for i := 1; i < len(runes); i++ {
			a, b := runes[i-1], runes[i]
			if unicode.IsLower(a) && unicode.IsUpper(b) || unicode.IsLetter(a) && unicode.IsDigit(b) || strings.ContainsRune(".:;,!?\"€&%$#", a) && unicode.IsLetter(b) {
				n++
				break
			}
		}
	}
	return n
}

// zoneDoubts tells what the zone says of a member: how sure it is, whether its check digits hold and how alike the value is.
func (f *form) zoneDoubts(v extract.Field) []float32 {
	whole := float32(math.Min(f.zone.Line(0), f.zone.Line(len(f.zone.Lines)-1)))
	e, ok := elementOf(v.Name)
	if !ok {
		return []float32{-1, -1, -1, -1, whole}
	}
	conf, _ := f.of(e)
	like := -1.0
	switch v.Name {
	case "passport_number":
		like = alike(v.Value, f.record.Number)
	case "surname_en":
		like = alike(v.Value, f.record.Surname)
	case "title_name_en":
		like = alike(v.Value, f.record.GivenNames)
	case "identification_number":
		like = alike(v.Value, f.record.Optional)
	case "nationality":
		_, like = nationLike(f.record.Nationality, v.Value)
		if len(nationsOf(f.record.Nationality)) == 0 {
			like = -1
		}
	}
	return []float32{float32(conf), sure.Flag(f.zone.Passed(e)), sure.Flag(f.zoneGuessed(e)), float32(like), whole}
}

// farCaption is the distance beyond which a caption announces nothing, in millimetres.
const farCaption = 30.0

// printDoubts tells how the print of a member was read and where it stands. Letters beside it that nothing explains may belong to it.
func (f *form) printDoubts(quads []geom.Quad, l label) []float32 {
	p := f.find(quads)
	announced := float32(0)
	if c := f.board.caption(l); c != nil {
		announced = float32(c.labels[l])
	}
	if p == nil {
		return []float32{-1, -1, -1, -1, -1, announced, farCaption, 0, 0, -1}
	}
	set, off, before, behind := f.look(), 30.0, 0, 0
	for _, x := range set.columns {
		if d := p.Box.X0 - x; math.Abs(d) < math.Abs(off) {
			off = d
		}
	}
	for _, q := range f.board.pieces {
		if q == p || q.taken || q.isLabel() || !level(q.Box, p.Box, 0.5) || q.Box.H() < 0.6*p.Box.H() {
			continue
		}
		if gap := p.Box.X0 - q.Box.X1; gap > -1 && gap < 5 {
			before++
		} else if gap := q.Box.X0 - p.Box.X1; gap > -1 && gap < 5 {
			behind++
		}
	}
	ratio := 0.0
	if set.height > 0 {
		ratio = p.Box.H() / set.height
	}
	return []float32{float32(p.Text.Confidence), float32(p.votes), float32(ratio), float32(off), float32(p.Box.W() / math.Max(1, p.Box.H()*float64(len([]rune(p.Text.Value))))), announced,
		float32(math.Min(farCaption, f.near(l, p))), float32(before), float32(behind), float32(p.Box.Y0)}
}

// dateDoubts tells how the dates of a page agree: the term from issue to expiry, the years from birth to issue, and how many dates
// of its print are no member's.
func (f *form) dateDoubts(name string) []float32 {
	if !strings.HasPrefix(name, "date_") {
		return []float32{-1, -1, -1, -1}
	}
	days := map[string]date.Date{}
	for _, n := range []string{"date_of_birth", "date_of_issue", "date_of_expiry"} {
		if d, ok := date.ParseSpoilt(f.fields[n].Value, f.century); ok {
			days[n] = d
		}
	}
	usual, age := -2.0, -2.0
	if a, b := days["date_of_issue"], days["date_of_expiry"]; a.Year > 0 && b.Year > 0 {
		usual = term(a, b)
	}
	if a, b := days["date_of_birth"], days["date_of_issue"]; a.Year > 0 && b.Year > 0 {
		age = b.Time().Sub(a.Time()).Hours() / 24 / 365.25
	}
	other, late := 0, 0
	for _, d := range f.allDates() {
		other++
		if d.Text.Confidence > 0.5 {
			late++
		}
	}
	return []float32{float32(usual), float32(age), float32(other), float32(late)}
}
