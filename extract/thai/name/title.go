// Package name knows how people's names are written on Thai paper: forms of address in Thai and Latin letters, how a Thai
// name sounds beside its Latin spelling, where its words part. It is pure Go and knows no document kind.
package name

import (
	_ "embed"
	"strings"

	"lensd/extract/thai"
)

// titleRows lists forms of address, longer ones before those that they begin with, with the sex that they tell.
//
//go:embed titles.tsv
var titleRows string

// Title is a form of address.
type Title struct {
	Text string // as it is spelled, Latin ones in capitals without a full stop
	Sex  string // "M", "F" or "" where it tells none
}

// Titles returns the forms of address that are known.
func Titles() []Title {
	var out []Title
	for row := range strings.Lines(titleRows) {
		text, sex, _ := strings.Cut(strings.TrimSpace(row), "\t")
		out = append(out, Title{text, sex})
	}
	return out
}

// CutTitle parts a form of address, a full stop behind it included, from the name after it; title is "" where there is
// none. A Latin one ends with its word.
func CutTitle(s string) (title, rest string) {
	for _, t := range Titles() {
		n := len(t.Text)
		if len(s) <= n || !strings.EqualFold(s[:n], t.Text) {
			continue
		}
		if title = t.Text; s[n] == '.' && len(s) > n+1 && latin(title) {
			title, n = title+".", n+1
		}
		if !latin(t.Text) || strings.HasSuffix(title, ".") || strings.ContainsRune(" .:;,'", rune(s[n])) {
			return title, strings.TrimLeft(s[n:], " .:;,'-")
		}
	}
	return "", s
}

// latin reports that a form of address is of Latin letters.
func latin(title string) bool { return title[0] < 0x80 }

// leastMended is how many letters a Thai form of address has and how many its name needs, for one of them to be misread.
const leastMended = 3

// MendTitle writes the Thai form of address at the beginning of a name as it is spelled where one of its letters was
// misread and its sex is the holder's ("M", "F", "" for unknown).
func MendTitle(sex, s string) string {
	if title, _ := CutTitle(s); title != "" {
		return s
	}
	rs := []rune(s)
	for _, t := range Titles() {
		want := []rune(t.Text)
		if latin(t.Text) || t.Sex == "" || strings.Contains(t.Text, ".") || len(rs) < len(want)+leastMended || sex != "" && sex != t.Sex {
			continue
		}
		wrong := 0
		for i, r := range want {
			if rs[i] != r {
				wrong++
			}
		}
		if wrong == 1 {
			return t.Text + string(rs[len(want):])
		}
	}
	return s
}

// CloseUp takes out blanks that would leave a single letter alone: no Thai name is that short.
func CloseUp(s string) string {
	words := strings.Fields(s)
	var out []string
	for i, w := range words {
		lone := i > 0 && len([]rune(words[i-1])) < 2 // a word's first letter
		if lone || i > 0 && i == len(words)-1 && len([]rune(w)) < 2 {
			out[len(out)-1] += w
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// mayBegin reports that a word may begin at rune i of a name that has no blank there.
func mayBegin(rs []rune, i int) bool {
	return !thai.IsMark(rs[i]) && !thai.IsLeadVowel(rs[i-1]) && (thai.IsConsonant(rs[i]) || thai.IsLeadVowel(rs[i]))
}
