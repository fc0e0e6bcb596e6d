package linenet

import (
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
)

// The prices of the wishes in a hint, in log probability: how much less likely than the freest reading a text may be that
// fits the field. A pattern or a lexicon decides close calls; it does not invent.
const (
	patternPrice = 5.0
	lexiconPrice = 2.5 // for each character that changes
	lexiconTried = 12  // entries whose exact probability is computed
)

// constraint is a hint made ready for decoding.
type constraint struct {
	mask    []bool // classes that may occur; nil: all
	pattern *regexp.Regexp
	lexicon []string
	wide    bool
}

// newConstraint never fails: a pattern that does not compile is no wish.
func newConstraint(h extract.Hint, a alphabet) constraint {
	var c constraint
	if allowed := allowedIn(h); allowed != nil {
		c.mask = make([]bool, a.size())
		for class, r := range a.runes {
			c.mask[class] = class == 0 || allowed(r)
		}
	}
	if h.Pattern != "" {
		c.pattern, _ = regexp.Compile(`^(?:` + h.Pattern + `)$`)
	}
	c.lexicon = h.Lexicon
	c.wide = c.pattern != nil || len(c.lexicon) > 0
	return c
}

// allowedIn says which runes a hint admits; nil: all.
func allowedIn(h extract.Hint) func(rune) bool {
	if h.Charset != "" {
		set := map[rune]bool{}
		for _, r := range h.Charset {
			set[r] = true
		}
		return func(r rune) bool { return set[r] }
	}
	isLatin := func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 'À' && r <= 'ɏ' }
	switch h.Script {
	case extract.ScriptDigit:
		return func(r rune) bool {
			return strings.ContainsRune("0123456789.,-/:+()% ", r) || r >= '๐' && r <= '๙'
		}
	case extract.ScriptLatin:
		return func(r rune) bool { return !thai.IsThai(r) || r == '฿' }
	case extract.ScriptThai:
		return func(r rune) bool { return !isLatin(r) }
	}
	return nil
}

// prefer moves the hypothesis that fits the hint to the front, if one is likely enough.
func (c constraint) prefer(s sight, a alphabet, found []hypothesis) []hypothesis {
	if len(found) == 0 || !c.wide {
		return found
	}
	if h, ok := c.fromLexicon(s, a, found[0]); ok {
		return front(found, h)
	}
	if c.pattern == nil {
		return found
	}
	for _, h := range found {
		if found[0].log-h.log > patternPrice {
			break
		}
		if c.pattern.MatchString(a.text(h.classes)) {
			return front(found, h)
		}
	}
	return found
}

// fromLexicon scores the entries that resemble the freest reading exactly and returns the best within its price.
func (c constraint) fromLexicon(s sight, a alphabet, free hypothesis) (hypothesis, bool) {
	read := []rune(a.text(free.classes))
	near := nearest(read, c.lexicon, lexiconTried)
	best, ok := hypothesis{}, false
	for _, n := range near {
		classes, known := a.encode(n.word)
		if !known {
			continue
		}
		h := hypothesis{classes: classes, log: s.log(classes)}
		if h.log < free.log-lexiconPrice*float64(n.edits) || (ok && h.log <= best.log) {
			continue
		}
		best, ok = h, true
	}
	return best, ok
}

// front puts h before the others and drops its double.
func front(found []hypothesis, h hypothesis) []hypothesis {
	out := []hypothesis{h}
	for _, f := range found {
		if !f.same(h) {
			out = append(out, f)
		}
	}
	return out
}

// text spells classes out.
func (a alphabet) text(classes []int) string {
	var b strings.Builder
	for _, c := range classes {
		b.WriteRune(a.runes[c])
	}
	return b.String()
}
