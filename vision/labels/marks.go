package labels

import (
	"image"
	"slices"

	"lensd/vision/geom"
)

// Marks, in the height of their line's letters.
const (
	nearMark  = 0.2  // how far one stands from its letter at most
	tallMark  = 0.55 // how tall it is at most
	besideGap = 0.25 // by which it may stand beside its letter
	touching  = 0.05 // how far one counts as standing that touches: no nearer than others stand to their own letters
	markPass  = 3    // passes, the nearest first: a tone mark stands on a vowel's, which has to be taken before it
)

// hang gives marks to the lines whose letters they nearly touch, and returns what is left: between lines that stand close a vowel sign
// under the one lies within the band of the other.
func hang(lines []chain, small []blob) []blob {
	for pass := range markPass {
		var left []blob
		for _, b := range small {
			if ends(lines, b) {
				left = append(left, b)
				continue
			}
			if at := letterOf(lines, b, nearMark*float64(pass+1)/markPass); at >= 0 {
				lines[at].blobs = append(lines[at].blobs, b)
			} else {
				left = append(left, b)
			}
		}
		small = left
	}
	return small
}

// ends says that a piece stands on a line's base line beside its letters, as a comma does, which nearly touches the next line's.
func ends(lines []chain, b blob) bool {
	return slices.ContainsFunc(lines, func(l chain) bool {
		g, below := l.glyph, l.below(b)
		return float64(b.h()) <= commaHigh*g && below > -stopBase*g && below-float64(b.h()) < -stopLeast*g &&
			float64(b.x1) > float64(l.box.x0)-g && float64(b.x0) < float64(l.box.x1)+g
	})
}

// letterOf returns the line of the letter that a mark stands within a distance of, -1 where there is none or two lines are as near: that
// is for the lines' bands to decide.
func letterOf(lines []chain, b blob, within float64) int {
	best, second, at := 2*nearMark, 2*nearMark, -1
	for i := range lines {
		l := &lines[i]
		if float64(b.h()) > tallMark*l.glyph || float64(b.w()) > 1.2*l.glyph {
			continue
		}
		if gap, ok := l.over(b, l.blobs); ok && gap < best {
			best, second, at = gap, best, i
		} else if ok {
			second = min(second, gap)
		}
	}
	if best >= within {
		return -1
	}
	if at >= 0 && second < 2*best+0.02 {
		return -1
	}
	return at
}

// over returns how far a mark stands over or under the nearest of some pieces of a line, in its letters' height. A piece beside the mark,
// such as the tall letter of the next line that reaches up to it, is none of these.
func (c *chain) over(b blob, pieces []blob) (gap float64, ok bool) {
	beside := int(besideGap * c.glyph)
	for _, o := range pieces {
		if b.x1 < o.x0-beside || b.x0 > o.x1+beside || b == o || b.stands(o) {
			continue
		}
		d := max(o.y0-b.y1, b.y0-o.y1)
		if d < 0 && float64(o.h()) < grown*c.glyph {
			continue // no stroke of it reaches up beside its marks
		}
		if far := max(float64(d)/c.glyph, touching); !ok || far < gap {
			gap, ok = far, true
		}
	}
	return gap, ok
}

// underLeast is the share of a mark's width that has to lie over or under a letter that it reaches down or up beside.
const underLeast = 1.0 / 3

// stands says that a piece stands beside another, not over or under it: they reach the same height, and next to nothing of the piece's
// width is the other's, too.
func (b blob) stands(o blob) bool {
	both := min(b.x1, o.x1) - max(b.x0, o.x0)
	return float64(both) < underLeast*float64(b.w()) && min(b.y1, o.y1) >= max(b.y0, o.y0)
}

// splitMarks cuts small pieces that are a mark under one line and one over the next, which touch, and gives each line its half.
func splitMarks(lines []chain, small []blob) []blob {
	var left []blob
	for _, b := range small {
		over, under, y := seam(lines, b)
		if y <= b.y0+2 || y >= b.y1-2 {
			left = append(left, b)
			continue
		}
		upper, lower := b, b
		upper.y1, lower.y0 = y, y
		upper.area, lower.area = b.area/2, b.area/2
		lines[over].blobs = append(lines[over].blobs, upper)
		lines[under].blobs = append(lines[under].blobs, lower)
	}
	return left
}

// seam returns the lines whose letters a piece nearly touches above and below, and the height at which it is to be cut; 0 where it is
// not such a piece.
func seam(lines []chain, b blob) (over, under, y int) {
	base, top := -1, -1
	for i := range lines {
		l := &lines[i]
		if float64(b.w()) > 1.5*l.glyph || float64(b.h()) < 0.45*l.glyph || float64(b.h()) > 1.3*l.glyph {
			continue
		}
		near := int(2 * nearMark * l.glyph)
		for _, o := range l.blobs[:l.core] {
			switch {
			case b.x1 < o.x0 || b.x0 > o.x1:
			case o.y1 <= b.y0+2 && b.y0-o.y1 < near && o.y1 > base:
				base, over = o.y1, i
			case o.y0 >= b.y1-2 && o.y0-b.y1 < near && (top < 0 || o.y0 < top):
				top, under = o.y0, i
			}
		}
	}
	if base < 0 || top < 0 || over == under {
		return 0, 0, 0
	}
	return over, under, (base + top) / 2
}

