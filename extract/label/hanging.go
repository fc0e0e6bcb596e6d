package label

import (
	"math"
	"regexp"
	"strings"
	"unicode/utf8"
)

// toAsDigits is "TO" as recognisers read it in bold capitals before a name.
var toAsDigits = regexp.MustCompile(`^[-–—"“(]?(?:(?:10|1O|I0|IO|T0|70|7O|0)[ :.]+|(?:10|I0|T0|70|0) ?)\p{L}`)

// shortCaption is a caption of a few letters, however it was read, before a name.
var shortCaption = regexp.MustCompile(`^\S{1,3} ?[:;] ?\p{L}`)

// hanging finds misread captions "TO" that stand in front of a block whose further lines are indented by their width: a
// number at the start of a line that hangs out of its block is no part of the text.
func (v *view) hanging() {
	for i := range v.entries {
		e := &v.entries[i]
		if e.tab || e.head.role != none || !toAsDigits.MatchString(e.text) && !(shortCaption.MatchString(e.text) && v.underSender(i)) {
			continue
		}
		for _, u := range v.entries {
			gap, in := u.box.Y0-e.box.Y1, u.box.X0-e.box.X0
			if gap > -0.5*e.h && gap < 2.5*e.h && in > 0.6*e.h && in < 4*e.h && letters(u.text) >= 2 {
				used := strings.IndexAny(e.text, " :;.")
				if m := toAsDigits.FindString(e.text); m != "" {
					_, last := utf8.DecodeLastRuneInString(m)
					used = len(m) - last
				}
				e.head = heading{role: receiver, rank: 1, used: used, rest: strings.TrimLeft(e.text[used:], " :;.")}
				break
			}
		}
	}
}

// underSender says that a sender's caption stands above an entry, at the same left edge: the two are a pair.
func (v *view) underSender(at int) bool {
	e := v.entries[at]
	for _, c := range v.entries {
		if c.head.role == sender && c.box.Y1 < e.box.Y0 && math.Abs(c.box.X0-e.box.X0) < 0.8*max(c.h, e.h) {
			return true
		}
	}
	return false
}

// otherBeside says that on the row of an entry, to the left, a caption announces somebody else than a block's own.
func (v *view) otherBeside(b block, e entry) bool {
	if b.caption < 0 {
		return false
	}
	own := v.entries[b.caption].head.role
	for _, c := range v.entries {
		if (c.head.role == sender || c.head.role == receiver) && c.head.role != own && letters(c.head.rest) == 0 && !c.tab &&
			c.box.X1 <= e.box.X0+0.3*e.h && e.box.X0-c.box.X1 < 6*e.h && math.Abs(c.box.Center().Y-e.box.Center().Y) < 0.6*max(c.h, e.h) {
			return true
		}
	}
	return false
}
