package mrz

import "strings"

// Record is the content of a zone with fillers removed.
type Record struct {
	Format       Format
	DocumentCode string // P, PA, I, AC, V ...
	Issuer       string // three letters, or fewer: D
	Surname      string
	GivenNames   string // separated by spaces; "" if the holder has one name only
	Number       string
	Nationality  string
	Birth        Date
	Sex          string // M, F, X or "" for unspecified
	Expiry       Date
	Optional     string // inner fillers become spaces
	Optional2    string // TD1's second one
	Truncated    bool   // the name fills its field to the end, so that letters may be missing
}

// Parse reads lines without judging their check digits; see Validate. The error says why they are no zone.
func Parse(lines []string) (Record, error) {
	f, err := Detect(lines)
	if err != nil {
		return Record{}, err
	}
	get := func(e Element) string {
		s, ok := f.SpanOf(e)
		if !ok {
			return ""
		}
		return lines[s.Line][s.From:s.To]
	}
	r := Record{
		Format: f, DocumentCode: trim(get(DocumentCode)), Issuer: trim(get(Issuer)), Number: trim(get(Number)), Nationality: trim(get(Nationality)),
		Birth: parseDate(get(Birth)), Sex: trim(get(Sex)), Expiry: parseDate(get(Expiry)), Optional: trim(get(Optional)), Optional2: trim(get(Optional2)),
	}
	r.Surname, r.GivenNames = splitNames(get(Names))
	r.Truncated = !strings.HasSuffix(get(Names), "<")
	if s, _ := f.SpanOf(Number); f != TD3 && lines[s.Line][s.Check] == Filler {
		if long, _, ok := longNumber(f, lines); ok {
			r.Number, r.Optional = trim(long), trim(get(Optional)[len(long)-9+1:])
		}
	}
	return r, nil
}

// splitNames divides a name field at its double filler: surname first.
func splitNames(field string) (surname, given string) {
	surname, given, _ = strings.Cut(strings.Trim(field, "<"), "<<")
	return words(surname), words(given)
}

// words turns fillers into single spaces.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == Filler }), " ")
}

// trim removes outer fillers and turns inner ones into spaces.
func trim(s string) string { return words(s) }
