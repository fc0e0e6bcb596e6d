package layout

import "slices"

// What makes storeys of a line, in the page's letter heights.
const (
	storeyTall = 1.6 // a line that may hold two
	storeyLow  = 0.5 // the lowest storey
	storeyThin = 0.6 // of the ink of the rows around it is between two storeys, at most
	// storeyMarks is how much of a storey's print belongs to letters in another one where it may be none by itself.
	storeyMarks = 0.5
)

// Storey is one of the lines that a line may be.
type Storey struct {
	Line
	Marks bool // most of its print passes for vowels and tones of the letters under it: it is these, or small print
}

// Storeys returns the lines, from above, that one that is as high as two or more may be: letters of lines that stand close touch, all of
// them where print is bold or blurred, and where nothing beside them tells where one ends they pass for one. It is cut at the rows with the
// least ink; whether it was print in storeys, reading tells. It is nil where nothing speaks for a cut.
func (p *Page) Storeys(l Line) []Storey {
	th := float64(p.TextHeight)
	if float64(l.H()) < storeyTall*th {
		return nil
	}
	ink := p.Ink.part(l.Box)
	cuts := storeyCuts(ink.rows(), 0, ink.H, th)
	if len(cuts) == 0 {
		return nil
	}
	var out []Storey
	from := 0
	for _, to := range append(cuts, ink.H) {
		part := &Bitmap{ink.W, to - from, ink.Pix[from*ink.W : to*ink.W]}
		var box Box
		wide := 0
		for _, c := range Components(part) {
			box, wide = box.Union(c.Box), wide+c.W()
		}
		if box.H() > 0 {
			box = Box{box.X0 + l.X0, box.Y0 + l.Y0 + from, box.X1 + l.X0, box.Y1 + l.Y0 + from}
			marks := float64(p.marksIn(l.Box, box)) > storeyMarks*float64(wide)
			out = append(out, Storey{Line{Box: box, Height: min(box.H(), p.TextHeight)}, marks})
		}
		from = to
	}
	return out
}

// marksIn is how wide the marks in a storey of a line are together that were given to letters under it. What was given to letters over it is as
// often of the next line.
func (p *Page) marksIn(line, storey Box) (wide int) {
	for _, w := range p.level {
		if !w.Overlaps(line) || w.letters().cy2()/2 < storey.Y1 {
			continue
		}
		for _, m := range w.hung {
			if at := m.cy2() / 2; at >= storey.Y0 && at < storey.Y1 {
				wide += m.W()
			}
		}
	}
	return wide
}

// storeyCuts returns the rows at which print is parted, given the ink of each row.
func storeyCuts(rows []int, from, to int, th float64) []int {
	if float64(to-from) < storeyTall*th {
		return nil
	}
	low := max(1, int(storeyLow*th))
	best, last, thin := -1, -1, storeyThin
	for y := from + low; y < to-low; y++ {
		around := min(slices.Max(rows[from:y]), slices.Max(rows[y:to]))
		switch share := float64(rows[y]) / float64(max(1, around)); {
		case share < thin:
			best, last, thin = y, y, share
		case share == thin && last == y-1:
			last = y
		}
	}
	best = (best + last) / 2 // rows that have the least alike
	if best < 0 {
		return nil
	}
	return slices.Concat(storeyCuts(rows, from, best, th), []int{best}, storeyCuts(rows, best, to, th))
}
