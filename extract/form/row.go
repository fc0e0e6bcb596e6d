// Package form reads filled forms: it joins a page's lines to rows, finds the printed captions in them, and says which
// print belongs to a caption, behind it or below. What a form is called and what its captions are is told by the kinds
// that use it. Pure Go.
package form

import (
	"cmp"
	"slices"
	"unicode"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// Row is the print of one height across the page, also where columns or a recogniser's doubts part it into several lines.
// Text has one blank between lines and none where the print has none.
type Row struct {
	Text   []rune
	Glyphs []Glyph // one a rune of Text; that of a blank lies between its neighbours
	Box    geom.Rect
	Height float64 // of its letters
}

// Glyph says where a rune of a row is printed.
type Glyph struct {
	Line       int // index in Layout.Lines
	X0, X1     float64
	Confidence float64 // of the rune where the recogniser tells it, else of its line
}

// least is the letter height, as a share of the page's, below which one or two signs are marks that fell off their line.
const least = 0.66

// rows joins the lines of a layout. Lines that read downwards or upwards are left out.
func rows(l *extract.Layout, unit float64) []Row {
	var order []int
	for i, line := range l.Lines {
		if line.Turn == 0 && !stray(line, unit) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(l.Lines[a].Quad.Center().Y, l.Lines[b].Quad.Center().Y)
	})
	var groups [][]int
	for _, i := range order {
		if k := rowOf(l, groups, i); k >= 0 {
			groups[k] = append(groups[k], i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	out := make([]Row, 0, len(groups))
	for _, g := range groups {
		slices.SortFunc(g, func(a, b int) int {
			return cmp.Compare(l.Lines[a].Quad.Bounds().X0, l.Lines[b].Quad.Bounds().X0)
		})
		out = append(out, join(l, g))
	}
	return out
}

// stray reports whether a line is but marks of another one.
func stray(l extract.Line, unit float64) bool {
	n := 0
	for _, r := range l.Text.Value {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n == 0 || n <= 2 && l.Height < least*unit && l.Quad.Bounds().H() < 1.6*unit ||
		n <= 4 && l.Height < 0.5*unit && l.Text.Confidence < 0.6
}

// rowOf returns the newest group that line i stands beside: more than half of the lower one's height in common, and no
// print over or under it in the group.
func rowOf(l *extract.Layout, groups [][]int, i int) int {
	b := l.Lines[i].Quad.Bounds()
	for k := len(groups) - 1; k >= max(0, len(groups)-6); k-- {
		beside, over := false, false
		for _, j := range groups[k] {
			o := l.Lines[j].Quad.Bounds()
			common := min(b.Y1, o.Y1) - max(b.Y0, o.Y0)
			beside = beside || common > 0.55*min(b.H(), o.H())
			x := min(b.X1, o.X1) - max(b.X0, o.X0)
			over = over || x > 0.3*min(b.W(), o.W())
		}
		if beside && !over {
			return k
		}
	}
	return -1
}

// join writes the lines of a row behind one another.
func join(l *extract.Layout, lines []int) Row {
	var r Row
	var heights []float64
	for _, i := range lines {
		line := l.Lines[i]
		if n := len(r.Glyphs); n > 0 {
			r.Text = append(r.Text, ' ')
			r.Glyphs = append(r.Glyphs, Glyph{Line: -1, X0: r.Glyphs[n-1].X1, X1: line.Quad.Bounds().X0, Confidence: 1})
		}
		r.add(i, line)
		r.Box = r.Box.Union(line.Quad.Bounds())
		heights = append(heights, line.Height)
	}
	r.Height = geom.Median(heights)
	return r
}

// add appends a line's runes with their places: those of the recogniser's characters, or even shares of the line where it gave none.
func (r *Row) add(i int, line extract.Line) {
	box := line.Quad.Bounds()
	runes := []rune(line.Text.Value)
	chars := line.Text.Chars
	placed := len(chars) == len(runes)
	for k, c := range runes {
		g := Glyph{Line: i, Confidence: line.Text.Confidence}
		if placed && chars[k].Rune == c {
			g.X0, g.X1 = box.X0+chars[k].X0*box.W(), box.X0+chars[k].X1*box.W()
			g.Confidence = chars[k].Confidence
		} else {
			g.X0, g.X1 = box.X0+share(runes, k)*box.W(), box.X0+share(runes, k+1)*box.W()
		}
		r.Text, r.Glyphs = append(r.Text, c), append(r.Glyphs, g)
	}
}

// share is how far along a line its rune k begins where marks have no width.
func share(runes []rune, k int) float64 {
	before, all := 0, 0
	for i, c := range runes {
		if thai.IsMark(c) {
			continue
		}
		all++
		if i < k {
			before++
		}
	}
	return float64(before) / float64(max(1, all))
}
