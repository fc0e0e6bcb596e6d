package passport

import (
	"regexp"
	"strings"

	"lensd/extract/thai/id"
)

// thaiIDSpacing writes the blanks between the groups of a number, 1 4 5 2 1 as all are printed, where dots and strokes of the
// pattern were read into them.
func thaiIDSpacing(text string) string {
	bare := id.Digits(text)
	if bare == text || len(bare) != id.Length {
		return text
	}
	return bare[:1] + " " + bare[1:5] + " " + bare[5:10] + " " + bare[10:12] + " " + bare[12:]
}

// figured writes figures for the letters O of a number that has no other letters: two of them side by side satisfy the check
// digit like two noughts.
func figured(text string) string {
	if n := strings.Count(text, "O"); n > 0 && n == letters(text) && digits(text) >= n {
		return strings.ReplaceAll(text, "O", "0")
	}
	return text
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
