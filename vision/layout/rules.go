package layout

import (
	"image"
	"math"
	"slices"

	"lensd/vision/disjoint"
)

// Rule is a straight printed line, horizontal (X0 < X1) or vertical (Y0 < Y1), as the line through its middle.
type Rule struct {
	X0, Y0, X1, Y1 float64
	Thick          float64 // pixels
	Vertical       bool
	Edge           bool // not printed itself: the border of a filled area
	dotted         bool
	framed         bool // a side of a frame: surely no stroke of a letter
}

// Length returns the extent along the rule.
func (r Rule) Length() float64 {
	if r.Vertical {
		return r.Y1 - r.Y0
	}
	return r.X1 - r.X0
}

// At returns the rule's y at x (horizontal) or x at y (vertical).
func (r Rule) At(t float64) float64 {
	if r.Vertical {
		if r.Y1 == r.Y0 {
			return r.X0
		}
		return r.X0 + (r.X1-r.X0)*(t-r.Y0)/(r.Y1-r.Y0)
	}
	if r.X1 == r.X0 {
		return r.Y0
	}
	return r.Y0 + (r.Y1-r.Y0)*(t-r.X0)/(r.X1-r.X0)
}

// Mid returns the position across the rule at its middle.
func (r Rule) Mid() float64 {
	if r.Vertical {
		return (r.X0 + r.X1) / 2
	}
	return (r.Y0 + r.Y1) / 2
}

// swapped mirrors the rule at the diagonal, to read results of a transposed page.
func (r Rule) swapped() Rule {
	r.X0, r.Y0, r.X1, r.Y1 = r.Y0, r.X0, r.Y1, r.X1
	r.Vertical = !r.Vertical
	return r
}

// FindRules returns the printed lines of a page, whose ink is b, that are longer than minH (horizontal) or minV (vertical)
// and at most maxThick thick. Lines may slope by a few pixels a hundred and be broken by gaps of up to joinGap.
func FindRules(g *image.Gray, b *Bitmap, minH, minV, maxThick, joinGap int) []Rule {
	s := strokes{pix: g.Pix, stride: g.Stride, ink: b, distance: max(3, maxThick*2/3)}
	rs, first := s.across(minH)
	out := joinCollinear(fitRules(rs, first, maxThick), joinGap)
	rs, first = s.down(minV)
	for _, r := range joinCollinear(fitRules(rs, first, maxThick), joinGap) {
		out = append(out, r.swapped())
	}
	return out
}

// fitRules makes a rule of each group of touching long stretches; first is as bitmap's runs have it.
func fitRules(rs []run, first []int, maxThick int) []Rule {
	var out []Rule
	for _, group := range joinRuns(rs, first, len(first)-1).Groups() {
		if r, ok := fitRule(rs, group, maxThick); ok {
			out = append(out, r)
		}
	}
	return out
}

// A rule this long, in the greatest thickness of others, may be thicker than they.
const (
	longRule  = 50.0
	thickLong = 1.8
)

// fitRule fits a line through a group of stretches by least squares, weighted by their length.
func fitRule(rs []run, group []int, maxThick int) (Rule, bool) {
	x0, x1 := math.MaxInt, 0
	var n, sx, sy, sxx, sxy float64
	for _, i := range group {
		r := rs[i]
		x0, x1 = min(x0, r.x0), max(x1, r.x1)
		l, m := float64(r.x1-r.x0), float64(r.x0+r.x1)/2
		n += l
		sx += l * m
		sy += l * float64(r.y)
		// The second moment of a stretch about 0, so that one long stretch already fixes the slope.
		sxx += l*m*m + l*l*l/12
		sxy += l * m * float64(r.y)
	}
	length := float64(x1 - x0)
	thick := n/length - 2 // the two neighbours that every stretch has taken in
	if thick > float64(maxThick) && (thick > thickLong*float64(maxThick) || length < longRule*float64(maxThick)) || length < 4*thick {
		return Rule{}, false
	}
	slope := 0.0
	if d := n*sxx - sx*sx; d > 1e-6 {
		slope = (n*sxy - sx*sy) / d
	}
	if math.Abs(slope) > 0.06 {
		return Rule{}, false
	}
	at := func(x int) float64 { return (sy-slope*sx)/n + slope*float64(x) }
	return Rule{X0: float64(x0), Y0: at(x0), X1: float64(x1), Y1: at(x1), Thick: max(1, thick)}, true
}

