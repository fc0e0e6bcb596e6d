package mrz

import "fmt"

// weight returns the multiplier of the i-th character of a checked string: 7, 3, 1, 7, 3, 1, ...
func weight(i int) int {
	switch i % 3 {
	case 0:
		return 7
	case 1:
		return 3
	}
	return 1
}

// worth returns the number that a character stands for in a check sum: digits themselves, A=10 ... Z=35, filler 0.
// It returns -1 for a character outside the alphabet.
func worth(c byte) int {
	switch {
	case c == Filler:
		return 0
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return -1
}

// CheckDigit computes the check digit of s (Doc 9303-3, section 4.9). It returns ErrCharacter for a foreign character.
//
// Characters whose worth differs by 10 or 20 are the same to every check digit: 6, G and Q; 1, B, L and V; 0, A, K and U.
func CheckDigit(s string) (byte, error) {
	sum := 0
	for i := range len(s) {
		v := worth(s[i])
		if v < 0 {
			return 0, fmt.Errorf("%w: position %d", ErrCharacter, i+1)
		}
		sum += v * weight(i)
	}
	return byte('0' + sum%10), nil
}

// Check is the verdict on one check digit.
type Check struct {
	Element Element
	Want    byte // what the characters sum up to
	Got     byte // what stands there
	OK      bool
}

// Validate checks every check digit of lines. It returns an error only if the lines are no zone at all.
func Validate(lines []string) ([]Check, error) {
	f, err := Detect(lines)
	if err != nil {
		return nil, err
	}
	var out []Check
	for _, s := range f.Spans() {
		if s.Check < 0 {
			continue
		}
		text, got := lines[s.Line][s.From:s.To], lines[s.Line][s.Check]
		if s.Element == Number && got == Filler && f != TD3 {
			if long, digit, ok := longNumber(f, lines); ok {
				text, got = long, digit
			}
		}
		want, _ := CheckDigit(text)
		out = append(out, Check{s.Element, want, got, want == got || s.Element == Optional && got == Filler && blank(text)})
	}
	if parts, at, ok := f.composite(); ok {
		all := ""
		for _, p := range parts {
			all += lines[p.Line][p.From:p.To]
		}
		want, _ := CheckDigit(all)
		got := lines[at.Line][at.From]
		out = append(out, Check{Composite, want, got, want == got})
	}
	return out, nil
}

// longNumber joins a document number of more than nine characters: the rest of it, and its check digit, stand at the
// beginning of the optional data (Doc 9303-5, note j).
func longNumber(f Format, lines []string) (number string, check byte, ok bool) {
	n, _ := f.SpanOf(Number)
	o, _ := f.SpanOf(Optional)
	rest := lines[o.Line][o.From:o.To]
	end := 0
	for end < len(rest) && rest[end] != Filler {
		end++
	}
	if end < 2 {
		return "", 0, false
	}
	return lines[n.Line][n.From:n.To] + rest[:end-1], rest[end-1], true
}

// blank reports whether s holds fillers only.
func blank(s string) bool {
	for i := range len(s) {
		if s[i] != Filler {
			return false
		}
	}
	return true
}
