package passport

import (
	"math"
	"regexp"
	"strings"

	"lensd/extract/passport/mrz"
	"lensd/extract/thai/id"
)

// printedID sets identification_number from a print that satisfies the number's own check digit, where the zone's does not.
func (f *form) printedID() bool {
	for _, p := range f.board.pieces {
		if v := tidy(p.Text.Value); !p.taken && letters(v) == 0 && id.Valid(id.Digits(v)) {
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
	c := customsOf(issuer)
	if c.mark == "" {
		return text, false
	}
	m := regexp.MustCompile(`^((?:\d{2})?\d{6})[ .,]+(\d{` + c.serial + `})$`).FindStringSubmatch(text)
	if m == nil {
		return text, false
	}
	return m[1] + c.mark + m[2], true
}
