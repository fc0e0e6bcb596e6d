package name

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lensd/extract/thai"
)

// phone is one sound of a Thai name: the Latin spellings that it takes, "" among them where it may be silent.
type phone struct {
	latin []string
	vowel bool
}

// latinOf lists how names spell a Thai letter in Latin letters: the Royal Thai General System first, then what holders
// choose. Finals sound otherwise than initials; both are listed, since a name does not say which it has.
func latinOf(r rune) []string {
	switch r {
	case 'ก':
		return []string{"K", "G", "C"}
	case 'ข', 'ฃ', 'ค', 'ฅ', 'ฆ':
		return []string{"KH", "K", "C", "G"}
	case 'ง':
		return []string{"NG", "N"}
	case 'จ':
		return []string{"CH", "J", "T", "C"}
	case 'ฉ', 'ช', 'ฌ':
		return []string{"CH", "SH", "C", "T", "J"}
	case 'ซ', 'ศ', 'ษ', 'ส':
		return []string{"S", "Z", "T"}
	case 'ญ':
		return []string{"Y", "N", "J"}
	case 'ฎ', 'ด', 'ฏ', 'ต':
		return []string{"D", "T"}
	case 'ฐ', 'ฑ', 'ฒ', 'ถ', 'ท', 'ธ':
		return []string{"TH", "T", "D", "DH"}
	case 'ณ', 'น':
		return []string{"N"}
	case 'บ', 'ป':
		return []string{"B", "P"}
	case 'ผ', 'พ', 'ภ':
		return []string{"PH", "P", "V", "B", "BH"}
	case 'ฝ', 'ฟ':
		return []string{"F", "PH", "P"}
	case 'ม':
		return []string{"M"}
	case 'ย':
		return []string{"Y", "I", "E"}
	case 'ร':
		return []string{"R", "N", "L"}
	case 'ล', 'ฬ':
		return []string{"L", "N", "R"}
	case 'ว':
		return []string{"W", "V", "U", "O"}
	case 'ห', 'ฮ':
		return []string{"H", ""}
	case 'อ':
		return []string{"O", "", "OR", "A"}
	}
	return nil
}

func vowelOf(r rune) []string {
	switch r {
	case 'ะ', 'ั', 'า':
		return []string{"A", "AH", "AR", "U"}
	case 'ิ', 'ี':
		return []string{"I", "EE", "E", "Y", "EA"}
	case 'ึ', 'ื':
		return []string{"UE", "U", "EU"}
	case 'ุ', 'ู':
		return []string{"U", "OO", "O"}
	case 'เ':
		return []string{"E", "AE", "OE", "AY", ""}
	case 'แ':
		return []string{"AE", "A", "E"}
	case 'โ':
		return []string{"O", "OH"}
	case 'ใ', 'ไ':
		return []string{"AI", "AY", "I", "EI", "Y"}
	case 'ำ':
		return []string{"AM", "UM"}
	case 'ฤ':
		return []string{"RUE", "RI", "RU", "RIT"}
	}
	return nil
}

// phones spells a Thai name out. Vowels that are written before a consonant and spoken after it change places with it; what
// THANTHAKHAT silences is left out, and double RO RUA is A or AN.
func phones(name string) []phone {
	rs := []rune(strings.ReplaceAll(thai.Fold(name), " ", ""))
	var out []phone
	for i := 0; i < len(rs); i++ {
		switch r := rs[i]; {
		case silenced(rs, i):
		case r == 'ร' && i+1 < len(rs) && rs[i+1] == 'ร':
			out = append(out, phone{[]string{"AN", "A", "UN"}, true})
			i++
		case thai.IsLeadVowel(r) && i+1 < len(rs) && latinOf(rs[i+1]) != nil:
			out = append(out, phone{latinOf(rs[i+1]), false}, phone{vowelOf(r), true})
			i++
		case latinOf(r) != nil:
			out = append(out, phone{latinOf(r), false})
		case vowelOf(r) != nil:
			out = append(out, phone{vowelOf(r), true})
		}
	}
	return out
}

const thanthakhat = '์'

// silenced reports that the letter at i carries THANTHAKHAT, itself or behind its vowel, or is part of what it silences.
func silenced(rs []rune, i int) bool {
	for j := i; j < len(rs) && j <= i+2; j++ {
		switch {
		case rs[j] == thanthakhat:
			return true
		case j > i && !thai.IsMark(rs[j]):
			return false
		}
	}
	return false
}

// capitals keeps the letters of a Latin name, without accents, raised.
func capitals(s string) string {
	return strings.Map(func(r rune) rune {
		if r = unicode.ToUpper(r); r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, norm.NFD.String(s))
}

// Costs of what does not match, in consonants that are plainly others.
const (
	lostConsonant = 0.7
	lostVowel     = 0.35
	unwritten     = 0.1 // A and O are often spoken without being written
)

// Dissonance is how badly a Thai name sounds like its Latin spelling: 0 for a perfect match. Only differences between two
// readings of one name mean something: the spelling is the holder's choice.
func Dissonance(name, latin string) float64 {
	ps, l := phones(name), capitals(latin)
	row := make([]float64, len(l)+1)
	for j := range l {
		row[j+1] = row[j] + unheard(l[j])
	}
	for _, p := range ps {
		next := make([]float64, len(l)+1)
		lost, other := lostConsonant, 1.0
		if p.vowel {
			lost, other = lostVowel, 2*lostVowel
		}
		for j := range next {
			best := row[j] + lost
			if j > 0 {
				best = math.Min(best, math.Min(row[j-1]+other, next[j-1]+unheard(l[j-1])))
			}
			for _, s := range p.latin {
				if j >= len(s) && l[j-len(s):j] == s {
					best = math.Min(best, row[j-len(s)])
				}
			}
			next[j] = best
		}
		row = next
	}
	return row[len(l)]
}

// unheard is the cost of a Latin letter that no Thai letter accounts for.
func unheard(c byte) float64 {
	switch c {
	case 'A', 'O', 'H':
		return unwritten
	case 'E', 'I', 'U', 'Y':
		return lostVowel
	}
	return lostConsonant
}
