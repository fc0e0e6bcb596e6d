package layout

import (
	"cmp"
	"slices"

	"lensd/vision/geom"
)

// What makes a patch a bridge between lines, in heights of the letters beside it.
const (
	bridgeHeight = 1.6 // at least
	bridgeLow    = 1.0 // of the page's letters
	bridgeMost   = 6.0 // of the page's letters
	bridgeWide   = 40  // of the page's letters
	bridgeDense  = 0.4 // of its box is ink in a code
	bridgeReach  = 5.0 // how far letters beside it are looked for
	bridgeSides  = 2   // of these in a row, at least
	bridgeOff    = 0.4 // how far a row may stand out of the patch
	bridgeRoom   = 0.3 // what the patch has of each row, at least
	strokeMore   = 1.7 // thicker than the strokes around it are those of a large letter
	rowsAgree    = 1.6 // larger by smaller letters of two rows
)

// cutBridges cuts patches in which letters of two lines or more touch apart between the lines: a vowel under a letter and a tone of
// the next line, say. As one patch they would join the lines. Where the lines are is told by the letters beside it.
func cutBridges(b *Bitmap, cs []Component, th int) []Component {
	ls := slices.DeleteFunc(slices.Clone(cs), func(c Component) bool { return !LetterLike(c) || 2*c.H() < th || c.H() > 3*th })
	g := newGrid(ls, th*2)
	out := make([]Component, 0, len(cs))
	for _, c := range cs {
		var at []int
		if mayBridge(c, th) {
			if at = borders(b, rowsBeside(ls, g, c, th), c); len(at) == 0 {
				at = borderRows(b, c, th)
			}
		}
		if len(at) == 0 || b.large(c, th) {
			out = append(out, c)
			continue
		}
		out = append(out, cutAt(b, c, at)...)
	}
	return out
}

// large reports a patch whose strokes are thicker than those around it: a large letter beside lines of small print.
func (b *Bitmap) large(c Component, th int) bool {
	reach := int(bridgeReach * float64(th))
	box := Box{max(0, c.X0-reach), c.Y0, min(b.W, c.X1+reach), c.Y1}
	around := b.part(box)
	for y := range around.H {
		clear(around.Pix[y*around.W+c.X0-box.X0 : y*around.W+c.X1-box.X0])
	}
	usual := around.stroke()
	return usual > 0 && float64(patch(b, c).stroke()) > strokeMore*float64(usual)
}

// mayBridge reports a patch that is as high as two lines of small print and no dense square as a code is.
func mayBridge(c Component, th int) bool {
	h := float64(c.H())
	dense := float64(c.Area) > bridgeDense*float64(c.W()*c.H()) && min(c.W(), c.H()) > 3*th && 2*max(c.W(), c.H()) < 3*min(c.W(), c.H())
	return h >= bridgeLow*float64(th) && h <= bridgeMost*float64(th) && c.W() <= bridgeWide*th && !dense
}

// printRow is letters of one line beside a patch.
type printRow struct{ top, base, height, n int }

// rowsBeside returns the lines of letters beside a patch that is as high as two of them or higher, from above.
func rowsBeside(ls []Component, g *grid, c Component, th int) []printRow {
	h := float64(c.H())
	var beside []Component
	reach := int(bridgeReach * float64(th))
	seen := map[int]bool{}
	g.near(Box{c.X0 - reach, c.Y0, c.X1 + reach, c.Y1}, func(i int) {
		n := ls[i]
		off := int(bridgeOff * float64(n.H()))
		gap := float64(max(n.X0-c.X1, c.X0-n.X1))
		if !seen[i] && gap >= 0 && gap <= bridgeReach*float64(n.H()) && h >= bridgeHeight*float64(n.H()) && n.Y0 >= c.Y0-off && n.Y1 <= c.Y1+off {
			seen[i] = true
			beside = append(beside, n)
		}
	})
	slices.SortFunc(beside, func(a, b Component) int { return cmp.Compare(a.cy2(), b.cy2()) })
	var rows []printRow
	for from := 0; from < len(beside); {
		to := from + 1
		for to < len(beside) && beside[to].cy2()-beside[to-1].cy2() <= min(beside[to].H(), beside[to-1].H())/2 {
			to++
		}
		if to-from >= bridgeSides {
			rows = append(rows, lettersOf(beside[from:to]))
		}
		from = to
	}
	tallest := 0
	for _, r := range rows {
		tallest = max(tallest, r.height)
	}
	return slices.DeleteFunc(rows, func(r printRow) bool { return rowsAgree*float64(r.height) < float64(tallest) }) // vowels and tones
}

