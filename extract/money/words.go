package money

import (
	"strings"

	"lensd/extract/latin"
	"lensd/extract/thai"
)

// ParseWords reads a sum in Thai or English words, in satang.
func ParseWords(s string) (int64, bool) {
	if strings.ContainsFunc(s, thai.IsThai) {
		return ParseThaiWords(s)
	}
	return ParseEnglishWords(s)
}

// Agreement returns how well words, as a recogniser read them, fit a sum: 1 where they say it, near 1 where some letters
// are wrong, below 0.9 for nearly every other sum. Words are worth comparing because a wrong letter rarely makes another
// number, while a wrong digit always does.
func Agreement(words string, satang int64) float64 {
	if v, ok := ParseWords(words); ok && v == satang {
		return 1
	}
	return min(Likeness(words, satang), 0.99)
}

// Likeness compares words letter by letter with how the sum is written: 1 where no letter differs. Unlike Agreement it is low
// for a sentence in which the words of the sum merely occur. The sign does not count: notes of credit print it with the figures alone.
func Likeness(words string, satang int64) float64 {
	satang = max(satang, -satang)
	if strings.ContainsFunc(words, thai.IsThai) {
		return alike(thai.Skeleton(ThaiWords(satang)), thai.Skeleton(words))
	}
	want, got := latin.Skeleton(EnglishWords(satang)), latin.Skeleton(words)
	less := strings.NewReplacer("and", "")
	return max(alike(want, got), alike(core(less.Replace(want)), core(less.Replace(got))))
}

// core leaves of a sum in words what differs from sum to sum.
func core(s string) string {
	return strings.NewReplacer("baht", "", "only", "", "satang", "", "dollars", "", "cents", "").Replace(s)
}

// Words reports whether s is likely a sum in words: most of its letters are words of number.
func Words(s string) bool {
	v, ok := ParseWords(s)
	return ok && Likeness(s, v) > 0.5
}

// alike is 1 minus the edit distance as a share of the longer text.
func alike(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, p := range x {
		prev := row[0]
		row[0] = i + 1
		for j, q := range y {
			cost := prev
			if p != q {
				cost++
			}
			prev, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return 1 - float64(row[len(y)])/float64(max(len(x), len(y)))
}
