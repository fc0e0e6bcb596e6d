package mrz

import (
	"fmt"
	"strings"
)

// Build writes r as the lines of its format with all check digits. Names are transliterated and shortened as needed;
// any other value that does not fit gives ErrField.
func Build(r Record) ([]string, error) {
	f := r.Format
	if f.Lines() == 0 {
		return nil, ErrFormat
	}
	rows := make([][]byte, f.Lines())
	for i := range rows {
		rows[i] = []byte(strings.Repeat("<", f.Width()))
	}
	values := map[Element]string{
		DocumentCode: r.DocumentCode, Issuer: r.Issuer, Number: r.Number, Nationality: r.Nationality, Birth: r.Birth.String(),
		Sex: r.Sex, Expiry: r.Expiry.String(), Optional: r.Optional, Optional2: r.Optional2,
	}
	for _, s := range f.Spans() {
		value := strings.ReplaceAll(Clean(strings.ReplaceAll(values[s.Element], " ", "<")), "-", "<")
		if s.Element == Names {
			value = nameField(r.Surname, r.GivenNames, s.To-s.From)
		}
		if s.Element == Number && len(value) > 9 && f != TD3 {
			long, rest, err := spill(value, values[Optional])
			if err != nil {
				return nil, err
			}
			value, values[Optional] = long, rest
			copy(rows[s.Line][s.From:s.To], value)
			continue // the filler in the place of the check digit says that the number goes on
		}
		if err := put(rows[s.Line], s, value); err != nil {
			return nil, err
		}
	}
	lines := make([]string, len(rows))
	for i := range rows {
		lines[i] = string(rows[i])
	}
	return seal(f, lines), nil
}

// put writes a value and its check digit.
func put(row []byte, s Span, value string) error {
	if len(value) > s.To-s.From {
		return fmt.Errorf("%w: %s has %d characters, room is for %d", ErrField, s.Element, len(value), s.To-s.From)
	}
	for i := range len(value) {
		if worth(value[i]) < 0 || !s.kind.allows(value[i]) {
			return fmt.Errorf("%w: %s, position %d", ErrField, s.Element, i+1)
		}
	}
	copy(row[s.From:s.To], value)
	if s.Check >= 0 && !(s.Element == Optional && value == "") {
		row[s.Check], _ = CheckDigit(string(row[s.From:s.To]))
	}
	return nil
}

// spill divides a long document number of a card: nine characters, then the rest with the check digit in the optional data.
func spill(number, optional string) (head, rest string, err error) {
	digit, err := CheckDigit(number)
	if err != nil {
		return "", "", err
	}
	rest = number[9:] + string(digit) + "<" + optional
	return number[:9], strings.TrimSuffix(rest, "<"), nil
}

// seal writes the composite check digit.
func seal(f Format, lines []string) []string {
	parts, at, ok := f.composite()
	if !ok {
		return lines
	}
	all := ""
	for _, p := range parts {
		all += lines[p.Line][p.From:p.To]
	}
	digit, _ := CheckDigit(all)
	row := []byte(lines[at.Line])
	row[at.From] = digit
	lines[at.Line] = string(row)
	return lines
}

// nameField writes the names, shortened so that both parts show (Doc 9303-4, section 4.2.3): given names are cut from
// the end first, each keeping at least its initial, then the surname.
func nameField(surname, given string, width int) string {
	s, g := strings.Fields(Transliterate(surname)), strings.Fields(Transliterate(given))
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
	return out + strings.Repeat("<", width-len(out))
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