func lettersOf(cs []Component) printRow {
	var tops, bases, heights []int
	for _, c := range cs {
		tops, bases, heights = append(tops, c.Y0), append(bases, c.Y1), append(heights, c.H())
	}
	return printRow{geom.Median(tops), geom.Median(bases), geom.Median(heights), len(cs)}
}

// borders returns the heights between the lines beside a patch at which it is to be cut: where it has the least ink.
func borders(b *Bitmap, rows []printRow, c Component) (at []int) {
	if len(rows) < 2 {
		return nil
	}
	ink := patch(b, c)
	for i, low := range rows[1:] {
		up := rows[i]
		h := min(up.height, low.height)
		room := int(bridgeRoom * float64(h))
		if low.top < up.base-h/8 || c.Y0 > up.base-room || c.Y1 < low.top+room {
			continue
		}
		at = append(at, c.Y0+thinnest(ink, min(up.base, low.top)-c.Y0, max(up.base, low.top)+1-c.Y0))
	}
	return at
}

// thinnest returns the row with the least ink of some rows, the one in their middle of several.
func thinnest(b *Bitmap, from, to int) int {
	from, to = max(1, from), min(b.H-1, to)
	best, least := (from+to)/2, 1<<30
	for y := from; y < to; y++ {
		off := 2*y - from - to
		n := inkOf(b.Pix[y*b.W:(y+1)*b.W])<<10 + max(off, -off)
		if n < least {
			best, least = y, n
		}
	}
	return best
}

// patch returns the ink of one patch alone, in a bitmap of its box.
func patch(b *Bitmap, c Component) *Bitmap {
	in := NewBitmap(c.W(), c.H())
	for y := range in.H {
		copy(in.Pix[y*in.W:(y+1)*in.W], b.Pix[(c.Y0+y)*b.W+c.X0:(c.Y0+y)*b.W+c.X1])
	}
	rs, first := in.runs(1)
	f := joinRuns(rs, first, in.H)
	boxes, whole := make([]Box, len(rs)), -1
	for i, r := range rs {
		root := f.Root(i)
		boxes[root] = boxes[root].Union(Box{r.x0, r.y, r.x1, r.y + 1})
		if boxes[root] == (Box{0, 0, in.W, in.H}) {
			whole = root
		}
	}
	for i, r := range rs {
		if f.Root(i) != whole {
			clear(in.Pix[r.y*in.W+r.x0 : r.y*in.W+r.x1])
		}
	}
	return in
}

// cutAt returns the pieces of a patch that is cut at some heights, from above.
func cutAt(b *Bitmap, c Component, at []int) (out []Component) {
	ink := patch(b, c)
	from := 0
	for _, y := range append(at, c.Y1) {
		to := max(from, min(c.H(), y-c.Y0))
		part := &Bitmap{ink.W, to - from, ink.Pix[from*ink.W : to*ink.W]}
		for _, p := range Components(part) {
			p.Box = Box{p.X0 + c.X0, p.Y0 + c.Y0 + from, p.X1 + c.X0, p.Y1 + c.Y0 + from}
			out = append(out, p)
		}
		from = to
	}
	return out
}
