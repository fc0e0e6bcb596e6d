package layout

import (
	"image"
	"slices"

	"lensd/vision/disjoint"
)

// Light print whose ground is not known by its outline, as it touches other dark things or another ground around it: dark areas are
// looked at again from their letters outward. In letter heights of the page, or of the word.
const (
	lowLetter   = 0.4  // of the page's
	highLetter  = 4.5  // of the page's
	wordsReach  = 0.8  // of the larger one's height: what is so near belongs to one word, in any direction
	ringAt      = 0.16 // how far around a word its ground is looked at: bars are hardly higher than their print
	ringDark    = 0.9  // of the ring must be ground
	longestRest = 15.0 // widths by heights of letters that run together
	rowDark     = 0.8  // of a row or a column beside a word, for the ground to go on
	rowsDark    = 0.7  // of some
	restGround  = 0.45 // of the box around a word: less is heavy dark print with its counters
	mostLights  = 4000 // light patches: each is compared with all others, and a dark area with more is noise
)

// A bar that is no higher than a line of the page's print holds smaller print, if any, and so does a narrow tab.
const (
	slimLeast = 12  // pixels: no light print is legible on less
	slimLong  = 5.0 // of its height: less is a letter
	slimTall  = 2.5 // of a tab's width
	slimFull  = 0.6 // of its box is dark
	slimPrint = 0.45
	slimOpen  = 3 // pixels of half resolution: the ground over and under its print
)

// evenRests makes the ground of light print paper in what is dark still, and inverts the print.
func evenRests(g *image.Gray, b *Bitmap, level byte, th int) []Area {
	var out []Area
	for _, box := range darkBoxes(g, max(3, th/4)) {
		if fillSize(box, th) {
			out = evenRest(g, b, level, rest{g: g, box: box, th: th}, out)
		}
	}
	for _, box := range darkBoxes(g, slimOpen) {
		if slim(g, box, th) {
			out = evenRest(g, b, level, rest{g: g, box: box, th: int(slimPrint * float64(min(box.W(), box.H())))}, out)
		}
	}
	return out
}

// darkBoxes returns the boxes of what is dark and wide enough for a square of so many pixels at half resolution.
func darkBoxes(g *image.Gray, wide int) (out []Box) {
	for _, c := range Components(opened(halvedBelow(g, darkGround), wide)) {
		out = append(out, Box{2 * c.X0, 2 * c.Y0, min(2*c.X1, g.Rect.Dx()), min(2*c.Y1, g.Rect.Dy())})
	}
	return out
}

// slim reports a dark bar across the page that is too low for print of its letters' height, or a tab that is too narrow.
func slim(g *image.Gray, box Box, th int) bool {
	bar := float64(box.H()) < lowFill*float64(th) && float64(box.W()) >= slimLong*float64(box.H())
	tab := float64(box.W()) < narrowFill*float64(th) && float64(box.H()) >= slimTall*float64(box.W())
	if min(box.W(), box.H()) < slimLeast || !bar && !tab {
		return false
	}
	dark, hist := 0, levelsIn(g, box)
	for _, n := range hist[:darkGround] {
		dark += n
	}
	return float64(dark) >= slimFull*float64(box.W()*box.H())
}

// evenRest does so in one dark part of the page, and adds to the areas that were found before.
func evenRest(g *image.Gray, b *Bitmap, level byte, r rest, known []Area) []Area {
	r.ground = modeBelow(levelsIn(g, r.box), darkGround)
	for _, word := range r.words() {
		box := r.grown(word)
		if slices.ContainsFunc(known, func(a Area) bool { return a.Overlaps(box) }) {
			continue
		}
		span := max(leastContrast, strokesOn(g, box, r.ground, 0)-r.ground)
		repaint(g, b, box, level, func(v int) int { return 255 - max(0, v-r.ground)*255/span })
		dropFringes(g, b, box, r.th)
		known = append(known, Area{Box: box, Filled: true, Dark: true})
	}
	return known
}

// rest is a dark part of the page, in which light words may stand.
type rest struct {
	g      *image.Gray
	box    Box
	ground int     // its tone
	th     int     // the page's letters' height
	print  *Bitmap // what is light in it and may be letters
}

// words returns the boxes of light print that its ground surrounds.
func (r *rest) words() []Box {
	letters := r.letters()
	if len(letters) > mostLights {
		return nil
	}
	var out []Box
	for _, group := range clustered(letters, wordsReach).Groups() {
		box := boxAround(letters, group)
		if (len(group) > 1 || box.W() > 2*box.H() || box.H() > 2*box.W()) && r.surrounded(box) {
			out = append(out, box)
		}
	}
	return out
}