// alien returns the pieces of other lines that reach into the crop of line i, which lies in box.
func alien(lines []chain, i int, box geom.Rect) []blob {
	m := 2 * margin(lines[i].glyph)
	var out []blob
	for j := range lines {
		c := &lines[j]
		if j == i || float64(c.box.x1) < box.X0-m || float64(c.box.x0) > box.X1+m {
			continue
		}
		for k, b := range c.blobs {
			if float64(b.x1) > box.X0-m && float64(b.x0) < box.X1+m && float64(b.y1) > box.Y0-m && float64(b.y0) < box.Y1+m && !touched(lines[i].blobs, b) && !lines[i].cutOff(b) && !lines[i].shares(c, k) {
				out = append(out, b)
			}
		}
	}
	return out
}

// grown is how tall a letter is, in its line's letters, that may have run together with a mark of the next line.
const grown = 1.25

// shares says that piece k of another line may be a line's mark, or may hold one: it stands nearer to the line's letters than to its own
// line's print, or is a letter that has grown up to it.
func (c *chain) shares(other *chain, k int) bool {
	b := other.blobs[k]
	gap, ok := c.over(b, c.blobs[:c.core])
	if !ok {
		return false
	}
	if k < other.core {
		return gap <= nearMark && float64(b.h()) > grown*other.glyph
	}
	own, ok := other.over(b, other.blobs)
	return !ok || gap*c.glyph < own*other.glyph
}

// grownUp is how tall, in its line's letters, a letter is that has surely run together with a mark of the next line; lent how much of it
// such a mark is, in the letters of the line that it belongs to.
const (
	grownUp = 1.6
	lent    = 0.5
	// letterWide is how wide a letter is at most.
	letterWide = 2
)

// lend gives each line the end of a letter of the next line that has run together with a mark of its own, so that the mark is not cut off;
// the letter stays where it is.
func lend(lines []chain) {
	for i := range lines {
		c := &lines[i]
		for j := range lines {
			other := &lines[j]
			if j == i || other.box.y0 > c.box.y1+other.box.h() || c.box.y0 > other.box.y1+c.box.h() {
				continue
			}
			for k, b := range other.blobs[:other.core] {
				if !c.cutOff(b) && (float64(b.h()) <= grownUp*other.glyph || !c.shares(other, k)) {
					continue
				}
				if part := int(lent * c.glyph); b.y0+b.y1 > c.box.y0+c.box.y1 {
					b.y1 = min(b.y1, b.y0+part)
				} else {
					b.y0 = max(b.y0, b.y1-part)
				}
				c.blobs = append(c.blobs, b)
			}
		}
	}
}

// cutOff says that a piece of the next line was one patch with a letter of c until splitBridges cut it: its beginning may be a mark of
// that letter. A bar that touches a letter is none.
func (c *chain) cutOff(b blob) bool {
	return float64(b.w()) < letterWide*c.glyph && slices.ContainsFunc(c.blobs[:c.core], func(o blob) bool { return o.x0 == b.x0 && o.x1 == b.x1 && o.y1 == b.y0 })
}

// touched says that a piece overlaps one of others.
func touched(others []blob, b blob) bool {
	return slices.ContainsFunc(others, func(o blob) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 })
}

// seamWidth is how far the grey edge of print reaches beyond it.
const seamWidth = 1

// without returns a part of a picture with paper in the place of pieces; the picture itself where there are none.
func without(part *image.Gray, pieces []blob) *image.Gray {
	if len(pieces) == 0 {
		return part
	}
	out := image.NewGray(part.Rect)
	var count [256]int
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		row := part.Pix[part.PixOffset(part.Rect.Min.X, y):]
		copy(out.Pix[out.PixOffset(part.Rect.Min.X, y):], row[:part.Rect.Dx()])
		for _, v := range row[:part.Rect.Dx()] {
			count[v]++
		}
	}
	paper, left := 255, part.Rect.Dx()*part.Rect.Dy()/4 // brighter than three quarters
	for ; paper > 0 && left > count[paper]; paper-- {
		left -= count[paper]
	}
	for _, b := range pieces {
		r := image.Rect(b.x0-seamWidth, b.y0-seamWidth, b.x1+seamWidth, b.y1+seamWidth).Intersect(part.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				out.Pix[out.PixOffset(x, y)] = uint8(paper)
			}
		}
	}
	return out
}
