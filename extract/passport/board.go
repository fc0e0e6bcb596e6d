package passport

import (
	"math"
	"sort"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// piece is a phrase on the board with what it was found to be.
type piece struct {
	Phrase
	labels map[label]float64 // captions that it holds
	cover  float64           // share of its letters that belong to captions
	taken  bool              // its text is some member's value
}

// board holds the print of a page.
type board struct {
	pieces []*piece
	source source
}

// source leads from the board's measure to the sender's picture.
type source interface{ ToSource(geom.Rect) geom.Quad }

// longestText bounds the letters of one print: a line of the smallest print across the page has no more, and what compares
// texts takes the square of their lengths.
const longestText = 160

func newBoard(phrases []Phrase, from source) *board {
	b := &board{source: from}
	for _, p := range merge(phrases) {
		b.add(p)
	}
	return b
}

// add puts a phrase on the board, unless it is empty or too long for print.
func (b *board) add(p Phrase) *piece {
	p.Text.Value = strings.Join(strings.Fields(p.Text.Value), " ")
	if p.Text.Value == "" || len([]rune(p.Text.Value)) > longestText {
		return nil
	}
	c := captionOf(p.Text.Value)
	if namesOffice(p.Text.Value, c) {
		c = found{}
	}
	b.pieces = append(b.pieces, &piece{Phrase: p, labels: c.score, cover: c.cover})
	return b.pieces[len(b.pieces)-1]
}

// wordGap is the widest white between two words of one value, in millimetres; columns are farther apart.
const wordGap = 2.6

// merge joins neighbours on one line that the layout left apart.
func merge(in []Phrase) []Phrase {
	sort.SliceStable(in, func(i, j int) bool { return in[i].Box.X0 < in[j].Box.X0 })
	var out []Phrase
	for _, p := range in {
		joined := false
		for i := range out {
			o := &out[i]
			gap := p.Box.X0 - o.Box.X1
			shared := math.Min(o.Box.Y1, p.Box.Y1) - math.Max(o.Box.Y0, p.Box.Y0)
			if gap > -1 && gap < wordGap && shared > 0.6*math.Max(o.Box.H(), p.Box.H()) {
				o.Box = o.Box.Union(p.Box)
				o.Text = extract.Text{Value: o.Text.Value + " " + p.Text.Value, Confidence: math.Min(o.Text.Confidence, p.Text.Confidence)}
				joined = true
				break
			}
		}
		if !joined {
			out = append(out, p)
		}
	}
	return out
}

// free returns the pieces that serve no member yet and that keep accepts.
func (b *board) free(keep func(*piece) bool) []*piece {
	var out []*piece
	for _, p := range b.pieces {
		if !p.taken && keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// best returns the piece that serves no member yet and that score values most, the first of equals; nil where all are worth
// nothing.
func (b *board) best(score func(*piece) float64) *piece {
	var best *piece
	most := 0.0
	for _, p := range b.pieces {
		if p.taken {
			continue
		}
		if s := score(p); s > most {
			best, most = p, s
		}
	}
	return best
}

// level reports that two areas share at least a part of the height of the lower one: they stand on one line.
func level(a, b geom.Rect, share float64) bool {
	return math.Min(a.Y1, b.Y1)-math.Max(a.Y0, b.Y0) > share*math.Min(a.H(), b.H())
}

// beside reports that two areas have their middles on one line of print.
func beside(a, b geom.Rect) bool { return math.Abs(a.Center().Y-b.Center().Y) < lineHeight }

// lineHeight is how far the middles of two prints of one line lie apart at most, in millimetres.
const lineHeight = 1.6

// wall is how far right a piece may be widened: to the next piece on its line.
func (f *form) wall(p *piece) float64 {
	x := PageWidth
	for _, q := range f.board.pieces {
		if q != p && q.Box.X0 > p.Box.X0 && math.Min(p.Box.Y1, q.Box.Y1)-math.Max(p.Box.Y0, q.Box.Y0) > 0.3*p.Box.H() && letters(q.Text.Value)+digits(q.Text.Value) > 2 {
			x = math.Min(x, q.Box.X0-0.5)
		}
	}
	return x
}

// isLabel reports that a piece is a caption rather than a value: most of its letters belong to captions, or a good part
// and it names the same thing in several languages.
func (p *piece) isLabel() bool {
	several := strings.Contains(p.Text.Value, "/") || strings.Contains(p.Text.Value, "(")
	return p.cover > 0.66 || several && p.cover > 0.33
}

// announces reports that a piece holds a caption, or a good part of one whose letters were partly misread.
func (p *piece) announces() bool {
	for l := range p.labels {
		if l != labelOther && p.cover > 0.3 {
			return true
		}
	}
	return p.isLabel()
}

// caption returns the piece that announces l best, nil if none does.
func (b *board) caption(l label) *piece {
	var best *piece
	for _, p := range b.pieces {
		if p.labels[l] > 0 && (best == nil || p.labels[l] > best.labels[l]) {
			best = p
		}
	}
	return best
}

// under returns the free pieces under a caption, within its width or close to its left edge, nearest first; none where the
// caption was not read. reach is in millimetres.
func (f *form) under(l label, reach float64) []*piece {
	b, look := f.board, f.look()
	c := b.caption(l)
	if c == nil {
		return nil
	}
	out := b.free(func(p *piece) bool {
		down, gap := p.Box.Center().Y-c.Box.Center().Y, p.Box.X0-c.Box.X1
		if p != c && !p.isLabel() && look.fits(p) && beside(p.Box, c.Box) && gap > -0.5 && gap < besideGap {
			return true
		}
		return p != c && !p.isLabel() && down >= 1.4 && down <= reach && p.Box.X0 >= c.Box.X0-5 && p.Box.X0 <= math.Max(c.Box.X1, c.Box.X0+12)
	})
	sort.SliceStable(out, func(i, j int) bool { return cost(c, out[i]) < cost(c, out[j]) })
	return out
}

// besideGap is how far behind its caption a value stands on the same line at most, in millimetres.
const besideGap = 4.0

// cost of taking p for the value of caption c: distance down, and sideways from its left edge; behind it, the gap.
func cost(c, p *piece) float64 {
	if beside(p.Box, c.Box) && p.Box.X0 > c.Box.X1-0.5 {
		return p.Box.X0 - c.Box.X1
	}
	return (p.Box.Y0 - c.Box.Y1) + 0.35*math.Abs(p.Box.X0-c.Box.X0)
}

// row returns the free pieces that stand on the same line as r, to its right.
func (b *board) row(r geom.Rect) []*piece {
	out := b.free(func(p *piece) bool { return !p.isLabel() && beside(p.Box, r) && p.Box.X0 > r.X1 })
	sort.SliceStable(out, func(i, j int) bool { return out[i].Box.X0 < out[j].Box.X0 })
	return out
}

// quads leads pieces back to the sender's picture.
func (b *board) quads(ps ...*piece) []geom.Quad {
	var out []geom.Quad
	for _, p := range ps {
		out = append(out, b.source.ToSource(p.Box))
	}
	return out
}
