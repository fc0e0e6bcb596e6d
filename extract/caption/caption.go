// Package caption finds the printed names of fields in lines of text: "Invoice No./เลขที่", "ผู้รับ (TO):", "Tel". Letters
// are compared with case, accents, Thai marks, blanks and punctuation left out and with a few misread letters allowed, so
// one entry stands for all its spellings. Which captions there are is data: see Parse. Pure Go.
package caption

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strings"
)

// Caption is one printed name of a key. Several keys may share a text.
type Caption struct {
	Key      string // what the caption announces: a field, a party, or something that is not wanted
	Language string // "th", "en", …; for people who read the table
	Text     string
}

// Parse reads a table of captions, one a line: key, language and text, parted by tabs. Lines that begin with # and empty
// ones are left out.
func Parse(r io.Reader) ([]Caption, error) {
	var out []Caption
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 3 || parts[0] == "" || len(normal(parts[2]).letters) == 0 {
			return nil, fmt.Errorf("caption: line %d: want key, language and text parted by tabs", n)
		}
		out = append(out, Caption{parts[0], parts[1], parts[2]})
	}
	return out, sc.Err()
}

// Hit is a caption found in a line.
type Hit struct {
	Keys       []string // sorted; more than one where keys share the text
	Start, End int      // runes of the line, a colon behind the caption included
	Letters    int      // letters of the caption that were compared
	Quality    float64  // 1: all letters as they should be; less by the share that differs
	Colon      bool     // a colon or a like sign stands behind it
}

// entry is a caption prepared for comparison.
type entry struct {
	letters []rune
	keys    []string
	thai    bool
	allowed int // letters that may differ
}

// Matcher finds captions. It is safe for concurrent use.
type Matcher struct {
	entries []entry
	first   map[rune][]int // entries whose first or second letter it is
}

// NewMatcher prepares captions for matching.
func NewMatcher(captions []Caption) *Matcher {
	byText := map[string]int{}
	m := &Matcher{first: map[rune][]int{}}
	for _, c := range captions {
		n := normal(c.Text)
		k, seen := byText[string(n.letters)]
		if !seen {
			k = len(m.entries)
			byText[string(n.letters)] = k
			m.entries = append(m.entries, entry{letters: n.letters, thai: isThai(n.letters[0]), allowed: allowance(n, c.Text)})
		}
		m.entries[k].keys = insert(m.entries[k].keys, c.Key)
	}
	for i, e := range m.entries {
		m.first[e.letters[0]] = append(m.first[e.letters[0]], i)
		if len(e.letters) > 1 && e.letters[1] != e.letters[0] && e.allowed > 0 {
			m.first[e.letters[1]] = append(m.first[e.letters[1]], i)
		}
	}
	return m
}

// allowance is how many letters of a caption may differ. Thai words are short once their marks are left out, but a
// caption with many marks is still hard to mistake for another word.
func allowance(n normalised, text string) int {
	long := len(n.letters)
	if isThai(n.letters[0]) {
		long = len([]rune(strings.ReplaceAll(text, " ", "")))
	}
	switch {
	case long < 5:
		return 0
	case long < 9:
		return 1
	}
	return long / 6
}

func insert(keys []string, k string) []string {
	i := sort.SearchStrings(keys, k)
	if i < len(keys) && keys[i] == k {
		return keys
	}
	keys = append(keys, "")
	copy(keys[i+1:], keys[i:])
	keys[i] = k
	return keys
}

// Has reports whether the hit announces a key.
func (h Hit) Has(key string) bool {
	i := sort.SearchStrings(h.Keys, key)
	return i < len(h.Keys) && h.Keys[i] == key
}
