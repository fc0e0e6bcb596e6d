package caption

import (
	"sort"

	"lensd/extract/thai"
)

// Find returns the captions of a line from left to right, none overlapping another. Where several compete for the same
// letters, the longest with the fewest errors wins; captions of one key that stand side by side, as in bilingual print,
// are one hit.
func (m *Matcher) Find(text string) []Hit {
	n := normal(text)
	var all []Hit
	for i := range n.letters {
		if !n.starts[i] && !(isThai(n.letters[i])) {
			continue
		}
		all = m.at(n, i, all)
		if i+1 < len(n.letters) {
			all = m.unlike(n, i, all)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].weight() > all[j].weight() })
	var out []Hit
	for _, h := range all {
		free := true
		for _, o := range out {
			free = free && (h.End <= o.Start || h.Start >= o.End)
		}
		if free {
			out = append(out, h)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	for i := range out {
		out[i].behind(n.runes)
	}
	return join(out, n.runes)
}

// weight ranks hits that overlap: letters explained, errors counting more than letters.
func (h Hit) weight() float64 {
	return float64(h.Letters) * (1 - 2.2*(1-h.Quality))
}

// at tries the captions that begin as the text does at a letter.
func (m *Matcher) at(n normalised, i int, out []Hit) []Hit {
	for _, k := range m.first[n.letters[i]] {
		out = m.try(n, i, k, out)
	}
	return out
}

// unlike tries those whose second letter stands second in the text: the first was misread.
func (m *Matcher) unlike(n normalised, i int, out []Hit) []Hit {
	for _, k := range m.first[n.letters[i+1]] {
		if e := m.entries[k]; e.allowed > 0 && len(e.letters) > 1 && e.letters[1] == n.letters[i+1] && e.letters[0] != n.letters[i] {
			out = m.try(n, i, k, out)
		}
	}
	return out
}

func (m *Matcher) try(n normalised, i, k int, out []Hit) []Hit {
	e := m.entries[k]
	end, dist, ok := prefix(n, i, e)
	if !ok {
		return out
	}
	if !n.starts[i] && (dist > 0 || len(e.letters) < 3 || !beforeValue(n, end)) {
		return out // within a Thai word only what is spelt right and followed by a figure or a colon is a caption
	}
	if dist > 0 && e.thai && len(e.letters) < enoughThai && within(n, end) {
		return out // the first letters of another word: นาง is no misread นำส่ง
	}
	h := Hit{Keys: e.keys, Start: n.at[i], End: n.at[end-1] + 1, Letters: len(e.letters), Quality: 1 - float64(dist)/float64(len(e.letters))}
	return append(out, h)
}

// enoughThai is how many letters tell a misread Thai caption from the beginning of another word.
const enoughThai = 6

// within says that a Thai word goes on at letter end.
func within(n normalised, end int) bool {
	return end < len(n.letters) && !n.starts[end] && isThai(n.letters[end])
}

// beforeValue says that a digit or a colon follows the letters up to end.
func beforeValue(n normalised, end int) bool {
	if end < len(n.letters) && classOf(n.letters[end]) == 1 {
		return true
	}
	for i := n.at[end-1] + 1; i < len(n.runes); i++ {
		if r := n.runes[i]; r == ':' || r == '：' {
			return true
		} else if classOf(r) != 0 {
			return false
		}
	}
	return false
}

// prefix compares a caption with the text from letter i on: the end of the best match and its edit distance. ok is false
// when too much differs or, in scripts that part words, when the match ends within a word.
func prefix(n normalised, i int, e entry) (end, dist int, ok bool) {
	long := len(e.letters)
	most := min(len(n.letters), i+long+e.allowed)
	if most-i < long-e.allowed {
		return 0, 0, false
	}
	if e.allowed == 0 {
		for j, r := range e.letters {
			if n.letters[i+j] != r {
				return 0, 0, false
			}
		}
		return i + long, 0, ends(n, i+long, e)
	}
	row := make([]int, long+1) // distances of caption prefixes to text[i:j]
	for j := range row {
		row[j] = j
	}
	best := e.allowed + 1
	for j := i; j < most; j++ {
		diagonal := row[0]
		row[0]++
		least := row[0]
		for k := 1; k <= long; k++ {
			cost := 1
			if e.letters[k-1] == n.letters[j] {
				cost = 0
			}
			v := min(diagonal+cost, row[k]+1, row[k-1]+1)
			diagonal, row[k] = row[k], v
			least = min(least, v)
		}
		if least > e.allowed {
			break
		}
		if row[long] <= best && ends(n, j+1, e) {
			best, end = row[long], j+1
		}
	}
	return end, best, best <= e.allowed && end > 0
}

// ends says that a caption may end before letter j: Thai is written without blanks, other scripts are not, and a short
// Latin word is a caption only where a word ends.
func ends(n normalised, j int, e entry) bool {
	if j >= len(n.letters) || e.thai {
		return true
	}
	return n.starts[j]
}

// behind takes the full stop, bracket and colon behind a caption into it.
func (h *Hit) behind(runes []rune) {
	i := h.End
	for i < len(runes) && thai.IsMark(runes[i]) {
		i++
	}
	h.End = i
	for i < len(runes) {
		switch runes[i] {
		case ':', '：', ';', '=':
			h.Colon = true
		case '.', ')', ']', ' ', '#', '-', '/', '*', '‥', '…', '_':
			if h.Colon && runes[i] != ' ' {
				h.End = i
				return
			}
		default:
			h.End = trimBack(runes, h.End, i)
			return
		}
		i++
	}
	h.End = i
}

// trimBack leaves a sign that opens the value, as a minus, to it.
func trimBack(runes []rune, from, to int) int {
	for to > from && runes[to-1] == '-' {
		to--
	}
	return to
}

// join makes hits of one key that stand side by side one: "ผู้รับ (TO)".
func join(hits []Hit, runes []rune) []Hit {
	var out []Hit
	for _, h := range hits {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if common := both(last.Keys, h.Keys); len(common) > 0 && onlySigns(runes[min(last.End, h.Start):h.Start]) && (!last.Colon || h.Start-last.End <= 0) {
				last.Keys, last.End, last.Colon = common, h.End, h.Colon
				last.Quality = (last.Quality*float64(last.Letters) + h.Quality*float64(h.Letters)) / float64(last.Letters+h.Letters)
				last.Letters += h.Letters
				continue
			}
		}
		out = append(out, h)
	}
	return out
}

func onlySigns(runes []rune) bool {
	for _, r := range runes {
		if classOf(r) != 0 {
			return false
		}
	}
	return true
}

func both(a, b []string) []string {
	var out []string
	for _, k := range a {
		if (Hit{Keys: b}).Has(k) {
			out = append(out, k)
		}
	}
	return out
}
