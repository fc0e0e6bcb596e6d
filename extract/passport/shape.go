package passport

import (
	"regexp"
	"slices"
	"strings"

	"lensd/extract/country"
	"lensd/extract/thai"
	"lensd/extract/thai/date"
)

// number of a passport: letters and figures without a blank, four and more of them figures.
func passportNumber() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z]{0,3}\d[A-Z0-9]{5,8}\b`) }

// shaped returns what print that stands for a member says, its day for a date; fits is false where it cannot be a value of
// that member. within says that the print holds the caption as well, so that only what cannot be words is told from it.
func (f *form) shaped(l label, text string, within bool) (value string, day date.Date, fits bool) {
	value = tidy(text)
	switch l {
	case labelBirth, labelIssue, labelExpiry:
		day, fits = date.ParseSpoilt(text, f.century)
		return value, day, fits
	case labelNumber:
		value = passportNumber().FindString(strings.ToUpper(text))
		return value, day, digits(value) >= 4
	case labelPersonal:
		return value, day, !within && digits(value) >= 6 && letters(value) <= 2
	case labelHeight:
		value = regexp.MustCompile(`(?i)\b(?:[12][.,]\d{2} ?m\b\.?|[12]\d{2} ?cm\b\.?)`).FindString(text)
		return value, day, value != ""
	}
	if within {
		return "", day, false
	}
	fits = f.worded(l, value)
	return value, day, fits
}

// worded reports that print can be a value of a member that is written in words.
func (f *form) worded(l label, value string) bool {
	n := letters(value)
	switch l {
	case labelType:
		return len(value) <= 2 && strings.HasPrefix(value, "P")
	case labelCountry:
		return n == 3 && len(value) == 3 && value == strings.ToUpper(value) && len(country.Names(value)) > 0 || value == "D"
	case labelSex:
		return slices.Contains(strings.FieldsFunc(strings.ToUpper(value), notLetter), "M") || slices.Contains(strings.FieldsFunc(strings.ToUpper(value), notLetter), "F")
	case labelThaiName:
		return mostlyThai(value) && n >= 4
	case labelSurname, labelGiven:
		return n >= 2 && digits(value) == 0 && !strings.ContainsFunc(value, thai.IsThai)
	case labelNation, labelPlace, labelAuthority:
		return n >= 3 && digits(value) <= n/3 && !ofCaptions(value)
	}
	return false
}

func notLetter(r rune) bool { return !(r >= 'A' && r <= 'Z') }
