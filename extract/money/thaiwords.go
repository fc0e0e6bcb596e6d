package money

import (
	"strings"

	"lensd/extract/thai"
)

func thaiDigits() []string {
	return []string{"ศูนย์", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"}
}

func thaiPlaces() []string {
	return []string{"", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"}
}

// ThaiWords writes a sum of satang in the words that stand on Thai papers: หนึ่งร้อยบาทถ้วน.
func ThaiWords(satang int64) string {
	var b strings.Builder
	if satang < 0 {
		b.WriteString("ลบ")
		satang = -satang
	}
	baht, rest := satang/100, satang%100
	if baht > 0 || rest == 0 {
		b.WriteString(thaiNumber(baht) + "บาท")
	}
	if rest == 0 {
		b.WriteString("ถ้วน")
	} else {
		b.WriteString(thaiNumber(rest) + "สตางค์")
	}
	return b.String()
}

// thaiNumber writes n >= 0. Above a million the same words count the millions.
func thaiNumber(n int64) string {
	if n == 0 {
		return thaiDigits()[0]
	}
	if n >= 1_000_000 {
		s := thaiNumber(n/1_000_000) + "ล้าน"
		if n%1_000_000 > 0 {
			s += thaiSix(n%1_000_000, true)
		}
		return s
	}
	return thaiSix(n, false)
}

// thaiSix writes 1 to 999,999; led says that millions precede, which makes a last 1 เอ็ด.
func thaiSix(n int64, led bool) string {
	s := ""
	for place, left := 0, n; left > 0; place, left = place+1, left/10 {
		d := left % 10
		switch {
		case d == 0:
		case place == 0 && d == 1 && (n > 1 || led):
			s = "เอ็ด"
		case place == 1 && d == 1:
			s = "สิบ" + s
		case place == 1 && d == 2:
			s = "ยี่สิบ" + s
		default:
			s = thaiDigits()[d] + thaiPlaces()[place] + s
		}
	}
	return s
}

// ParseThaiWords reads a sum in Thai words, in satang. Tone marks and vowels above and below may be lost; brackets and what
// stands before the first word of the sum are passed over.
func ParseThaiWords(s string) (int64, bool) {
	text := thai.Skeleton(s)
	for text != "" {
		if v, ok := thaiSum(text); ok {
			return v, true
		}
		_, n := splitRune(text)
		text = text[n:]
	}
	return 0, false
}

func splitRune(s string) (rune, int) {
	for i, r := range s {
		if i > 0 {
			return r, i
		}
	}
	return 0, len(s)
}

// token is one word of a sum as its skeleton: a digit (0-9), a place (10, 100, ...), a unit.
type token struct {
	text  string
	value int64
	sort  byte // d digit, p place, m million, b baht, s satang, o exactly, n minus
}

// thaiTokens lists the skeletons. สี่ and ยี่ keep one letter only, so that a reading may have to be taken back.
func thaiTokens() []token {
	var out []token
	add := func(word string, v int64, sort byte) { out = append(out, token{thai.Skeleton(word), v, sort}) }
	for i, w := range thaiDigits() {
		add(w, int64(i), 'd')
	}
	add("เอ็ด", 1, 'd')
	add("ยี่", 2, 'd')
	p := int64(10)
	for _, w := range thaiPlaces()[1:] {
		add(w, p, 'p')
		p *= 10
	}
	add("ล้าน", 1_000_000, 'm')
	add("บาท", 0, 'b')
	add("สตางค์", 0, 's')
	add("สต.", 0, 's')
	add("ถ้วน", 0, 'o')
	add("ลบ", 0, 'n')
	return out
}

// thaiSum reads the whole of text, a skeleton, as one sum.
func thaiSum(text string) (int64, bool) {
	return (&reading{tokens: thaiTokens(), text: text}).from(0, state{})
}

// reading walks all ways to cut a text into tokens.
type reading struct {
	tokens []token
	text   string
	steps  int
}

// state is what of a sum has been read.
type state struct {
	done, six, digit int64 // baht (or satang) in whole millions, below a million, a digit that waits for its place
	place            int64 // the last place, which the next must undercut; 0: none
	waits, baht, neg bool
	satang, sum      int64
	closed           bool
}

// from reads the rest at byte i. The steps are bounded: no sum in words needs as many.
func (r *reading) from(i int, st state) (int64, bool) {
	if r.steps++; r.steps > 2000 {
		return 0, false
	}
	if i == len(r.text) || st.closed {
		return st.total(), st.closed || st.baht && !st.waits && st.six == 0 && st.done == 0
	}
	for _, t := range r.tokens {
		if strings.HasPrefix(r.text[i:], t.text) {
			if next, ok := st.take(t); ok {
				if v, ok := r.from(i+len(t.text), next); ok {
					return v, true
				}
			}
		}
	}
	return 0, false
}

func (st state) total() int64 {
	v := st.sum*100 + st.satang
	if st.neg {
		return -v
	}
	return v
}

// take adds one token; ok is false where the grammar has no place for it.
func (st state) take(t token) (state, bool) {
	switch t.sort {
	case 'n':
		st.neg = true
		return st, st == state{neg: true}
	case 'd':
		if st.waits {
			return st, false
		}
		st.digit, st.waits = t.value, true
		return st, true
	case 'p':
		return st.at(t.value)
	case 'm':
		n := st.number()
		if n == 0 || st.done > 0 {
			return st, false
		}
		st.done, st.six, st.place, st.waits, st.digit = n*t.value, 0, 0, false, 0
		return st, true
	case 'b':
		if st.baht || !st.waits && st.number() == 0 {
			return st, false
		}
		return state{sum: st.number(), baht: true, neg: st.neg}, true
	case 's':
		if n := st.number(); n > 0 && n < 100 {
			st.satang, st.closed = n, true
			return st, true
		}
		return st, false
	case 'o':
		st.closed = true
		return st, st.baht && st.number() == 0 && !st.waits
	}
	return st, false
}

// at gives the digit that waits its place; places fall from left to right, and only a ten stands without a digit.
func (st state) at(place int64) (state, bool) {
	if !st.waits {
		st.digit = 1
		if place != 10 {
			return st, false
		}
	}
	if st.place > 0 && place >= st.place {
		return st, false
	}
	st.six, st.place, st.waits, st.digit = st.six+st.digit*place, place, false, 0
	return st, true
}

func (st state) number() int64 { return st.done + st.six + st.digit }
