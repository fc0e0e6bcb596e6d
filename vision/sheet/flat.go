package sheet

import (
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Dashes beside figures by their width, in that of a figure with its room: a figure is half as wide as its face's size in most faces and
// narrower in narrow ones, as their dashes are. In blurred print a dash touches its figures, so that it is no patch of its own.
const (
	enOfFigure = 0.74
	noStroke   = 0.25 // less is what is left of one between figures that touch
	stopRoom   = 0.5  // of a figure's, which a full stop or a comma takes
)

// rangeOf is two figures with a dash between them.
var rangeOf = regexp.MustCompile(`^[\d.,]+ ?([-–—]) ?[\d.,]+$`)

// strokesTell is of how many ranges of a column one at least has a dash that is a patch of its own, for these to tell the dash of all.
const strokesTell = 3

// ranges are those of a column, which have one kind of dash.
type ranges struct {
	all, told int
	as        map[rune]int // those whose dash is a patch of its own, by what its width says
	widths    []float64
}

// add counts a range; told says that its dash was told by its own patch.
func (r *ranges) add(text string, told bool) {
	if r.all++; !told {
		return
	}
	if r.as == nil {
		r.as = map[rune]int{}
	}
	r.told++
	r.as[[]rune(rangeOf.FindStringSubmatch(text)[1])[0]]++
}

// measure adds how wide a dash was seen to be, where one was.
func (r *ranges) measure(width float64, ok bool) {
	if ok {
		r.widths = append(r.widths, width)
	}
}

// dash is that of the column: what most patches say, or where most touch their figures, what the median of the widths does. No longer ones
// than en dashes are told by that.
func (r *ranges) dash() (dash rune, ok bool) {
	switch {
	case strokesTell*r.told < r.all && len(r.widths) > 0:
		return byFigure(geom.Median(r.widths)), true
	case r.told == 0:
		return 0, false
	}
	dash = '-'
	for _, d := range anyDash {
		if r.as[d] > r.as[dash] {
			dash = d
		}
	}
	return dash, true
}

// byFigure tells a dash by its width in that of a figure with its room.
func byFigure(width float64) rune {
	if width < enOfFigure {
		return '-'
	}
	return '–'
}

// rangeStroke returns the width of the dash of a range in that of a figure with its room; ok is false where text is no range or no dash is
// seen between the figures.
func (s *Sheet) rangeStroke(text extract.Text, l cellLine) (width float64, ok bool) {
	if !rangeOf.MatchString(text.Value) {
		return 0, false
	}
	in := s.inkIn(l.box)
	var dash flatPart
	for _, f := range flatParts(in) {
		if f.ink > dash.ink {
			dash = f
		}
	}
	return dash.ofFigure(in, text.Value)
}

// signed is a number with a dash before it, with or without a currency's sign.
var signed = regexp.MustCompile(`^[$€£¥฿]? ?[-–—] ?[\d.,]+ ?%?$`)

// signOf returns the dash before a number as it is printed, by its width: a minus sign is as wide as the figures of most faces, and is told as
// the en dash by which as many papers set it, which looks the same. ok is false where text is no such number, or none is seen.
func (s *Sheet) signOf(text extract.Text, l cellLine) (sign rune, ok bool) {
	if !signed.MatchString(text.Value) {
		return 0, false
	}
	in := s.inkIn(l.box)
	for _, f := range flatParts(in) {
		if width, ok := f.ofFigure(in, text.Value); ok {
			return byFigure(width), true
		}
	}
	return 0, false
}

// The rows of a line in which its dashes lie, of its height.
const dashTop, dashFoot = 0.35, 0.7

// flatPart is a part of a line in which there is ink at the height of dashes alone.
type flatPart struct{ from, to, ink int } // columns, and how many of them have ink

// ofFigure is how wide the ink is in a figure of the line's with its room.
func (f flatPart) ofFigure(in *layout.Bitmap, text string) (width float64, ok bool) {
	figures := 0.0
	for _, r := range text {
		switch {
		case isStop(r):
			figures += stopRoom
		case !strings.ContainsRune(anyDash, r) && r != ' ':
			figures++
		}
	}
	figure := float64(in.W-(f.to-f.from)) / max(1, figures)
	if figure < 1 {
		return 0, false
	}
	width = float64(f.ink) / figure
	return width, width >= noStroke
}

// flatParts returns those parts of a line before whose end other print begins.
func flatParts(in *layout.Bitmap) (out []flatPart) {
	top, foot := int(dashTop*float64(in.H)), int(dashFoot*float64(in.H))
	f := flatPart{}
	for x := range in.W {
		flat, dark := true, false
		for y := range in.H {
			if in.At(x, y) {
				dark = true
				flat = flat && y >= top && y <= foot
			}
		}
		switch {
		case flat && dark:
			f.ink++
		case !flat:
			if f.to = x; f.ink > 0 {
				out = append(out, f)
			}
			f = flatPart{from: x + 1}
		}
	}
	return out
}
