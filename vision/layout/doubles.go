package layout

import (
	"cmp"
	"math"
	"slices"
)

// Two lines are one where no more white lies between them, in letter heights, along so much of the shorter one, or of the longer one
// where one may be no line; the white may hold so little ink that no letters stand in it. A line that is no side of a frame has to be
// so long, in letter heights, to be sure of.
const (
	doubleWhite = 0.8
	doubleShare = 0.6
	doubleInk   = 0.1
	doubleLong  = 5.0
)

// doubled is a line as it is ruled, and the lines that it was printed by.
type doubled struct {
	Rule
	of []Rule
}

// joinDoubles makes one line in the middle of those that run beside each other too near for print between them and of which one at least
// is a frame's side: the borders of cells that are framed one by one. It returns such lines and the sides of frames, the lines that they
// were printed by, and those that stand alone and may be strokes of letters.
func joinDoubles(b *Bitmap, in []Rule, th int) (sure, printed, rest []Rule) {
	for _, vertical := range []bool{false, true} {
		var lines []Rule
		for _, r := range in {
			if r.Vertical == vertical {
				lines = append(lines, r)
			}
		}
		for _, d := range doublesAmong(b, lines, th) {
			switch {
			case len(d.of) > 1 || d.framed:
				sure, printed = append(sure, d.Rule), append(printed, d.of...)
			default:
				rest = append(rest, d.Rule)
			}
		}
	}
	return sure, printed, rest
}

// doublesAmong joins lines of one direction.
func doublesAmong(b *Bitmap, lines []Rule, th int) []doubled {
	slices.SortStableFunc(lines, func(a, b Rule) int { return cmp.Compare(a.Mid(), b.Mid()) })
	var out []doubled
	for _, r := range lines {
		k := -1
		if r.surely(b, th) {
			k = slices.IndexFunc(out, func(d doubled) bool {
				o := d.of[len(d.of)-1]
				return (o.framed || r.framed) && o.surely(b, th) && o.doubles(r, doubleWhite*float64(th)) && o.whiteTo(b, r)
			})
		}
		if k < 0 {
			out = append(out, doubled{r, []Rule{r}})
			continue
		}
		out[k] = doubled{out[k].beside(r), append(out[k].of, r)}
	}
	return out
}

// surely says that a line is one and no letters' strokes.
func (r Rule) surely(b *Bitmap, th int) bool {
	return r.framed || r.Length() >= doubleLong*float64(th) && unbroken(b, r)
}

// span returns where a line begins and ends along its direction.
func (r Rule) span() (lo, hi float64) {
	if r.Vertical {
		return r.Y0, r.Y1
	}
	return r.X0, r.X1
}

// common returns along which stretch two lines of one direction both run.
func (r Rule) common(o Rule) (lo, hi float64) {
	a, b := r.span()
	c, d := o.span()
	return max(a, c), min(b, d)
}

// doubles says that another line runs along this one with so much white between them at most.
func (r Rule) doubles(o Rule, white float64) bool {
	lo, hi := r.common(o)
	at, of := (lo+hi)/2, min(r.Length(), o.Length())
	if !r.framed || !o.framed { // the heads of a word's letters may meet and run beside a rule, but not as long
		of = max(r.Length(), o.Length())
	}
	return hi-lo >= doubleShare*of && math.Abs(r.At(at)-o.At(at)) <= white+(r.Thick+o.Thick)/2
}

// whiteTo says that nothing is printed in the middle between two lines.
func (r Rule) whiteTo(b *Bitmap, o Rule) bool {
	lo, hi := r.common(o)
	ink, n := 0, 1
	for t := int(lo); t < int(hi); t += 2 {
		x, y := t, int(math.Round((r.At(float64(t))+o.At(float64(t)))/2))
		if r.Vertical {
			x, y = y, x
		}
		n++
		if b.At(x, y) {
			ink++
		}
	}
	return float64(ink) <= doubleInk*float64(n)
}

// beside is the line in the middle of two.
func (r Rule) beside(o Rule) Rule {
	a, b := r.span()
	c, d := o.span()
	lo, hi := min(a, c), max(b, d)
	at0, at1 := (r.At(lo)+o.At(lo))/2, (r.At(hi)+o.At(hi))/2
	out := Rule{X0: lo, Y0: at0, X1: hi, Y1: at1, Thick: math.Abs(r.Mid()-o.Mid()) + (r.Thick+o.Thick)/2, framed: r.framed || o.framed}
	if r.Vertical {
		out = out.swapped()
	}
	return out
}
