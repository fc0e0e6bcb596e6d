package viz

import (
	"image"
	"math"

	"lensd/vision/geom"
)

// Marks above and below Thai letters stand apart from them and are often taken for specks when a line is found, so that
// its box ends at the letters. What is looked for beyond the box, in heights of the box:
const (
	reachUp     = 0.85 // a vowel and a tone mark above it
	reachDown   = 0.75
	markHeight  = 0.42 // at the most
	markWidth   = 0.9
	markGap     = 0.3 // from the ink that it belongs to
	pairHeight  = 0.8 // of a vowel and a tone mark that run together
	pairGap     = 0.15
	markInk     = 165  // grey levels below it are ink
	leastMark   = 0.08 // smaller is dust
	insideShare = 0.5  // of a blob's height that must lie in the box for it to be a letter of the line
)

// marked cuts a line out of a page with the marks that stand beyond its box, and without what else stands there: a blob
// is kept if it lies mostly in the box, or if it is small and close above or below a kept one.
func (p *Page) marked(page *image.Gray, a geom.Rect) *image.Gray {
	h := a.H()
	tall := geom.Rect{X0: a.X0, Y0: a.Y0 - reachUp*h, X1: a.X1, Y1: a.Y1 + reachDown*h}
	r := p.pixels(tall).Intersect(page.Rect)
	box := p.pixels(a)
	if r.Empty() || box.Empty() {
		return image.NewGray(image.Rect(0, 0, 1, 1))
	}
	crop := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(crop.Pix[y*crop.Stride:], page.Pix[(r.Min.Y+y)*page.Stride+r.Min.X:][:r.Dx()])
	}
	top, bottom := box.Min.Y-r.Min.Y, box.Max.Y-r.Min.Y
	blobs, of := blobsOf(crop)
	keep := kept(blobs, top, bottom, crop.Rect)
	low, high := top, bottom
	for i, k := range keep {
		if k {
			low, high = min(low, blobs[i].Min.Y), max(high, blobs[i].Max.Y)
		}
	}
	return framed(erase(crop, of, keep, low, high, top, bottom, int(math.Round(pad*p.density))))
}

// kept tells the blobs of a line from what else stands above and below it.
func kept(blobs []image.Rectangle, top, bottom int, all image.Rectangle) []bool {
	h := float64(bottom - top)
	keep := make([]bool, len(blobs))
	for i, b := range blobs {
		in := min(b.Max.Y, bottom) - max(b.Min.Y, top)
		keep[i] = float64(in) > insideShare*float64(b.Dy())
	}
	gap := func(b image.Rectangle) float64 { // how far from a kept blob b may stand; none if it is no mark
		switch {
		case float64(b.Dx()) > markWidth*h || float64(max(b.Dx(), b.Dy())) < leastMark*h || b.Min.Y == 0 || b.Max.Y == all.Max.Y:
			return -1
		case float64(b.Dy()) < markHeight*h:
			return markGap * h
		case float64(b.Dy()) < pairHeight*h:
			return pairGap * h
		}
		return -1
	}
	for range 2 { // a tone mark stands on a vowel
		for i, b := range blobs {
			if keep[i] {
				continue
			}
			for j, l := range blobs {
				apart := max(b.Min.Y-l.Max.Y, l.Min.Y-b.Max.Y)
				beside := max(b.Min.X-l.Max.X, l.Min.X-b.Max.X)
				if keep[j] && float64(apart) < gap(b) && float64(beside) < 0.1*h {
					keep[i] = true
					break
				}
			}
		}
	}
	return keep
}

// erase paints what is not kept with paper, beyond the box [top, bottom) all but what is kept, and returns the rows
// [low, high) with some room.
func erase(crop *image.Gray, of []int32, keep []bool, low, high, top, bottom, room int) *image.Gray {
	y0, y1 := max(0, min(low, top-room)), min(crop.Rect.Dy(), max(high, bottom+room))
	out := image.NewGray(image.Rect(0, 0, crop.Rect.Dx(), y1-y0))
	for y := y0; y < y1; y++ {
		for x := range crop.Rect.Dx() {
			v := crop.Pix[y*crop.Stride+x]
			if own, other := around(of, keep, crop.Rect, x, y); !own && (other || y < top || y >= bottom) {
				v = 255
			}
			out.Pix[(y-y0)*out.Stride+x] = v
		}
	}
	return out
}

// around reports whether a pixel belongs to a blob that is kept, or to its blurred edge, and the same of others.
func around(of []int32, keep []bool, r image.Rectangle, x, y int) (own, other bool) {
	for v := max(0, y-2); v <= min(r.Dy()-1, y+2); v++ {
		for u := max(0, x-2); u <= min(r.Dx()-1, x+2); u++ {
			if i := of[v*r.Dx()+u]; i > 0 {
				own, other = own || keep[i-1], other || !keep[i-1]
			}
		}
	}
	return own, other
}

// blobsOf returns the connected pieces of ink (8 neighbours), and for every pixel the number of its piece, from 1.
func blobsOf(g *image.Gray) ([]image.Rectangle, []int32) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	of := make([]int32, w*h)
	var out []image.Rectangle
	var stack []int
	for start, v := range g.Pix[:w*h] {
		if v >= markInk || of[start] != 0 {
			continue
		}
		n := int32(len(out) + 1)
		b := image.Rect(start%w, start/w, start%w+1, start/w+1)
		of[start] = n
		for stack = append(stack[:0], start); len(stack) > 0; {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%w, i/w
			b = b.Union(image.Rect(x, y, x+1, y+1))
			for v := max(0, y-1); v <= min(h-1, y+1); v++ {
				for u := max(0, x-1); u <= min(w-1, x+1); u++ {
					if j := v*w + u; of[j] == 0 && g.Pix[j] < markInk {
						of[j] = n
						stack = append(stack, j)
					}
				}
			}
		}
		out = append(out, b)
	}
	return out, of
}
