package address

import (
	"regexp"
	"sort"
)

// Part is a named part of an address within its text.
type Part struct {
	Level      Level
	Start, End int // byte range of the name without its keyword
	Name       string
}

// Level says what kind of place a part names.
type Level int

// The levels of a Thai address above the street.
const (
	Subdistrict Level = iota // ตำบล, แขวง
	District                 // อำเภอ, เขต
	Province                 // จังหวัด
)

// The keywords stand at the start of a word; the abbreviations need their full stop.
var keywords = []struct {
	level Level
	re    *regexp.Regexp
}{
	{Subdistrict, regexp.MustCompile(`(?:^|[\s,/.\d)])(?:ตำบล|แขวง|ต\s?\.)\s*([ก-๎]+)`)},
	{District, regexp.MustCompile(`(?:^|[\s,/.\d)])(?:อำเภอ|เขต|อ\s?\.)\s*([ก-๎]+)`)},
	{Province, regexp.MustCompile(`(?:^|[\s,/.\d)])(?:จังหวัด|จ\s?\.)\s*([ก-๎]+)`)},
}

// Parts finds the named places of an address by their keywords, at most one a level, in the order of the text.
func Parts(text string) []Part {
	var out []Part
	for _, k := range keywords {
		all := k.re.FindAllStringSubmatchIndex(text, -1)
		if len(all) == 0 {
			continue
		}
		m := all[len(all)-1] // the last one: "ซอยตำบล" may stand before it
		out = append(out, Part{k.level, m[2], m[3], text[m[2]:m[3]]})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}

var postcode = regexp.MustCompile(`(?:^|\D)([1-9]\d{4})(?:\D|$)`)

// Postcode returns the last group of exactly five digits, "" if there is none.
func Postcode(text string) string {
	all := postcode.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// Verdict is what the table says about an address.
type Verdict struct {
	Known   bool   // the postcode is in use
	Matched int    // named parts that exist under the postcode, after mending
	Parts   int    // named parts found
	Text    string // the address with mended names
	Mended  bool   // Text differs from what was printed
}

// maxShare bounds a correction: the share of a name's letters that may differ, marks counting half. More than that and
// the printed name stays, because it may be a village that the table does not know.
const maxShare = 0.26

// Check compares the named parts of an address with the places under its postcode and mends a name when exactly one
// nearest name lies within the bound. The postcode and everything below the subdistrict are never changed.
func (t *Table) Check(text string) Verdict {
	v := Verdict{Text: text}
	code := Postcode(text)
	places := t.At(code)
	parts := Parts(text)
	v.Known, v.Parts = len(places) > 0, len(parts)
	for i := len(parts) - 1; i >= 0; i-- {
		p := parts[i]
		name, ok := nearest(p.Name, names(places, p.Level))
		if !ok {
			continue
		}
		v.Matched++
		if name == p.Name {
			continue
		}
		// From the end to the start, so that the byte ranges still to come stay valid.
		v.Text, v.Mended = v.Text[:p.Start]+name+v.Text[p.End:], true
	}
	return v
}

func names(places []Place, level Level) []string {
	seen := map[string]bool{}
	var out []string
	for _, p := range places {
		name := [...]string{p.Subdistrict, p.District, p.Province}[level]
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// nearest returns the one name within the bound that is nearer than all others.
func nearest(word string, names []string) (string, bool) {
	best, second, found := 1e9, 1e9, ""
	for _, n := range names {
		switch d := Distance(word, n); {
		case d < best:
			best, second, found = d, best, n
		case d < second:
			second = d
		}
	}
	letters := float64(len([]rune(found)))
	if found == "" || best > maxShare*letters || best > 0 && second <= best {
		return "", false
	}
	return found, true
}
