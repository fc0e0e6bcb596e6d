package layout

import "image"

// Which print in a crop is the line's and which that of lines over and under it, by the middle of a word's letters as a share of the crop's
// height. What stands between is nobody's.
const (
	ownMiddle    = 0.2
	otherMiddle  = 0.12
	otherNearer  = 0.1 // of the line's letters' height: by how much a patch is nearer to letters of other lines than to the line's own
	letterHigh   = 0.5 // of the line's letters: what is lower is no letter of another line, but perhaps its own mark
	softEdge     = 2   // pixels around print that are grey
	touchesFrame = 1   // pixels from the crop's edge
)

// Alone cuts a box out of the clean page, without what reaches into it of the lines over and under the one that it was made for. Where the
// box ends in the page it is cut. The page stays as it is.
func (p *Page) Alone(b Box) *image.Gray {
	b = Box{max(0, b.X0), max(0, b.Y0), min(p.W, b.X1), min(p.H, b.Y1)}
	if b.W() <= 0 || b.H() <= 0 {
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	part := p.Clean.SubImage(image.Rect(b.X0, b.Y0, b.X1, b.Y1)).(*image.Gray)
	o := p.ownersIn(b)
	if len(o.line) == 0 || len(o.others) == 0 {
		return part
	}
	return without(part, p.Ink.part(b), func(patch Box) bool {
		return o.isOthers(Box{patch.X0 + b.X0, patch.Y0 + b.Y0, patch.X1 + b.X0, patch.Y1 + b.Y0}, b)
	})
}

// owners are the patches of print in a crop: the line's and nobody's, and other lines'.
type owners struct {
	line, others []Box
	height       int // of the line's letters
}

// ownersIn tells the print in a box apart.
func (p *Page) ownersIn(b Box) (o owners) {
	for _, w := range p.level {
		if !w.Overlaps(b) {
			continue
		}
		switch at := (float64(w.letters().cy2())/2 - float64(b.Y0)) / float64(b.H()); {
		case at < otherMiddle || at > 1-otherMiddle:
			o.others = append(append(o.others, w.parts...), w.hung...)
		case at >= ownMiddle && at <= 1-ownMiddle:
			o.height = max(o.height, w.Height)
			fallthrough
		default:
			o.line = append(append(o.line, w.parts...), w.hung...)
		}
	}
	return o
}

// isOthers reports that a patch of ink in a crop, which cuts it, is part of other lines' print.
func (o owners) isOthers(patch, crop Box) bool {
	cut := patch.Y0 <= crop.Y0+touchesFrame || patch.Y1 >= crop.Y1-touchesFrame
	if !cut || closest(o.others, patch) >= closest(o.line, patch) {
		return false
	}
	nearer := standsOff(o.line, patch, 0) - standsOff(o.others, patch, int(letterHigh*float64(o.height)))
	return float64(nearer) > otherNearer*float64(o.height)
}

// closest is the area of the smallest box that holds another one, beyond all where none does.
func closest(boxes []Box, b Box) int {
	best := 1 << 60
	for _, o := range boxes {
		if o.X0 <= b.X0 && o.Y0 <= b.Y0 && o.X1 >= b.X1 && o.Y1 >= b.Y1 {
			best = min(best, o.W()*o.H())
		}
	}
	return best
}

// standsOff is how far a patch stands over or under the nearest of some boxes that are so high at least.
func standsOff(boxes []Box, b Box, high int) int {
	best := 1 << 30
	for _, o := range boxes {
		if o.overlapX(b) > 0 && o.H() >= high {
			best = min(best, max(0, o.Y0-b.Y1, b.Y0-o.Y1))
		}
	}
	return best
}

// without paints patches of ink over with paper in a copy of the grey picture, their soft edges too where these are not other patches'.
func without(g *image.Gray, ink *Bitmap, gone func(Box) bool) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, ink.W, ink.H))
	for y := range ink.H {
		copy(out.Pix[y*out.Stride:y*out.Stride+ink.W], g.Pix[y*g.Stride:y*g.Stride+ink.W])
	}
	runs, first := ink.runs(1)
	sets := joinRuns(runs, first, ink.H)
	boxes := make([]Box, len(runs)) // by the patch's root
	for i, r := range runs {
		k := sets.Root(i)
		boxes[k] = boxes[k].Union(Box{r.x0, r.y, r.x1, r.y + 1})
	}
	drop := make([]bool, len(runs))
	keep := NewBitmap(ink.W, ink.H)
	for i, r := range runs {
		if k := sets.Root(i); k == i {
			drop[i] = gone(boxes[i])
		} else {
			drop[i] = drop[k]
		}
		if !drop[i] {
			keep.paint(Box{r.x0 - 1, r.y - 1, r.x1 + 1, r.y + 2})
		}
	}
	for i, r := range runs {
		if !drop[i] {
			continue
		}
		for y := max(0, r.y-softEdge); y < min(ink.H, r.y+softEdge+1); y++ {
			for x := max(0, r.x0-softEdge); x < min(ink.W, r.x1+softEdge); x++ {
				if keep.Pix[y*keep.W+x] == 0 {
					out.Pix[y*out.Stride+x] = 255
				}
			}
		}
	}
	return out
}

// paint makes a box ink, as far as it lies on the bitmap.
func (b *Bitmap) paint(box Box) {
	for y := max(0, box.Y0); y < min(b.H, box.Y1); y++ {
		for x := max(0, box.X0); x < min(b.W, box.X1); x++ {
			b.Pix[y*b.W+x] = 1
		}
	}
}
