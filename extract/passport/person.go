package passport

import (
	"math"
	"regexp"
	"strings"
)

// heights matches what pages print for one: 1.75 M., 1,68, 151 CM.
func heights() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[12][.,]? ?\d{2} ?M\.?|[12][.,] ?\d{2}|[12]\d{2} ?CM\.?)$`)
}

// pointless matches metres whose point was lost: 174M.
func pointless() *regexp.Regexp { return regexp.MustCompile(`^[12]\d{2} ?M`) }

// height finds the height. Bare figures need the caption, or the sex beside them.
func (f *form) height() {
	p := f.heightPiece()
	if p == nil {
		return
	}
	p.taken = true
	value, share := tidy(p.Text.Value), printOnly
	if pointless().MatchString(plain(value)) {
		value, share = value[:1]+"."+value[1:], 0.8
	}
	if f.isThai() { // which print a point
		value = strings.Replace(value, ",", ".", 1)
	}
	f.set("height", value, share*p.Text.Confidence, f.board.quads(p)...)
}

// heightPiece finds the print of a height, the one nearest to the caption where there is one.
func (f *form) heightPiece() *piece {
	full, caption, sex := heights(), f.board.caption(labelHeight), f.find(f.fields["sex"].Quads)
	return f.board.best(func(p *piece) float64 {
		text := plain(tidy(p.Text.Value))
		if !full.MatchString(text) || p.Box.Y0 < 20 {
			return 0
		}
		besideSex := sex != nil && math.Abs(sex.Box.Y0-p.Box.Y0) < 1.2 && strings.ContainsAny(text, ".,")
		switch {
		case caption != nil:
			return p.Text.Confidence + 1 - math.Min(1, f.near(labelHeight, p)/15)
		case strings.Contains(text, "M") || besideSex:
			return p.Text.Confidence
		}
		return 0
	})
}
