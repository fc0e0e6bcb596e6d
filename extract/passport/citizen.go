package passport

import (
	"math"
	"regexp"
	"strings"

	"lensd/extract/passport/mrz"
)

// thaiID reports whether a text holds the thirteen digits of a Thai citizen with their check digit: weights 13 to 2, the
// sum's complement modulo 11, of which the last digit counts (Ministry of Interior, Department of Provincial Administration).
func thaiID(text string) bool {
	var d []int
	for _, r := range text {
		if r >= '0' && r <= '9' {
			d = append(d, int(r-'0'))
		}
	}
	if len(d) != 13 || d[0] == 0 {
		return false
	}
	sum := 0
	for i, v := range d[:12] {
		sum += (13 - i) * v
	}
	return (11-sum%11)%10 == d[12]
}

// printedID sets identification_number from a print that satisfies the number's own check digit, where the zone's does not.
func (f *form) printedID() bool {
	for _, p := range f.board.pieces {
		if v := tidy(p.Text.Value); !p.taken && letters(v) == 0 && thaiID(v) {
			p.taken = true
			f.set("identification_number", v, math.Min(mrz.RepairedCap, p.Text.Confidence), f.board.quads(p)...)
			return true
		}
	}
	return false
}

// thaiIDSpacing writes the blanks between the groups of a number where dots and strokes of the pattern were read into them.
func thaiIDSpacing(text string) string {
	bare := regexp.MustCompile(`[^0-9]+`).ReplaceAllString(text, "")
	switch {
	case bare == text:
		return text
	case len(bare) == 13: // 1 4 5 2 1, as all are printed
		return bare[:1] + " " + bare[1:5] + " " + bare[5:10] + " " + bare[10:12] + " " + bare[12:]
	}
	return strings.TrimSpace(regexp.MustCompile(`[^0-9]+`).ReplaceAllString(text, " "))
}

// marked writes the mark between date of birth and serial number with which a state prints the personal number, where it was
// read as a blank or a full stop: 695622/0612, 121212-1239.
func marked(issuer, text string) (string, bool) {
	mark, serial := "", `\d{4}`
	switch issuer {
	case "CZE", "SVK":
		mark, serial = "/", `\d{3,4}`
	case "ISL", "DNK", "SWE":
		mark = "-"
	case "LVA":
		mark, serial = "-", `\d{5}`
	default:
		return text, false
	}
	m := regexp.MustCompile(`^((?:\d{2})?\d{6})[ .,]+(` + serial + `)$`).FindStringSubmatch(text)
	if m == nil {
		return text, false
	}
	return m[1] + mark + m[2], true
}
