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

// Where print and zone differ in a letter: the zone's certainty below which clear print is believed, and what is clear.
const (
	guessedName = 0.5
	clearName   = 0.93
)

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
	printed := tidy(strings.Map(nameRune, p.Text.Value))
	switch title, bare := name.CutTitle(printed); {
	case sameName(bare, full):
		f.set(member, titledName(title, asPrinted(full, bare, f.record.Issuer)), math.Min(0.99, agree(conf, 0.6*p.Text.Confidence)), f.board.quads(p)...)
	case conf < guessedName && p.Text.Confidence > clearName && similarLength(bare, full):
		f.set(member, printed, printOnly*p.Text.Confidence, f.board.quads(p)...)
	case p.Text.Confidence > clearName && len(squeeze(bare)) > len(squeeze(full)) && !similarLength(bare, full): // a shorter one was cut
		f.set(member, printed, conflictCap, f.board.quads(p)...)
	default:
		if title == "" {
			title, bare = f.misreadTitle(printed, value)
		}
		f.set(member, titledName(title, asPrinted(value, bare, f.record.Issuer)), math.Min(conf, 0.85), f.board.quads(p)...)
	}
}

// nameRune drops signs that no name has: strokes of the pattern that were read into it.
func nameRune(r rune) rune {
	if strings.ContainsRune("\\|_{}[]<>~^*=", r) {
		return -1
	}
	return r
}

// misreadTitle parts the form of address from a name where its letters were misread: the rest is the zone's name, and of the
// forms for the holder's sex one is half alike.
func (f *form) misreadTitle(printed, want string) (title, bare string) {
	first, rest, _ := strings.Cut(printed, " ")
	if !sameName(rest, want) {
		return "", printed
	}
	score := 0.5
	for _, t := range name.Titles() {
		if s := alike(first, t.Text); t.Sex == f.record.Sex && s >= score {
			title, score = t.Text, s
		}
	}
	if title == "" {
		return "", printed
	}
	return title, rest
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
	caption := f.board.caption(l)
	return f.board.best(func(p *piece) float64 {
		if p.Box.Y0 > namesEnd || p.isLabel() && !sameName(p.Text.Value, want) {
			return 0
		}
		_, bare := name.CutTitle(tidy(p.Text.Value))
		s := 0.0
		for _, v := range mrz.Spellings(bare) {
			s = math.Max(s, alike(v, want))
		}
		if s < 0.66 {
			return 0
		}
		if caption != nil && p != caption && p.Box.Y0-caption.Box.Y1 < 4 && p.Box.Y0 > caption.Box.Y0 {
			s += 0.1
		}
		return s - 0.002*p.Box.Y0 // ghost portraits and stamps repeat names further down
	})
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