// letters returns what is light and has the size of letters, or of words that run together, and keeps it as print, with their marks.
func (r *rest) letters() (out []Component) {
	g := r.g.SubImage(image.Rect(r.box.X0, r.box.Y0, r.box.X1, r.box.Y1)).(*image.Gray)
	light := Threshold(g, byte(min(255, r.ground+leastStep+1)))
	for i := range light.Pix {
		light.Pix[i] ^= 1
	}
	r.print = NewBitmap(light.W, light.H)
	for _, c := range Components(light) {
		letter := r.lettered(c)
		if c.X0 == 0 || c.Y0 == 0 || c.X1 == light.W || c.Y1 == light.H || !letter && !r.mark(c) {
			continue
		}
		for y := c.Y0; y < c.Y1; y++ {
			copy(r.print.Pix[y*light.W+c.X0:y*light.W+c.X1], light.Pix[y*light.W+c.X0:y*light.W+c.X1])
		}
		if letter {
			c.Box = Box{c.X0 + r.box.X0, c.Y0 + r.box.Y0, c.X1 + r.box.X0, c.Y1 + r.box.Y0}
			out = append(out, c)
		}
	}
	r.print = inSquares(r.print, 1, true) // its soft edges are neither light nor ground
	return out
}

// mark reports a patch that may be a dot, a tone or a vowel over or under a letter.
func (r *rest) mark(c Component) bool {
	return float64(max(c.W(), c.H())) < lowLetter*float64(r.th) && min(c.W(), c.H()) >= 2
}

// lettered reports a patch of a letter's size, or of some that run together along the page or down it.
func (r *rest) lettered(c Component) bool {
	long, short := float64(max(c.W(), c.H())), float64(min(c.W(), c.H()))
	return long >= lowLetter*float64(r.th) && short <= highLetter*float64(r.th) && long <= longestRest*max(1, short) && 10*c.Area >= c.W()*c.H()
}

// clustered joins what stands near each other in any direction, in heights or widths, the larger ones.
func clustered(cs []Component, reach float64) disjoint.Sets {
	f := disjoint.New(len(cs))
	for i, a := range cs {
		for j, b := range cs[:i] {
			most := int(reach * float64(max(min(a.W(), a.H()), min(b.W(), b.H()), (max(a.W(), a.H())+max(b.W(), b.H()))/4)))
			if -a.overlapX(b.Box) <= most && -a.overlapY(b.Box) <= most {
				f.Join(i, j)
			}
		}
	}
	return f
}

// dark reports a pixel of the ground.
func (r *rest) dark(x, y int) bool { return int(r.g.Pix[y*r.g.Stride+x]) <= r.ground+groundReach }

// surrounded reports that a word stands on the ground and on nothing else.
func (r *rest) surrounded(word Box) bool {
	off := max(2, int(ringAt*float64(r.th)))
	ring := Box{word.X0 - off, word.Y0 - off, word.X1 + off, word.Y1 + off}
	if !within(ring, r.box) || ring.X0 < 0 || ring.Y0 < 0 || ring.X1 > r.g.Rect.Dx() || ring.Y1 > r.g.Rect.Dy() {
		return false
	}
	sides := r.share(Box{ring.X0, ring.Y0, ring.X1, ring.Y0 + 1}, true) >= ringDark && r.share(Box{ring.X0, ring.Y1 - 1, ring.X1, ring.Y1}, true) >= ringDark &&
		r.share(Box{ring.X0, ring.Y0, ring.X0 + 1, ring.Y1}, true) >= ringDark && r.share(Box{ring.X1 - 1, ring.Y0, ring.X1, ring.Y1}, true) >= ringDark
	return sides && r.share(ring, false) >= restGround
}

// share returns how much of a box is ground, or of the light print in it where that counts too.
func (r *rest) share(box Box, print bool) float64 {
	n := 0
	for y := box.Y0; y < box.Y1; y++ {
		for x := box.X0; x < box.X1; x++ {
			if r.dark(x, y) || print && r.print.At(x-r.box.X0, y-r.box.Y0) {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, box.W()*box.H()))
}

// grown is the box of a word with as much of the ground around it as is level. Where the word ends in the blur of a letter that was
// not taken for its own, the ground goes on behind that.
func (r *rest) grown(word Box) Box {
	for again := true; again; {
		again = false
		for _, wide := range []int{1, max(1, r.th/4), max(1, r.th/2)} {
			for side := range 4 {
				if next, ok := r.further(word, side, wide); ok {
					word, again = next, true
				}
			}
			if again {
				break
			}
		}
	}
	return word
}

// further moves one side of a box so far out, if the ground goes on there; from 0 the left one, the upper, the right and the lower.
func (r *rest) further(box Box, side, by int) (Box, bool) {
	next := box
	strip, end := box, box // what is won, and the last row or column of it
	switch side {
	case 0:
		next.X0 -= by
		strip.X0, strip.X1 = next.X0, box.X0
		end.X0, end.X1 = next.X0, next.X0+1
	case 1:
		next.Y0 -= by
		strip.Y0, strip.Y1 = next.Y0, box.Y0
		end.Y0, end.Y1 = next.Y0, next.Y0+1
	case 2:
		next.X1 += by
		strip.X0, strip.X1 = box.X1, next.X1
		end.X0, end.X1 = next.X1-1, next.X1
	default:
		next.Y1 += by
		strip.Y0, strip.Y1 = box.Y1, next.Y1
		end.Y0, end.Y1 = next.Y1-1, next.Y1
	}
	inside := next.X0 >= r.box.X0 && next.Y0 >= r.box.Y0 && next.X1 <= r.box.X1 && next.Y1 <= r.box.Y1
	return next, inside && r.share(end, true) >= rowDark && r.share(strip, true) >= rowsDark
}
