package layout

// TickBox is a small printed square, and how much of its inside is ink: what a form offers to be ticked.
type TickBox struct {
	Box
	Ink float64 // share of the inner pixels, 0 to 1
}

// Tick boxes are between these many letter heights wide, at most askew by this share of their side, and have sides of
// which at least this share is ink: a tick may run over them, but letters and figures have no four straight sides.
const (
	tickLeast   = 1.0
	tickMost    = 3.0
	tickAskew   = 0.2
	tickCovered = 0.86
	tickInset   = 0.22 // of the side that is left to the border, whatever its thickness
)

// FindTickBoxes returns the small squares of a page from top to bottom. b is all its ink, rules included; th is the height
// of its letters.
func FindTickBoxes(b *Bitmap, th int) []TickBox {
	least, most := max(5, int(tickLeast*float64(th))), int(tickMost*float64(th))
	rs, _ := b.runs(least)
	var out []TickBox
	for _, r := range rs {
		if r.y > 0 && inked(b, r.x0, r.x1, r.y-1) {
			continue // not the first row of a side
		}
		var boxes []Box
		if r.x1-r.x0 > most {
			boxes = combUnder(b, r, least, most)
		} else if box, ok := squareUnder(b, r); ok {
			boxes = []Box{box}
		}
		for _, box := range boxes {
			if !known(out, box) {
				out = append(out, TickBox{box, inkWithin(b, box)})
			}
		}
	}
	return out
}

// combLength is how long the upper side of a comb can be, in heights of the highest box: longer ones are rules of tables.
const combLength = 10

// combUnder cuts a row of boxes that share their sides, as forms have them for numbers, into its boxes. r is the upper side of all.
func combUnder(b *Bitmap, r run, least, most int) []Box {
	if r.x1-r.x0 > combLength*most {
		return nil
	}
	for y := r.y + least; y <= min(b.H-1, r.y+most); y++ {
		if across(b, r.x0, r.x1, y) < tickCovered || down(b, r.x0, r.y, y) < tickCovered || down(b, r.x1-1, r.y, y) < tickCovered {
			continue
		}
		var out []Box
		from, high := r.x0, y-r.y
		for x := r.x0 + high/2; x < r.x1; x++ {
			if x-from < high/2 || straight(b, x, r.y, y) < tickCovered {
				continue
			}
			if 2*(x-from) > 3*high {
				return nil
			}
			out = append(out, Box{from, r.y, x + 1, y + 1})
			from = x
		}
		if len(out) > 1 {
			return out
		}
	}
	return nil
}

// straight is the share of rows from y0 to y1 with ink at x itself or one beside it.
func straight(b *Bitmap, x, y0, y1 int) float64 {
	n := 0
	for y := y0; y <= y1; y++ {
		if b.At(x, y) || b.At(x+1, y) {
			n++
		}
	}
	return float64(n) / float64(y1-y0+1)
}

// inked reports whether the row above a run is as full of ink as the run: then that row is the side's beginning.
func inked(b *Bitmap, x0, x1, y int) bool {
	n := 0
	for x := x0; x < x1; x++ {
		n += int(b.Pix[y*b.W+x])
	}
	return float64(n) >= tickCovered*float64(x1-x0)
}

// squareUnder looks for the other three sides of a square whose upper side is r.
func squareUnder(b *Bitmap, r run) (Box, bool) {
	side := r.x1 - r.x0
	slack := max(1, int(tickAskew*float64(side)))
	for y := min(b.H-1, r.y+side+slack); y >= r.y+side-slack && y > r.y; y-- {
		if across(b, r.x0, r.x1, y) < tickCovered {
			continue
		}
		if down(b, r.x0, r.y, y) >= tickCovered && down(b, r.x1-1, r.y, y) >= tickCovered {
			return Box{r.x0, r.y, r.x1, y + 1}, true
		}
	}
	return Box{}, false
}

// across is the share of columns from x0 to x1 with ink at y or next to it.
func across(b *Bitmap, x0, x1, y int) float64 {
	n := 0
	for x := x0; x < x1; x++ {
		if b.At(x, y) || b.At(x, y-1) || b.At(x, y+1) {
			n++
		}
	}
	return float64(n) / float64(x1-x0)
}

// down is the share of rows from y0 to y1 with ink at x or next to it.
func down(b *Bitmap, x, y0, y1 int) float64 {
	n := 0
	for y := y0; y <= y1; y++ {
		if b.At(x, y) || b.At(x-1, y) || b.At(x+1, y) || b.At(x-2, y) || b.At(x+2, y) {
			n++
		}
	}
	return float64(n) / float64(y1-y0+1)
}

// known reports whether a box was found before by a nearer row of the same side, or within the border of another.
func known(boxes []TickBox, box Box) bool {
	for _, o := range boxes {
		x, y := o.overlapX(box), o.overlapY(box)
		if x > 0 && y > 0 && 2*x*y > box.W()*box.H() {
			return true
		}
	}
	return false
}

// inkWithin returns the share of ink inside the border of a box.
func inkWithin(b *Bitmap, box Box) float64 {
	dx, dy := max(2, int(tickInset*float64(box.W()))), max(2, int(tickInset*float64(box.H())))
	n, all := 0, 0
	for y := box.Y0 + dy; y < box.Y1-dy; y++ {
		for x := box.X0 + dx; x < box.X1-dx; x++ {
			all++
			if b.At(x, y) {
				n++
			}
		}
	}
	if all == 0 {
		return 0
	}
	return float64(n) / float64(all)
}