// joinCollinear joins horizontal pieces that continue each other.
func joinCollinear(in []Rule, gap int) []Rule {
	f := disjoint.New(len(in))
	for i := range in {
		for j := range in {
			a, b := in[i], in[j]
			d := b.X0 - a.X1
			if i == j || d < -float64(gap) || d > float64(gap) || b.X1 <= a.X1 {
				continue
			}
			if math.Abs(a.Y1-b.Y0) <= 3+0.5*max(a.Thick, b.Thick) {
				f.Join(i, j)
			}
		}
	}
	var out []Rule
	for _, g := range f.Groups() {
		r := in[g[0]]
		for _, i := range g[1:] {
			s := in[i]
			if s.X0 < r.X0 {
				r.X0, r.Y0 = s.X0, s.Y0
			}
			if s.X1 > r.X1 {
				r.X1, r.Y1 = s.X1, s.Y1
			}
			r.Thick = max(r.Thick, s.Thick)
		}
		out = append(out, r)
	}
	return out
}

// dropStrokes takes out what is no rule but the strokes of neighbouring letters that happen to meet: beside those there is
// ink close by. A short rule must be free on both sides, a long one on one.
func dropStrokes(g *image.Gray, b *Bitmap, in []Rule, th int) []Rule {
	var out []Rule
	for _, r := range in {
		before, after := beside(b, r, th)
		worst, best := max(before, after), min(before, after)
		short := r.Length() < 9*float64(th)
		long := r.Length() >= surelyRule*float64(th) && unbroken(b, r)
		bar := 2*r.Thick > float64(max(8, th))
		lettered := !r.Vertical && !long && hanging(b, r, th) > mostHanging
		if short && worst > 0.45 && !bordering(b, r, th) || (best > 0.4 || bar) && !long || bar && r.Vertical || lettered { // a page's dark edge
			continue
		}
		if !r.Vertical && !long && standing(g, r, max(3, th/3)) > mostStanding { // a line of small or pale print
			continue
		}
		out = append(out, r)
	}
	return out
}

// What a short upright rule is that borders some lines of print: unbroken and longer, in letter heights, than the tallest stem, with white
// close beside it on both sides, nothing on one, and lines with white between them on the other, where the next letter of a large word is
// as high as its stem.
const (
	borderLong = 4.5
	borderFree = 0.05
	borderMost = 0.8
)

func bordering(b *Bitmap, r Rule, th int) bool {
	if longest, _ := piecesOf(b, r); !r.Vertical || float64(longest) < borderLong*float64(th) {
		return false
	}
	before, after := beside(b, r, th)
	left, right := besideWithin(b, r, 1)
	return min(before, after) <= borderFree && max(before, after) <= borderMost && max(left, right) <= borderFree
}

// mostHanging is the share of a rule across that may have ink hanging from it, or standing on it: the letters of a bold face, or of
// a blurred one, meet at their heads and feet and look like a rule there.
const mostHanging = 0.3

// hanging returns the greater share of a rule's places, of those under and over it, with strokes as long as a third of a letter that
// touch it.
func hanging(b *Bitmap, r Rule, th int) float64 {
	near, far := int(r.Thick/2)+2, int(r.Thick/2)+2+max(3, th/3)
	stroke := func(x, y, step int) int {
		for o := near; o < far; o++ {
			if !b.At(x, y+step*o) {
				return 0
			}
		}
		return 1
	}
	under, over, n := 0, 0, 1
	for x := int(r.X0) + 2; x < int(r.X1)-2; x += 2 {
		y := int(r.At(float64(x)))
		n, under, over = n+1, under+stroke(x, y, 1), over+stroke(x, y, -1)
	}
	return float64(max(under, over)) / float64(n)
}

// Letters leave white between words: what is printed nearly all along for this many letter heights is a rule, however close print
// stands to it.
const (
	surelyRule = 25.0
	allAlong   = 0.97
)

// mostStanding is the share of a rule's length where what is dark may stand higher than the rule is thick: rules have less than a
// tenth, lines of print that are too small or too pale for the page's letters a quarter and more.
const mostStanding = 0.2

// standing returns the share of places along a rule where the grey stands dark for more than its thickness, by half of the contrast
// to the paper so far away.
func standing(g *image.Gray, r Rule, distance int) float64 {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	tall, n := 0, 0
	for x := max(0, int(r.X0)); x < min(w, int(r.X1)); x += 2 {
		y := int(math.Round(r.At(float64(x))))
		if y < distance || y >= h-distance {
			continue
		}
		at := func(y int) int { return int(g.Pix[y*g.Stride+x]) }
		for d := -1; d <= 1; d += 2 {
			if at(y+d) < at(y) {
				y += d
			}
		}
		half := (at(y) + max(at(max(0, y-distance)), at(min(h-1, y+distance)))) / 2
		lo, hi := strokeAround(func(y int) bool { return y >= 0 && y < h && at(y) < half }, y, 0)
		n++
		if float64(hi-lo) > r.Thick+3 {
			tall++
		}
	}
	return float64(tall) / float64(max(1, n))
}

