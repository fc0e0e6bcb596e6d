package layout

import (
	"image"
	"math"
)

// EraseRules takes the printed rules out of the bitmap and paints them over with paper in the grey page, but leaves strokes
// of print that cross or touch them. Either target may be nil.
func EraseRules(b *Bitmap, g *image.Gray, rules []Rule) {
	for _, r := range rules {
		if r.Edge {
			continue
		}
		if r.Vertical {
			eraseVertical(b, g, r)
		} else {
			eraseHorizontal(b, g, r)
		}
	}
}

func eraseHorizontal(b *Bitmap, g *image.Gray, r Rule) {
	reach := int(math.Ceil(r.Thick/2)) + 2
	limit := int(math.Ceil(r.Thick)) + 4
	for x := max(0, int(r.X0)-1); x < min(b.W, int(r.X1)+1); x++ {
		mid := int(math.Round(r.At(float64(x))))
		y0, y1 := strokeAround(func(y int) bool { return b.At(x, y) }, mid, reach)
		if y1 <= y0 || y1-y0 > limit || r.lacks(y0, y1, mid) && b.runThrough(x, (y0+y1)/2) < markRun*(y1-y0) {
			continue
		}
		for y := y0; y < y1; y++ {
			b.Pix[y*b.W+x] = 0
		}
		for y := max(0, y0-2); g != nil && y < min(b.H, y1+2); y++ {
			g.Pix[y*g.Stride+x] = 255
		}
	}
}

// markRun is how long a rule's ink is at least, in its thickness: marks over letters, right under a pale rule, are shorter.
const markRun = 5

// lacks reports that ink lies beside the rule, whose own is too pale.
func (r Rule) lacks(from, to, mid int) bool {
	half := int(math.Ceil(r.Thick / 2))
	return !r.dotted && (from > mid+half || to <= mid-half)
}

// runThrough is the length of the stretch of ink in a row through a place.
func (b *Bitmap) runThrough(x, y int) int {
	from, to := x, x
	for b.At(from-1, y) {
		from--
	}
	for b.At(to, y) {
		to++
	}
	return to - from
}

func eraseVertical(b *Bitmap, g *image.Gray, r Rule) {
	reach := int(math.Ceil(r.Thick/2)) + 2
	limit := int(math.Ceil(r.Thick)) + 4
	for y := max(0, int(r.Y0)-1); y < min(b.H, int(r.Y1)+1); y++ {
		mid := int(math.Round(r.At(float64(y))))
		x0, x1 := strokeAround(func(x int) bool { return b.At(x, y) }, mid, reach)
		if x1 <= x0 || x1-x0 > limit {
			continue
		}
		for x := x0; x < x1; x++ {
			b.Pix[y*b.W+x] = 0
		}
		for x := max(0, x0-2); g != nil && x < min(b.W, x1+2); x++ {
			g.Pix[y*g.Stride+x] = 255
		}
	}
}

// strokeAround returns the stretch of ink nearest to mid, looking up to reach away; it grows past reach, so that the
// caller sees how long the stroke really is.
func strokeAround(ink func(int) bool, mid, reach int) (int, int) {
	for d := 0; d <= reach; d++ {
		for _, at := range [2]int{mid - d, mid + d} {
			if !ink(at) {
				continue
			}
			lo, hi := at, at+1
			for ink(lo-1) && at-lo < 64 {
				lo--
			}
			for ink(hi) && hi-at < 64 {
				hi++
			}
			return lo, hi
		}
	}
	return 0, 0
}

// erasePatches takes patches out of the bitmap and paints them over in the grey page.
func erasePatches(b *Bitmap, g *image.Gray, patches []Component) {
	for _, c := range patches {
		for y := max(0, c.Y0-1); y < min(b.H, c.Y1+1); y++ {
			for x := max(0, c.X0-1); x < min(b.W, c.X1+1); x++ {
				if y >= c.Y0 && y < c.Y1 && x >= c.X0 && x < c.X1 {
					b.Pix[y*b.W+x] = 0
				}
				g.Pix[y*g.Stride+x] = 255
			}
		}
	}
}
