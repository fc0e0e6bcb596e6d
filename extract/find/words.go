package find

import (
	"hash/crc32"
	"math"
	"strings"
	"unicode"

	"lensd/extract/thai"
)

// classes is how many kinds of words are told apart: see the names in scripts/train/find/words.py.
const (
	classOther = iota
	classPerson
	classFirm
	classStreet // house, street, building: an address without its town
	classTown   // the part with town, region, postcode, country
	classNotice // captions, adverts, remarks, goods
	classes
)

// wordBuckets is the size of the hashed table of character sequences.
const wordBuckets = 1 << 14

// words is a linear model over hashed character sequences of one to four letters.
type words struct {
	scale   float64
	bias    [classes]float64
	weights []int8 // bucket by class
}

// class returns the probabilities of what the words of a text are.
func (w *words) class(text string) (out [classes]float64) {
	if w == nil || len(w.weights) == 0 {
		return out
	}
	var sum [classes]float64
	n := 0
	runes := []rune("^" + plain(text) + "$")
	for long := 1; long <= 4; long++ {
		for i := 0; i+long <= len(runes); i++ {
			at := int(crc32.ChecksumIEEE([]byte(string(runes[i:i+long])))%wordBuckets) * classes
			for c := range sum {
				sum[c] += float64(w.weights[at+c])
			}
			n++
		}
	}
	most := math.Inf(-1)
	for c := range sum {
		sum[c] = w.bias[c] + w.scale*sum[c]/math.Sqrt(float64(max(n, 1)))
		most = max(most, sum[c])
	}
	total := 0.0
	for c := range sum {
		out[c] = math.Exp(sum[c] - most)
		total += out[c]
	}
	for c := range out {
		out[c] /= total
	}
	return out
}

// plain is a text as words are compared: lower case, one blank between words, every figure 0, no Thai marks.
func plain(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		switch {
		case thai.IsMark(r):
		case unicode.IsDigit(r):
			b.WriteRune('0')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// advance is how wide a letter is, in letter heights of usual print.
func advance(r rune) float64 {
	switch {
	case thai.IsMark(r):
		return 0
	case strings.ContainsRune(" .,:;'|!ilIjt()[]-", r):
		return 0.35
	case unicode.IsUpper(r) || r == 'm' || r == 'w' || r == '@':
		return 0.8
	}
	return 0.6
}

// describe fills in what a unit's text looks like.
func (p *page) describe(u *unit, m *Model) {
	u.letters, u.digits = letters(u.text), digits(u.text)
	u.class = m.words.class(u.text)
	all := float64(max(1, len([]rune(strings.ReplaceAll(u.text, " ", "")))))
	for _, t := range p.lines[u.line].typed {
		if t.From < u.from || t.To > u.to {
			continue
		}
		own := len([]rune(strings.ReplaceAll(string(p.lines[u.line].text[t.From:t.To]), " ", "")))
		u.fit[t.Type] = max(u.fit[t.Type], float64(own)/all)
	}
	u.fit[Text] = 1
	u.fit[Name] = u.class[classPerson] + u.class[classFirm]
	u.fit[Address] = u.class[classStreet] + u.class[classTown]
}
