package pdf

import (
	"strings"
	"unicode"
)

// Plausible reports that a layer's text can be what the page shows: no unmapped glyphs, no mojibake, no doubled Thai marks.
// It cannot tell that the text is right; whoever can read the page compares a sample.
func Plausible(words []Word) bool {
	odd, all := 0, 0
	for _, w := range words {
		if strings.Contains(w.Text, "(cid:") {
			return false
		}
		prev := rune(0)
		for _, r := range w.Text {
			all++
			switch {
			case r == unicode.ReplacementChar, unicode.Is(unicode.Co, r), unicode.IsControl(r):
				odd++
			case isThaiMark(r) && (r == prev || !isThai(prev)):
				odd++
			case r >= 0x80 && r <= 0xff && prev >= 0x80 && prev <= 0xff && !unicode.IsLetter(prev):
				odd++ // two signs of Latin-1 in a row: bytes of another encoding
			}
			prev = r
		}
	}
	return all > 0 && odd*50 <= all
}

func isThai(r rune) bool { return r >= 0x0e00 && r <= 0x0e7f }

func isThaiMark(r rune) bool {
	return r == 0x0e31 || r >= 0x0e34 && r <= 0x0e3a || r >= 0x0e47 && r <= 0x0e4e
}
