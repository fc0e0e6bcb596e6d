// Package mrztest writes machine-readable zones for tests; the product only reads them.
package mrztest

import (
	"errors"
	"fmt"
	"strings"

	"lensd/extract/passport/mrz"
)

// ErrField says that a value does not fit its field.
var ErrField = errors.New("mrztest: a value does not fit its field")

// Build writes r as the lines of its format with all check digits. Names are transliterated and shortened as needed;
// any other value that does not fit gives ErrField.
func Build(r mrz.Record) ([]string, error) {
	f := r.Format
	if f.Lines() == 0 {
		return nil, mrz.ErrFormat
	}
	rows := make([][]byte, f.Lines())
	for i := range rows {
		rows[i] = []byte(strings.Repeat("<", f.Width()))
	}
	values := map[mrz.Element]string{
		mrz.DocumentCode: r.DocumentCode, mrz.Issuer: r.Issuer, mrz.Number: r.Number, mrz.Nationality: r.Nationality, mrz.Birth: r.Birth.String(),
		mrz.Sex: r.Sex, mrz.Expiry: r.Expiry.String(), mrz.Optional: r.Optional, mrz.Optional2: r.Optional2,
	}
	long := len(r.Number) > 9 && f != mrz.TD3
	if long { // the rest of the number and its check digit begin the optional data
		digit, err := mrz.CheckDigit(r.Number)
		if err != nil {
			return nil, err
		}
		values[mrz.Number], values[mrz.Optional] = r.Number[:9], r.Number[9:]+string(digit)+"<"+r.Optional
	}
	for _, s := range f.Spans() {
		value := strings.TrimRight(strings.NewReplacer(" ", "<", "-", "<").Replace(values[s.Element]), "<")
		if s.Element == mrz.Names {
			value = nameField(r.Surname, r.GivenNames, s.To-s.From)
		}
		if err := put(f, rows[s.Line], s, value); err != nil {
			return nil, err
		}
	}
	return seal(f, rows, long)
}

// put writes a value.
func put(f mrz.Format, row []byte, s mrz.Span, value string) error {
	if len(value) > s.To-s.From {
		return fmt.Errorf("%w: %s has %d characters, room is for %d", ErrField, s.Element, len(value), s.To-s.From)
	}
	for i := range len(value) {
		if !f.Permits(s.Line, s.From+i, value[i]) {
			return fmt.Errorf("%w: %s, position %d", ErrField, s.Element, i+1)
		}
	}
	copy(row[s.From:s.To], value)
	return nil
}

// seal writes the check digits, first those of the fields, then the one over them. That of a long number stands elsewhere;
// optional data that is empty needs none.
func seal(f mrz.Format, rows [][]byte, long bool) ([]string, error) {
	var lines []string
	for _, row := range rows {
		lines = append(lines, string(row))
	}
	set := func(line, at int, digit byte) { lines[line] = lines[line][:at] + string(digit) + lines[line][at+1:] }
	for _, s := range f.Spans() {
		text := lines[s.Line][s.From:s.To]
		if s.Check < 0 || s.Element == mrz.Number && long || s.Element == mrz.Optional && strings.Trim(text, "<") == "" {
			continue
		}
		digit, err := mrz.CheckDigit(text)
		if err != nil {
			return nil, err
		}
		set(s.Line, s.Check, digit)
	}
	checks, err := mrz.Validate(lines)
	for _, c := range checks {
		if c.Element == mrz.Composite {
			set(1, f.Width()-1, c.Want)
		}
	}
	return lines, err
}

// nameField writes the names, shortened so that both parts show (Doc 9303-4, section 4.2.3): given names are cut from
// the end first, each keeping at least its initial, then the surname.
func nameField(surname, given string, width int) string {
	s, g := strings.Fields(mrz.Transliterate(surname)), strings.Fields(mrz.Transliterate(given))
	join := func() string {
		if len(g) == 0 {
			return strings.Join(s, "<")
		}
		return strings.Join(s, "<") + "<<" + strings.Join(g, "<")
	}
	for len(join()) > width && shorten(g) {
	}
	for len(join()) > width && len(g) > 1 {
		g = g[:len(g)-1]
	}
	for len(join()) > width && shorten(s) {
	}
	out := join()
	if len(out) > width {
		out = out[:width]
	}
	return out
}

// shorten drops the last letter of the last part that has more than one, and reports whether there was one.
func shorten(parts []string) bool {
	for i := len(parts) - 1; i >= 0; i-- {
		if len(parts[i]) > 1 {
			parts[i] = parts[i][:len(parts[i])-1]
			return true
		}
	}
	return false
}
