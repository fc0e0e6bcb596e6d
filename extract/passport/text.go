package passport

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lensd/extract/thai"
)

// plain strips accents and raises letters; Thai signs stay.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x0300 && r <= 0x036f {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFD.String(s))
}

// squeeze keeps what can stand in a zone: letters and digits, without accents, raised.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, plain(s))
}

// alike returns how much two texts agree, 1 for equal, by letters and digits only.
func alike(a, b string) float64 {
	return thai.Similarity(squeeze(a), squeeze(b))
}

// letters counts the letters of s, digits its digits.
func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func digits(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// mostlyLower reports that most letters of s are small ones.
func mostlyLower(s string) bool {
	return letters(strings.Map(func(r rune) rune {
		if unicode.IsLower(r) {
			return r
		}
		return -1
	}, s)) > letters(s)/2
}

// capitalised writes words with capital initials.
func capitalised(s string) string {
	out, start := []rune(strings.ToLower(s)), true
	for i, r := range out {
		if start {
			out[i] = unicode.ToUpper(r)
		}
		start = !unicode.IsLetter(r)
	}
	return string(out)
}

// tidy trims what recognisers add at the edges of a value: quotes, dashes, bars, dots of a leader.
func tidy(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimFunc(s, func(r rune) bool {
		return strings.ContainsRune(" '\"`‘’“”|_~=*^<>«»—-–:;,•·\\{}[]¥©®°§¢¬", r)
	})
}

// clearWords writes figures and signs that stand among the letters of a word as the letters that they are misread from:
// 0TTAWA, HALMS8URG, BUNDESDRUCKERE!. Strokes between words are the pattern's.
func clearWords(s string) string {
	words := strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\\_{}[]<>~^*=:", r) {
			return ' '
		}
		return r
	}, s))
	for i, w := range words { // brackets that do not close
		if strings.Count(w, "(") != strings.Count(w, ")") {
			words[i] = strings.Trim(w, "()")
		}
	}
	for len(words) > 1 && words[0] != "/" && letters(words[0])+digits(words[0]) == 0 {
		words = words[1:]
	}
	for i, w := range words {
		if letters(w) > 4 && i < len(words)-1 {
			words[i] = strings.TrimRight(w, ".") // an abbreviation is shorter
			w = words[i]
		}
		if letters(w) < 3 || digits(w) > 1 {
			continue
		}
		words[i] = figureless(w)
	}
	return strings.Join(words, " ")
}

// figureless writes a word without figures and signs. What looks like a letter in some faces only is one between letters.
func figureless(word string) string {
	runes := []rune(word)
	capitals := !strings.ContainsFunc(strings.ReplaceAll(word, "l", ""), unicode.IsLower) && strings.Count(word, "l") < len(runes)/2
	for i, r := range runes {
		within := i > 0 && i < len(runes)-1 && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1])
		switch {
		case r == '0':
			runes[i] = 'O'
		case r == '!' || r == '|':
			runes[i] = 'I'
		case r == '8' && within:
			runes[i] = 'B'
		case r == '5' && within:
			runes[i] = 'S'
		case r == '1' && within || r == 'l' && capitals:
			runes[i] = 'I'
		}
	}
	return string(runes)
}

// withoutStub takes off what a caption or a pattern left before a value in capitals: one letter, up to three of which one is small.
func withoutStub(s string) string {
	if m := regexp.MustCompile(`^\p{Ll}{1,3}(\p{Lu}{3}.*)$`).FindStringSubmatch(s); m != nil {
		return m[1]
	}
	first, rest, ok := strings.Cut(s, " ")
	scrap := strings.Trim(first, ".,:;'")
	if !ok || letters(rest) < 5 || len([]rune(scrap)) > 3 || strings.HasPrefix(rest, "/") {
		return s
	}
	if len([]rune(scrap)) < 2 || scrap != strings.ToUpper(scrap) && rest == strings.ToUpper(rest) {
		return rest
	}
	return s
}

// bilingual writes the stroke between a word and its translation where it was read as a quotation mark, a bar or a seven.
func bilingual(s string) string {
	s = regexp.MustCompile(`(\pL{4,}) [7|!Il] (\pL{4,})$`).ReplaceAllString(s, "$1 / $2")
	if a, b, ok := strings.Cut(s, " "); ok && sameStem(a, b) && !strings.ContainsAny(s, "/-") {
		return a + " / " + b
	}
	return regexp.MustCompile("(\\pL{4,}) ?(?:[‘’'`|!]) ?(\\pL{4,})$").ReplaceAllString(s, "$1/$2")
}
