package label

import (
	"regexp"
	"strings"
)

// toAsDigits is "TO" as recognisers read it in bold capitals before a name.
var toAsDigits = regexp.MustCompile(`^(?:10|1O|I0|IO|T0|70|7O)[ :.]+[\p{L}]`)

// hanging finds misread captions "TO" that stand in front of a block whose further lines are indented by their width: a
// number at the start of a line that hangs out of its block is no part of the text.
func (v *view) hanging() {
	for i := range v.entries {
		e := &v.entries[i]
		if e.tab || e.head.role != none || !toAsDigits.MatchString(e.text) {
			continue
		}
		for _, u := range v.entries {
			gap, in := u.box.Y0-e.box.Y1, u.box.X0-e.box.X0
			if gap > -0.5*e.h && gap < 2.5*e.h && in > 0.6*e.h && in < 4*e.h && letters(u.text) >= 2 {
				used := strings.IndexAny(e.text, " :.")
				e.head = heading{role: receiver, rank: 1, used: used, rest: strings.TrimLeft(e.text[used:], " :.")}
				break
			}
		}
	}
}
