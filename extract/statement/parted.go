package statement

import (
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
)

// likeExact is how like a heading words must be to be that heading and nothing besides.
const likeExact = 0.9

// part sets the headings of several columns apart that are printed as closely as words are: a row of headings is cut where what
// stands before and behind each is a heading by itself, and of another sort.
func (k *knowledge) part(row *sheetRow, gap float64) {
	for i := 0; i < len(row.atoms); {
		j := i + 1
		for j < len(row.atoms) && !row.atoms[j].parted && row.atoms[j].X0-row.atoms[j-1].X1 < gap && !row.breaks(j) {
			j++
		}
		if words := row.atoms[i:j]; len(words) > 1 && len(words) <= mostWords {
			if _, score := k.heads.best(textOf(words), likeExact); score == 0 {
				for _, at := range k.cuts(words, RoleNone) {
					words[at].parted = true
				}
			}
		}
		i = j
	}
}

// mostWords is how many words of headings may stand in one row.
const mostWords = 12

// cuts returns where words are to be cut into headings, 0 first; nil where they cannot be. Longer headings are tried first, and
// a heading in two languages is one.
func (k *knowledge) cuts(words []atom, before Role) []int {
	for n := len(words); n > 0; n-- {
		name, score := k.heads.best(textOf(words[:n]), likeExact)
		if score == 0 || Role(name) == before {
			continue
		}
		if n == len(words) {
			return []int{0}
		}
		if strings.ContainsFunc(words[n-1].text, thai.IsThai) != strings.ContainsFunc(words[n].text, thai.IsThai) {
			continue
		}
		if rest := k.cuts(words[n:], Role(name)); rest != nil {
			out := []int{0}
			for _, at := range rest {
				out = append(out, at+n)
			}
			return out
		}
	}
	return nil
}

// partThai cuts the row of headings where a blank stands between Thai words of which at least one is a heading by itself: Thai is
// written without blanks, so that one parts two headings where two columns stand close together.
func (k *knowledge) partThai(row *sheetRow, gap float64) {
	for i := 1; i < len(row.atoms); i++ {
		a, b := &row.atoms[i-1], &row.atoms[i]
		if b.parted || b.X0-a.X1 >= gap || !thaiWord(b.text) {
			continue
		}
		from := i - 1
		for from > 0 && !thaiWord(row.atoms[from].text) && !row.atoms[from].parted {
			from--
		}
		to := i + 1
		for to < len(row.atoms) && strings.HasPrefix(row.atoms[to].text, "(") {
			to++
		}
		before, behind := textOf(row.atoms[from:i]), textOf(row.atoms[i:to])
		_, one := k.heads.best(before, likeExact)
		_, other := k.heads.best(behind, likeExact)
		if _, both := k.heads.best(before+" "+behind, likeExact); both == 0 && max(one, other) > 0 && !latinEnd(before) {
			b.parted = true
		}
	}
}

// thaiWord reports that a word begins with a Thai letter and has three or more.
func thaiWord(s string) bool {
	r := []rune(thai.Skeleton(s))
	return len(r) >= 3 && thai.IsThai(r[0]) && !strings.HasPrefix(s, "(")
}

// latinEnd reports that a text ends with Latin letters: its Thai may be the second language of one heading.
func latinEnd(s string) bool {
	r := []rune(strings.TrimRight(s, ".) "))
	return len(r) > 0 && r[len(r)-1] < 0x250
}

func textOf(words []atom) string {
	parts := make([]string, len(words))
	for i := range words {
		parts[i] = words[i].text
	}
	return strings.Join(parts, " ")
}

// spelt returns the words of a line as that of its readings spells them which has most of the headings' own spellings, of those
// that differ in marks and signs alone; nil where the first is.
func (k *knowledge) spelt(line *extract.Line) []string {
	if strings.ContainsAny(line.Text.Value, "0123456789") || len(line.Text.Alternatives) == 0 {
		return nil
	}
	shape, most := thai.Skeleton(line.Text.Value), k.asSpelt(thai.Fold(line.Text.Value))
	var best []string
	for _, a := range line.Text.Alternatives {
		text := thai.Fold(a.Value)
		words := strings.Fields(text)
		if len(words) != len(line.Words) || thai.Skeleton(text) != shape {
			continue
		}
		if v := k.asSpelt(text); v > most {
			best, most = words, v
		}
	}
	return best
}

// asSpelt is the number of letters of the longest heading that stands in a text as it is spelt.
func (k *knowledge) asSpelt(s string) int {
	n := 0
	for _, texts := range k.heads.texts {
		for _, t := range texts {
			if len(t) > n && strings.Contains(s, t) {
				n = len(t)
			}
		}
	}
	return n
}

// mayHead reports that a row names some columns, one of money among them, and stands right above rows of the table: most of its
// words may be such as no list of headings has.
func (k *knowledge) mayHead(rows []sheetRow, i int, al alignment, w, h float64) bool {
	roles := map[Role]bool{}
	all := phrasesOf(&rows[i], 0.75*w)
	known := 0
	for _, p := range all {
		if name, _ := k.heads.best(p.text, likeExact); name != "" && !k.sumsUp(p.text) {
			roles[Role(name)] = true
			known++
		}
	}
	money := roles[RoleBalance] || roles[RoleAmount] || roles[RoleIn] || roles[RoleOut]
	if len(all) < 3 || len(all) > mostWords || 5*known < 2*len(all) || len(roles) < 2 || !money {
		return false
	}
	below := rows[i+1 : min(len(rows), i+1+headLines)]
	return slices.ContainsFunc(below, func(r sheetRow) bool { return al.isBody(&r) && r.y-rows[i].y < 3*headPitch*h })
}
