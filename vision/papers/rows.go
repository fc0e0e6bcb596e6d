package papers

import (
	"cmp"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/layout"
)

// Rows of letters in a picture reduced to searchLong, in its pixels or in a letter's height.
const (
	highestLetter = 50   // pixels
	paleLetter    = 18   // grey levels from its surroundings
	surroundings  = 25   // pixels wide
	besideLetter  = 0.8  // how far the next letter of a row is
	levelLetter   = 0.35 // how far its foot is higher or lower
	largerLetter  = 1.8  // how many times as high it is
	leastRow      = 4    // letters
	mostPatches   = 6000 // more are a texture
)

// Rows of letters around a sheet: so many, and by so much more than a part of those on it, make it a box on a larger one.
const (
	aroundLeast = 12
	aroundShare = 0.25
	aroundRows  = 0.1  // of all patches around that may be letters: specks and grain fall into rows by chance
	aroundRim   = 1.04 // the outline itself is not exact
)

// print holds the middles of what may be letters, and of those of them that stand in rows.
type print struct{ letters, inRows []geom.Point }

// printOf returns the print in a picture, dark or light. bgr is 8-bit.
func printOf(bgr gocv.Mat) print {
	small, scale := shrunk(bgr, searchLong)
	defer small.Close()
	gray, ink := gocv.NewMat(), gocv.NewMat()
	defer gray.Close()
	defer ink.Close()
	gocv.CvtColor(small, &gray, gocv.ColorBGRToGray)
	var out print
	middle := func(c layout.Component) geom.Point {
		return geom.Point{X: float64(c.X0+c.X1) / 2 / scale, Y: float64(c.Y0+c.Y1) / 2 / scale}
	}
	for range 2 {
		gocv.AdaptiveThreshold(gray, &ink, 255, gocv.AdaptiveThresholdMean, gocv.ThresholdBinaryInv, surroundings, paleLetter)
		may := letters(layout.Components(layout.Above(ink.ToBytes(), ink.Cols(), 127)))
		for _, c := range may {
			out.letters = append(out.letters, middle(c))
		}
		for _, c := range inRows(may) {
			out.inRows = append(out.inRows, middle(c))
		}
		gocv.BitwiseNot(gray, &gray)
	}
	return out
}

// letters keeps the patches that may be letters, from the left; none of a texture.
func letters(cs []layout.Component) (out []layout.Component) {
	for _, c := range cs {
		if c.H() <= highestLetter && layout.LetterLike(c) {
			out = append(out, c)
		}
	}
	if len(out) > mostPatches {
		return nil
	}
	slices.SortStableFunc(out, func(a, b layout.Component) int { return cmp.Compare(a.X0, b.X0) })
	return out
}

// inRows keeps the letters that follow each other in a row of leastRow at least. They are sorted from the left.
func inRows(cs []layout.Component) (out []layout.Component) {
	next, follows := make([]int, len(cs)), make([]bool, len(cs))
	for i := range cs {
		if next[i] = following(cs, i); next[i] >= 0 {
			follows[next[i]] = true
		}
	}
	for i := range cs {
		if follows[i] {
			continue
		}
		var row []layout.Component
		for k := i; k >= 0; k = next[k] {
			row = append(row, cs[k])
		}
		if len(row) >= leastRow {
			out = append(out, row...)
		}
	}
	return out
}

// following returns the letter right of the i-th in its row, -1 for none.
func following(cs []layout.Component, i int) int {
	a := cs[i]
	h := float64(a.H())
	for j := i + 1; j < len(cs) && float64(cs[j].X0-a.X1) < besideLetter*h+2; j++ {
		b := cs[j]
		level := max(a.Y1, b.Y1)-min(a.Y1, b.Y1) < int(levelLetter*h)+1
		if 2*b.X0 > a.X0+a.X1 && level && float64(b.H()) < largerLetter*h && h < largerLetter*float64(b.H()) {
			return j
		}
	}
	return -1
}

// goesOn reports that rows of print go on around some quads: they are boxes on a sheet. Print and quads are in the same pixels.
func (p print) goesOn(quads ...geom.Quad) bool {
	beyond := func(of []geom.Point) (n int) {
		for _, at := range of {
			if !slices.ContainsFunc(quads, func(q geom.Quad) bool { return grown(q, aroundRim).Holds(at) }) {
				n++
			}
		}
		return n
	}
	around := beyond(p.inRows)
	if around < aroundLeast || float64(around) <= aroundShare*float64(len(p.inRows)-around) {
		return false
	}
	return float64(around) >= aroundRows*float64(beyond(p.letters))
}
