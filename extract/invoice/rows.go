package invoice

import (
	"sort"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
)

// piece is print that stands in one column: a line, or the words of one that spans several.
type piece struct {
	text string
	quad geom.Quad
	box  geom.Rect
	conf float64
	line int // index in Layout.Lines
}

// row is print on one height, its pieces from left to right.
type row struct {
	y      float64 // middle
	height float64
	pieces []piece
}

// printed reports whether s holds a letter or a digit.
func printed(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// upright are the lines that read as the page does and hold print.
func upright(l *extract.Layout) []piece {
	var out []piece
	for i, x := range l.Lines {
		if x.Turn == 0 && printed(x.Text.Value) {
			out = append(out, piece{x.Text.Value, x.Quad, x.Quad.Bounds(), x.Text.Confidence, i})
		}
	}
	return out
}

// wordsOf splits a line into its words; a line without them stays one piece.
func wordsOf(l *extract.Layout, p piece) []piece {
	words := l.Lines[p.line].Words
	if len(words) < 2 {
		return []piece{p}
	}
	var out []piece
	for _, w := range words {
		conf := w.Text.Confidence
		if conf == 0 {
			conf = p.conf
		}
		out = append(out, piece{w.Text.Value, w.Quad, w.Quad.Bounds(), conf, p.line})
	}
	return out
}

// rowsOf groups pieces by height.
func rowsOf(pieces []piece) []row {
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].box.Center().Y < pieces[j].box.Center().Y })
	var out []row
	for _, p := range pieces {
		h, y := p.box.H(), p.box.Center().Y
		if n := len(out) - 1; n >= 0 && y-out[n].y < 0.5*max(min(h, out[n].height), 1) {
			r := &out[n]
			k := float64(len(r.pieces))
			r.y, r.height = (r.y*k+y)/(k+1), (r.height*k+h)/(k+1)
			r.pieces = append(r.pieces, p)
			continue
		}
		out = append(out, row{y, h, []piece{p}})
	}
	for i := range out {
		sort.SliceStable(out[i].pieces, func(a, b int) bool { return out[i].pieces[a].box.X0 < out[i].pieces[b].box.X0 })
	}
	return out
}

// joined is the text of pieces that belong to one value: a blank between them, none between Thai letters of one line that
// touch.
func joined(pieces []piece) string {
	var b strings.Builder
	for i, p := range pieces {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// around is the box around pieces as a quad; a single piece keeps its own.
func around(pieces []piece) geom.Quad {
	if len(pieces) == 1 {
		return pieces[0].quad
	}
	box := pieces[0].box
	for _, p := range pieces[1:] {
		box = box.Union(p.box)
	}
	return geom.QuadOf(box)
}

// weakest is the lowest confidence of pieces: a value is right where all of it is.
func weakest(pieces []piece) float64 {
	c := 1.0
	for _, p := range pieces {
		c = min(c, p.conf)
	}
	return c
}
