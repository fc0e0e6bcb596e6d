package passport

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/sure"
	"lensd/extract/thai/date"
)

// sureModel was fitted on readings of drawn pages, see scripts/train/sure.
//
//go:embed sure.model
var sureModel []byte

// features is how many numbers doubts makes of a member.
const features = 12

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

// doubts is what may speak for or against a member: its signs, what the zone says of it, how its print was read and where it stands,
// and the holder's age at the issue.
func (f *form) doubts(v extract.Field) []float32 {
	n, figures := letters(v.Value), digits(v.Value)
	zone, like := f.zoneDoubts(v)
	whole := math.Min(f.zone.Line(0), f.zone.Line(len(f.zone.Lines)-1))
	read, near, down := -1.0, farCaption, -1.0
	if p := f.find(v.Quads); p != nil {
		read, near, down = p.Text.Confidence, math.Min(farCaption, f.near(label(v.Name), p)), p.Box.Y0
	}
	out := []float32{float32(slices.Index(Members(), v.Name)), float32(v.Confidence), float32(n), float32(figures), float32(len([]rune(v.Value)) - n - figures)}
	for _, x := range []float64{zone, like, whole, read, near, down, f.age(v.Name)} {
		out = append(out, float32(x))
	}
	return out
}

// farCaption is the distance beyond which a caption announces nothing, in millimetres.
const farCaption = 30.0

// zoneDoubts tells how sure the zone is of a member and how alike the value is, -1 for what it does not hold.
func (f *form) zoneDoubts(v extract.Field) (sure, like float64) {
	e, ok := elementOf(v.Name)
	if !ok {
		return -1, -1
	}
	sure, _ = f.of(e)
	switch v.Name {
	case "passport_number":
		return sure, alike(v.Value, f.record.Number)
	case "surname_en":
		return sure, alike(v.Value, f.record.Surname)
	case "title_name_en":
		return sure, alike(v.Value, f.record.GivenNames)
	case "identification_number":
		return sure, alike(v.Value, f.record.Optional)
	}
	return sure, -1
}

// age is the holder's at the issue in years, for a date; -1 for another member, -2 where one of both dates is not known.
func (f *form) age(member string) float64 {
	if !strings.HasPrefix(member, "date_") {
		return -1
	}
	birth, ok := date.ParseSpoilt(f.fields["date_of_birth"].Value, f.century)
	issue, known := date.ParseSpoilt(f.fields["date_of_issue"].Value, f.century)
	if !ok || !known {
		return -2
	}
	return issue.Time().Sub(birth.Time()).Hours() / 24 / 365.25
}
