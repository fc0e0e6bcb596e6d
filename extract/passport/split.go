package passport

import (
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/extract/passport/mrz"
)

// columnGap is what the second column gives up for a gap, in millimetres: enough for the two not to be joined again.
const columnGap = 1.1 * wordGap

// bodyHeight matches a height that needs no caption to be told.
func bodyHeight() *regexp.Regexp { return regexp.MustCompile(`^(?:1[.,]\d{2} ?M|1\d{2} ?CM)\.?$`) }

// split parts phrases in which two columns were read as one: words, and a number that the zone holds too, or a height.
func split(phrases []Phrase, r mrz.Record) []Phrase {
	var out []Phrase
	for _, p := range phrases {
		words := strings.Fields(p.Text.Value)
		at := 0
		for i := 1; i < len(words); i++ {
			before, after := squeeze(strings.Join(words[:i], "")), squeeze(strings.Join(words[i:], ""))
			if knownNumber(after, r) && letters(before) >= 3 || knownNumber(before, r) && letters(after) >= 3 || letters(before) >= 3 && digits(before) == 0 && bodyHeight().MatchString(strings.ToUpper(strings.Join(words[i:], " "))) {
				at = i
				break
			}
		}
		if at == 0 {
			out = append(out, p)
			continue
		}
		a, b := strings.Join(words[:at], " "), strings.Join(words[at:], " ")
		left, right := p, p
		share := float64(len([]rune(a))+1) / float64(len([]rune(a))+len([]rune(b))+1)
		left.Box.X1 = p.Box.X0 + share*p.Box.W()
		right.Box.X0 = left.Box.X1 + columnGap
		left.Text = extract.Text{Value: a, Confidence: p.Text.Confidence}
		right.Text = extract.Text{Value: b, Confidence: p.Text.Confidence}
		out = append(out, left, right)
	}
	return out
}

// sameNumber is how alike a number and the zone's are at least, to be readings of the same: one figure of six is wrong.
const sameNumber = 0.8

func knownNumber(s string, r mrz.Record) bool {
	return len(s) >= 6 && digits(s) > len(s)/2 && (alike(s, r.Number) >= sameNumber || alike(s, r.Optional) >= sameNumber)
}
