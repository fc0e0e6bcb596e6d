package find

import (
	"slices"
	"strings"
)

// captionLetters is how many letters a caption has at least that is cut off a name where no colon ends it: "Til", "An" and "Para" are names
// as well.
const captionLetters = 6

// proper returns the units of a field's run; of a name's without what is none of it: the field's or its party's caption in front, and a
// second print of it all.
func (p *page) proper(f int, run []int) []unit {
	units := make([]unit, len(run))
	for k, i := range run {
		units[k] = p.units[i]
	}
	if p.kind.Fields[f].Type != Name {
		return units
	}
	return once(p.uncaptioned(f, units))
}

// uncaptioned leaves out a first unit whose line says nothing but captions ("Receiver" over who it is) and captions before the name on its
// own line.
func (p *page) uncaptioned(f int, units []unit) []unit {
	first := units[0]
	l := &p.lines[first.line]
	its := func(k int) bool {
		class, party := p.evidence(&p.hits[k], f)
		return p.hits[k].Quality == 1 && (class == evOwn || class == evParty || party)
	}
	if len(units) > 1 && l.caption && slices.ContainsFunc(l.hits, its) {
		return units[1:]
	}
	for _, k := range l.hits {
		h := &p.hits[k]
		if h.Start <= first.from && h.End > first.from && its(k) && (h.Colon || h.Letters >= captionLetters) {
			first.from, first.to = trim(l.text, min(h.End, first.to), first.to)
		}
	}
	switch {
	case first.from == units[0].from || printed(l.text[first.from:first.to]) == 0 && len(units) == 1:
		return units
	case printed(l.text[first.from:first.to]) == 0:
		return units[1:]
	}
	first.text = string(l.text[first.from:first.to])
	return append([]unit{first}, units[1:]...)
}

// once leaves out the half of a name that says the same as the other, which is in more pieces: it is printed twice.
func once(units []unit) []unit {
	for k := 1; k < len(units); k++ {
		text := saying(units[:k])
		if letters(text) < leastRepeated || text != saying(units[k:]) {
			continue
		}
		if k > len(units)-k {
			return units[k:]
		}
		return units[:k]
	}
	return units
}

// saying is what some units say, without blanks and accents.
func saying(units []unit) string {
	var out strings.Builder
	for _, u := range units {
		out.WriteString(Bare(u.text))
	}
	return out.String()
}
