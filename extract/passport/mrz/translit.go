package mrz

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Transliterate writes a printed Latin name in the letters of a zone, words separated by one space: Doc 9303-3, section
// 6.A, with the first of the alternatives where the table offers several. Apostrophes and full stops vanish, hyphens
// and commas separate. Letters outside the Latin script have no place in a zone and vanish.
//
// Thai names are not transliterated letter by letter: the holder chooses a Latin spelling, loosely after the Royal Thai
// General System, so the Thai line of a page and its zone can be compared only by sound. This package does not try.
func Transliterate(name string) string { return transliterate(name, 0) }

// Spellings returns every way in which a zone may spell a printed name, the preferred one first: a Ü may have become
// UE or U or UXX, an Ñ N or NXX, an Å AA or A.
func Spellings(name string) []string {
	out := []string{transliterate(name, 0)}
	for variant := 1; variant < 3; variant++ {
		if s := transliterate(name, variant); s != out[0] && s != out[len(out)-1] {
			out = append(out, s)
		}
	}
	return out
}

func transliterate(name string, variant int) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(norm.NFC.String(name)) {
		switch s := special(r); {
		case len(s) > 0:
			b.WriteString(s[min(variant, len(s)-1)])
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r == '-' || r == ',' || r == Filler || r == '/' || unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			if first := []rune(norm.NFD.String(string(r)))[0]; first >= 'A' && first <= 'Z' {
				b.WriteRune(first)
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// special lists the letters that are not merely stripped of their accent: recommended spelling, plain, with XX.
func special(r rune) []string {
	switch r {
	case 'Ä', 'Æ':
		return []string{"AE", "A"}
	case 'Ö', 'Ø', 'Œ':
		return []string{"OE", "O"}
	case 'Ü':
		return []string{"UE", "U", "UXX"}
	case 'Å':
		return []string{"AA", "A"}
	case 'Ñ':
		return []string{"N", "NXX"}
	case 'ẞ', 'ß':
		return []string{"SS"}
	case 'Þ':
		return []string{"TH"}
	case 'Ð', 'Đ':
		return []string{"D"}
	case 'Ł', 'Ŀ':
		return []string{"L"}
	case 'Ħ':
		return []string{"H"}
	case 'Ŋ':
		return []string{"N"}
	case 'Ŧ':
		return []string{"T"}
	case 'Ĳ':
		return []string{"IJ"}
	case 'ı', 'İ':
		return []string{"I"}
	}
	return nil
}
