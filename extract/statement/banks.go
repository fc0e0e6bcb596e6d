package statement

import (
	"regexp"
	"strings"

	"lensd/extract/thai"
	"lensd/extract/thai/date"
)

// bank is what is known of a bank beforehand: how it is called, and in which era it prints years of two digits.
type bank struct {
	code  string
	era   date.Era
	names []string
}

func loadBanks(rows string) []bank {
	var out []bank
	for row := range strings.Lines(rows) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		if len(f) < 3 {
			continue
		}
		b := bank{code: f[0], era: date.CE, names: f[2:]}
		if f[1] == "BE" {
			b.era = date.BE
		}
		out = append(out, b)
	}
	return out
}

// find returns the bank that s names, and how much of s its name is.
func (k *knowledge) bank(s string) (b *bank, share float64) {
	n := len([]rune(thai.Skeleton(s)))
	for i := range k.banks {
		for _, name := range k.banks[i].names {
			length := len([]rune(thai.Skeleton(name)))
			if length > n+1 || length < 2 {
				continue
			}
			least := 0.86
			if length < 6 {
				least = 1
			}
			if f, ok := thai.FindLabel(s, []string{name}, least); ok && (length >= 6 || alone(s, f)) {
				if v := f.Score * float64(length) / float64(n); v > share {
					b, share = &k.banks[i], min(1, v)
				}
			}
		}
	}
	return b, share
}

// alone reports that a short name is a word of its own.
func alone(s string, f thai.Found) bool {
	r := []rune(thai.Digits(thai.Fold(s)))
	edge := func(i int) bool { return i < 0 || i >= len(r) || strings.ContainsRune(" ()/,-:", r[i]) }
	end := f.End
	for end > f.Start && strings.ContainsRune(" :", r[end-1]) {
		end--
	}
	return edge(f.Start-1) && edge(end)
}

// bankWord are the words by which any bank is told, known or not.
var bankWord = regexp.MustCompile(`(?i)^ธนาคาร|^ธ\.|\bbank\b|\bbanque\b|\bbanco\b|\bbanca\b|sparkasse|\bcredit union\b|bank$|สหกรณ์ออมทรัพย์|\bsavings bank\b|\bbanking\b|\btrust\b|\bfinancial group\b|\bholdings\b`)
