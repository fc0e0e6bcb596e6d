package date

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"lensd/extract/thai"
)

//go:embed months.tsv
var monthRows string

// month is a named month. Its language tells how a year of two digits beside it counts.
type month struct {
	number int
	era    Era
	name   string // as key writes it
}

// months are the names by their keys. A long name is also found when some of its letters are misread.
type months struct {
	exact map[string]month
	long  []month
	bare  map[string]int // without marks; 0 where two months share it
}

// table is parsed once: every document asks it for hundreds of cells.
var table = sync.OnceValue(func() months {
	m := months{exact: map[string]month{}, bare: map[string]int{}}
	for row := range strings.Lines(monthRows) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		number, _ := strconv.Atoi(f[0])
		era := CE
		if f[1] == "th" {
			era = BE
		}
		for _, name := range f[2:] {
			m.add(month{number, era, key(name)})
		}
	}
	return m
})

func (m *months) add(one month) {
	m.exact[one.name] = one
	if len([]rune(one.name)) >= 5 {
		m.long = append(m.long, one)
	}
	if one.era != BE {
		return
	}
	b := bare(one.name)
	if n, seen := m.bare[b]; seen && n != one.number {
		m.bare[b] = 0
		return
	}
	m.bare[b] = one.number
}

// key is how months are compared: letters and marks, lower case.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || thai.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, thai.Fold(s))
}

func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if thai.IsMark(r) {
			return -1
		}
		return r
	}, s)
}

// alike is how much of a long name must be there.
const alike = 0.75

// monthNamed finds the month that s names, s holding nothing else.
func monthNamed(s string) (month, bool) {
	k := key(s)
	if k == "" {
		return month{}, false
	}
	if m, ok := table().exact[k]; ok {
		return m, true
	}
	if strings.ContainsFunc(k, thai.IsMark) {
		if n := table().bare[bare(k)]; n > 0 {
			return month{number: n, era: BE}, true // the marks of small print are the first to be misread
		}
	}
	if len([]rune(k)) < 4 {
		return month{}, false
	}
	best, most := month{}, alike
	for _, m := range table().long {
		if s := thai.Similarity(k, m.name); s > most {
			best, most = m, s
		}
	}
	return best, best.number > 0
}

// monthIn finds the month in what stands between a day and a year. rest says that something else follows the month, so
// that no year belongs to it.
func monthIn(words string) (m month, era Era, rest bool, ok bool) {
	s := strings.TrimPrefix(strings.TrimLeft(words, " -/.,"), "เดือน")
	s, era = cutEra(s)
	for _, suffix := range []string{"st ", "nd ", "rd ", "th ", "of ", "de "} {
		s = strings.TrimPrefix(strings.TrimLeft(s, " "), suffix)
	}
	if m, ok = monthNamed(s); ok {
		return m, era, false, true
	}
	first := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '-' || r == '/' || r == ':' })
	if len(first) > 1 {
		m, ok = monthNamed(first[0])
		return m, era, true, ok
	}
	return month{}, era, false, false
}

// cutEra takes the word for an era off what stands before a year.
func cutEra(s string) (string, Era) {
	trimmed := strings.TrimRight(s, " ")
	for _, w := range []struct {
		word string
		era  Era
	}{{"พ.ศ.", BE}, {"พ.ศ", BE}, {"พศ", BE}, {"B.E.", BE}, {"BE", BE}, {"ค.ศ.", CE}, {"ค.ศ", CE}, {"คศ", CE}, {"A.D.", CE}} {
		if rest, ok := strings.CutSuffix(trimmed, w.word); ok {
			return rest, w.era
		}
	}
	return s, EraUnknown
}

// monthBefore finds an English month as the last word before a day.
func monthBefore(gap string) (month, bool) {
	f := strings.Fields(gap)
	if len(f) == 0 {
		return month{}, false
	}
	m, ok := table().exact[key(f[len(f)-1])]
	return m, ok && m.era == CE
}
