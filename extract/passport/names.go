package passport

import (
	"math"
	"strings"

	"lensd/extract/passport/mrz"
	"lensd/extract/thai/name"
)

// names sets surname_en and title_name_en. The print is preferred, since only it has accents, case and titles, where the
// zone recognises it as the same name.
func (f *form) names() {
	r := f.record
	whole := strings.TrimSpace(r.Surname + " " + r.GivenNames)
	surname := f.seekName(labelSurname, r.Surname)
	if r.GivenNames != "" {
		// Some states print the full name on one line: "LIN, MEI-HUA".
		if p := f.seekName(labelSurname, whole); p != nil && (surname == nil || sameName(p.Text.Value, whole)) {
			f.name("surname_en", r.Surname, whole, p)
			conf, quad := f.of(mrz.Names)
			f.set("title_name_en", r.GivenNames, math.Min(conf, 0.75), quad)
			return
		}
	}
	f.name("surname_en", r.Surname, r.Surname, surname)
	f.name("title_name_en", r.GivenNames, r.GivenNames, f.seekName(labelGiven, r.GivenNames))
}

// name sets one part of the name from its print p, which was sought as full.
func (f *form) name(member, value, full string, p *piece) {
	if value == "" {
		return
	}
	conf, quad := f.of(mrz.Names)
	if p == nil {
		f.set(member, value, math.Min(conf, zoneOnlyCap), quad)
		return
	}
	p.taken = true
	printed := hyphened(tidy(strings.Map(nameRune, p.Text.Value)))
	switch title, bare := name.CutTitle(printed); {
	case sameName(bare, full):
		f.set(member, titledName(title, unbroken(bare, full)), math.Min(0.99, agree(conf, 0.6*p.Text.Confidence)), f.board.quads(p)...)
	case f.record.Truncated && strings.HasPrefix(squeeze(mrz.Transliterate(bare)), squeeze(full)):
		f.set(member, printed, 0.9*p.Text.Confidence, f.board.quads(p)...)
	case p.Text.Confidence > 0.93 && len(squeeze(bare)) > len(squeeze(full)) && !similarLength(bare, full): // a shorter one was cut
		f.set(member, printed, conflictCap, f.board.quads(p)...)
	default:
		if t, ok := misreadTitle(printed, value, f.record.Sex); ok && title == "" {
			f.set(member, titledName(t, value), math.Min(conf, 0.8), f.board.quads(p)...)
			return
		}
		if spelled, ok := respell(bare, value, f.record.Issuer); ok && full == value {
			f.set(member, titledName(title, spelled), math.Min(conf, 0.85), f.board.quads(p)...)
			return
		}
		f.set(member, titledName(title, joined(value, bare)), math.Min(conf, 0.85), f.board.quads(p)...)
	}
}

// nameRune drops signs that no name has: strokes of the pattern that were read into it.
func nameRune(r rune) rune {
	if strings.ContainsRune("\\|_{}[]<>~^*=", r) {
		return -1
	}
	return r
}

// unbroken takes blanks out of a printed name that its zone does not have: letters that stand apart read as two words.
func unbroken(printed, zone string) string {
	if squeeze(printed) != squeeze(zone) {
		return printed
	}
	ends, at := map[int]bool{}, 0
	for _, w := range strings.Fields(zone) {
		at += len(squeeze(w))
		ends[at] = true
	}
	var out strings.Builder
	at = 0
	for _, r := range printed {
		if r == ' ' && !ends[at] {
			continue
		}
		out.WriteRune(r)
		at += len(squeeze(string(r)))
	}
	return out.String()
}

// hyphened takes out hyphens that stand apart from a word: names have none, patterns leave them.
func hyphened(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("- ", " ", " -", " ").Replace(s)), " ")
}

// joined writes the zone's name with the hyphens of a misread print that has as many words.
func joined(name, printed string) string {
	words := strings.Fields(name)
	parts := strings.FieldsFunc(printed, func(r rune) bool { return r == ' ' || r == '-' })
	if len(words) != len(parts) || strings.Count(printed, "-") == 0 {
		return name
	}
	out, at := words[0], len(parts[0])
	for i := 1; i < len(words); i++ {
		mark := " "
		if at < len(printed) && printed[at] == '-' {
			mark = "-"
		}
		out += mark + words[i]
		at += 1 + len(parts[i])
	}
	return out
}

// misreadTitle returns the form of address that a name begins with where its letters were misread: the rest is the zone's
// name, and of the forms for the holder's sex one is half alike.
func misreadTitle(printed, name, sex string) (string, bool) {
	first, rest, ok := strings.Cut(printed, " ")
	if !ok || !sameName(rest, name) {
		return "", false
	}
	list := []string{"MRS", "MISS", "MS"}
	if sex == "M" {
		list = []string{"MR", "MASTER"}
	}
	best, score := "", 0.0
	for _, t := range list {
		if s := alike(first, t); s > score {
			best, score = t, s
		}
	}
	return best, score >= 0.5
}

// titledName puts a form of address before a name, abbreviations with their full stop.
func titledName(title, name string) string {
	switch title {
	case "":
		return name
	case "MR", "MRS", "MS", "DR":
		title += "."
	}
	return title + " " + name
}

// namesEnd is how far down the page names are looked for, in millimetres: what repeats them below is the signature.
const namesEnd = 50.0

// seekName finds the print of a name, title or not.
func (f *form) seekName(l label, want string) *piece {
	if want == "" {
		return nil
	}
	var best *piece
	score := 0.0
	caption := f.board.caption(l)
	for _, p := range f.board.pieces {
		if p.taken || p.Box.Y0 > namesEnd || p.isLabel() && !sameName(p.Text.Value, want) {
			continue
		}
		_, bare := name.CutTitle(tidy(p.Text.Value))
		s := 0.0
		for _, v := range mrz.Spellings(bare) {
			s = math.Max(s, alike(v, want))
		}
		if s < 0.66 {
			continue
		}
		if caption != nil && p != caption && p.Box.Y0-caption.Box.Y1 < 4 && p.Box.Y0 > caption.Box.Y0 {
			s += 0.1
		}
		s -= 0.002 * p.Box.Y0 // ghost portraits and stamps repeat names further down
		if s > score {
			best, score = p, s
		}
	}
	return best
}

// sameName reports that a printed name becomes the zone's under one of the spellings.
func sameName(printed, zone string) bool {
	for _, v := range mrz.Spellings(printed) {
		if squeeze(v) == squeeze(zone) {
			return true
		}
	}
	return false
}

// similarLength reports that two names could be readings of one another.
func similarLength(a, b string) bool {
	x, y := len(squeeze(a)), len(squeeze(b))
	return math.Abs(float64(x-y)) <= 1+0.15*float64(max(x, y))
}
