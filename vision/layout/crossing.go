package layout

// What dashes of rules that cross or meet are like, where they run together to one patch: two arms, each along most of the patch and as
// thin as a dash, and next to no other ink.
const (
	crossedLeast = 4    // pixels of the patch's width and height
	armAlong     = 0.75 // of the patch's width (or height) that an arm's rows (or columns) have
	armOther     = 0.12 // of the patch's ink
)

// crossedDashes returns the arms across and down of the patches of b where dashes run together.
func crossedDashes(b *Bitmap, cs []Component, th int) (across, down []Component) {
	long, thick := int(longDash*float64(th)), max(3, int(blockThick*float64(th)))
	for _, c := range cs {
		w, h := c.W(), c.H()
		if max(w, h) > long || min(w, h) < crossedLeast || c.Area > thick*(w+h) {
			continue
		}
		if a, d, ok := b.crossOf(c, thick); ok {
			across, down = append(across, a), append(down, d)
		}
	}
	return across, down
}

// crossOf returns a patch's arms across and down, where it has one of each, and next to nothing else.
func (b *Bitmap) crossOf(c Component, thick int) (across, down Component, ok bool) {
	rows, columns := make([]int, c.H()), make([]int, c.W())
	for y := range rows {
		for x := range columns {
			n := int(b.Pix[(c.Y0+y)*b.W+c.X0+x])
			rows[y] += n
			columns[x] += n
		}
	}
	y0, y1, wide := armIn(rows, c.W())
	x0, x1, high := armIn(columns, c.H())
	if y0 == y1 || x0 == x1 || max(y1-y0, x1-x0) > thick {
		return across, down, false
	}
	across = Component{Box{c.X0, c.Y0 + y0, c.X1, c.Y0 + y1}, wide}
	down = Component{Box{c.X0 + x0, c.Y0, c.X0 + x1, c.Y1}, high}
	return across, down, stray(b, c, across.Box, down.Box) <= armOther*float64(c.Area)
}

// armIn returns from where to where counts of ink are those of an arm that long, and their sum; from is to where there is none or more
// than one.
func armIn(counts []int, length int) (from, to, sum int) {
	for i, n := range counts {
		if float64(n) < armAlong*float64(length) {
			continue
		}
		if sum == 0 {
			from, to = i, i
		}
		if i != to {
			return 0, 0, 0
		}
		to, sum = i+1, sum+n
	}
	return from, to, sum
}
