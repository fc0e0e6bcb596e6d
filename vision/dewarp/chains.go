// Package dewarp finds how the print of a page is bent, and what makes its lines straight: labels on bottles and in bags, pages of a
// binder, folds.
package dewarp

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/layout"
)

// Which letters follow each other in a line, in heights of the lower one.
const (
	reach     = 1.2 // of the next letter
	common    = 0.5 // height that both share at least
	unlike    = 1.8 // times as high
	leastRow  = 5   // letters
	leastLong = 3.0 // of a line, whose direction fewer do not tell
)

// chain is a line of letters: where they stand, and the curve of their feet.
type chain struct {
	x, feet []float64
	height  float64   // of its letters
	curve   []float64 // coefficients of the feet's course, in heights from the first letter
}

func (c *chain) long() float64 { return c.x[len(c.x)-1] - c.x[0] }

// chainsOf returns the lines of a page's letters. Marks over them make lines of their own, which run as theirs do.
func chainsOf(letters []layout.Component) []chain {
	cs := slices.Clone(letters)
	slices.SortStableFunc(cs, func(a, b layout.Component) int { return cmp.Compare(a.X0, b.X0) })
	next, follows := make([]int, len(cs)), make([]bool, len(cs))
	for i := range cs {
		next[i] = following(cs, i, follows)
		if next[i] >= 0 {
			follows[next[i]] = true
		}
	}
	var out []chain
	for i := range cs {
		if follows[i] {
			continue
		}
		var row []layout.Component
		for k := i; k >= 0; k = next[k] {
			row = append(row, cs[k])
		}
		if c, ok := chainOf(row); ok {
			out = append(out, c)
		}
	}
	return out
}

// following returns the letter right of the i-th in its line, -1 for none.
func following(cs []layout.Component, i int, taken []bool) int {
	a := cs[i]
	for j := i + 1; j < len(cs); j++ {
		b := cs[j]
		low := float64(min(a.H(), b.H()))
		if float64(b.X0-a.X1) > reach*float64(a.H())+2 {
			return -1
		}
		both := float64(min(a.Y1, b.Y1) - max(a.Y0, b.Y0))
		if !taken[j] && 2*b.X0 > a.X0+a.X1 && both >= common*low && float64(max(a.H(), b.H())) < unlike*low {
			return j
		}
	}
	return -1
}

// chainOf fits the course of a line's feet: straight, or of higher degree the longer the line is. Tails of letters hang below it.
func chainOf(row []layout.Component) (chain, bool) {
	if len(row) < leastRow {
		return chain{}, false
	}
	var c chain
	var heights []float64
	for _, l := range row {
		c.x = append(c.x, float64(l.X0+l.X1)/2)
		c.feet = append(c.feet, float64(l.Y1))
		heights = append(heights, float64(l.H()))
	}
	slices.Sort(heights)
	c.height = heights[len(heights)/2]
	if c.long() < leastLong*c.height {
		return chain{}, false
	}
	degree := 1 + min(2, int(c.long()/(8*c.height)))
	rows := make([][]float64, len(c.x))
	for i, x := range c.x {
		rows[i] = powers((x-c.x[0])/c.height, degree)
	}
	var ok bool
	c.curve, ok = robust(rows, c.feet, ones(len(c.x)), nil, 0.15*c.height)
	return c, ok
}

// at returns where the feet of a line stand at x, and how steep they run there.
func (c *chain) at(x float64) (y, slope float64) {
	t := (x - c.x[0]) / c.height
	for k := len(c.curve) - 1; k >= 0; k-- {
		y = y*t + c.curve[k]
		if k > 0 {
			slope = slope*t + float64(k)*c.curve[k]
		}
	}
	return y, slope / c.height
}

// wander is how far the feet leave their middle height where a map leads them, in letter heights. A line read as straight loses its letters
// beyond a third.
func (c *chain) wander(led func(x, y float64) float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for k := range 9 {
		x := c.x[0] + c.long()*float64(k)/8
		y, _ := c.at(x)
		y = led(x, y)
		low, high = min(low, y), max(high, y)
	}
	return (high - low) / 2 / c.height
}

func powers(t float64, degree int) []float64 {
	out := []float64{1}
	for range degree {
		out = append(out, out[len(out)-1]*t)
	}
	return out
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}