// unbroken reports ink nearly all along a rule.
func unbroken(b *Bitmap, r Rule) bool {
	lo, hi, n := int(r.X0), int(r.X1), 0
	if r.Vertical {
		lo, hi = int(r.Y0), int(r.Y1)
	}
	for t := lo; t < hi; t++ {
		at := int(math.Round(r.At(float64(t))))
		for d := -1; d <= 1; d++ {
			if !r.Vertical && b.At(t, at+d) || r.Vertical && b.At(at+d, t) {
				n++
				break
			}
		}
	}
	return float64(n) >= allAlong*float64(hi-lo)
}

// beside returns for both sides of a rule the share of places with ink within half a letter height.
func beside(b *Bitmap, r Rule, th int) (before, after float64) {
	return besideWithin(b, r, max(3, th/2))
}

// besideWithin looks as far as reach.
func besideWithin(b *Bitmap, r Rule, reach int) (before, after float64) {
	near, far := int(r.Thick/2)+3, int(r.Thick/2)+3+reach
	lo, hi := int(r.X0), int(r.X1)
	at := func(t, o int) bool { return b.At(t, int(r.At(float64(t)))+o) }
	if r.Vertical {
		lo, hi = int(r.Y0), int(r.Y1)
		at = func(t, o int) bool { return b.At(int(r.At(float64(t)))+o, t) }
	}
	n := 0.0
	for t := lo + 2; t < hi-2; t += 2 {
		n++
		for o := near; o < far; o++ {
			if at(t, -o) {
				before++
				break
			}
		}
		for o := near; o < far; o++ {
			if at(t, o) {
				after++
				break
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	return before / n, after / n
}

// How short a vertical rule is, in letter heights, that may be the stem of a letter, and how near a horizontal one it has to come then:
// beside the border of a field stand letters of print that is larger than most of the page's.
const (
	stemLong   = 3.0
	stemNear   = 0.2
	stemsLong  = 9.0 // of stems in lines below each other
	tallStem   = 4.4 // of these the longest, a J of the largest print that makes lines
	stemsApart = 0.4 // gaps between them then, at least
)

// shortBar is the length, in letter heights, below which a rule across may be the heads or the feet of large letters that meet.
const shortBar = 5.0

// dropSerifs takes out short horizontal rules that meet no vertical one and that strokes hang from or stand on.
func dropSerifs(b *Bitmap, in []Rule, th int) []Rule {
	return slices.DeleteFunc(slices.Clone(in), func(h Rule) bool {
		if h.Vertical || h.Edge || h.framed || h.Length() >= shortBar*float64(th) || hanging(b, h, th) == 0 {
			return false
		}
		return !slices.ContainsFunc(in, func(v Rule) bool { return v.Vertical && v.meets([]Rule{h}, max(4, float64(th)*0.6)) > 0 })
	})
}

// areStems reports a vertical rule that is made of pieces no longer than large letters, and is no border of an area. A J hangs below its line;
// white as between lines parts it from what is under it.
func areStems(b *Bitmap, v Rule, th int) bool {
	longest, gap := piecesOf(b, v)
	most := stemLong
	if float64(gap) >= stemsApart*float64(th) {
		most = tallStem
	}
	return !v.Edge && !v.framed && v.Length() < stemsLong*float64(th) && float64(longest) < most*float64(th)
}

// piecesOf tells the longest stretch of a vertical rule without a gap and the narrowest gap between two, which is 0 where there is none.
func piecesOf(b *Bitmap, r Rule) (longest, gap int) {
	ink, white := 0, 0
	for y := int(r.Y0); y < int(r.Y1); y++ {
		x := int(math.Round(r.At(float64(y))))
		if !b.At(x, y) && !b.At(x-1, y) && !b.At(x+1, y) {
			ink, white = 0, white+1
			continue
		}
		if white > 0 && longest > 0 && (gap == 0 || white < gap) {
			gap = white
		}
		ink, white = ink+1, 0
		longest = max(longest, ink)
	}
	return longest, gap
}

// dropStems takes out short vertical rules that meet no horizontal one: the stems of large letters, of those in two lines below each other
// too, and brackets.
func dropStems(b *Bitmap, in []Rule, th int) []Rule {
	return slices.DeleteFunc(slices.Clone(in), func(v Rule) bool {
		if !v.Vertical || v.Length() >= 5*float64(th) && !areStems(b, v, th) || bordering(b, v, th) {
			return false
		}
		return !slices.ContainsFunc(in, func(h Rule) bool {
			return !h.Vertical && h.Length() >= 4*float64(th) && v.meets([]Rule{h}, stemReach(v, h, th)) > 0
		})
	})
}

// stemReach is how far a short vertical rule may end from a horizontal one that it belongs to.
func stemReach(v, h Rule, th int) float64 {
	if v.Length() < stemLong*float64(th) {
		return max(2, float64(th)*stemNear) + h.Thick/2
	}
	return max(4, float64(th)*0.6)
}
