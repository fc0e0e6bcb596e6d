// Package label finds the receiver on a parcel label: name, address and phone, told from the sender's by captions, layout
// and, where nothing is captioned, by elimination. What is not printed is not invented. Pure Go; it works on lines that
// were read from a flat, upright label.
package label

import (
	"math"
	"sort"

	"lensd/extract"
	tables "lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/thai/address"
	"lensd/vision/geom"
)

// Scene is what was found on one label, in the label's own frame in pixels, the label upright. A line that runs across
// the others keeps its direction in the order of its quad's corners.
type Scene struct {
	Width, Height int
	Lines         []extract.Line
	Rows, Cols    []geom.Rect // horizontal and vertical rules
	Codes         []extract.Code
}

// entry is a line in the frame of the lines that run its way, so that all rules of layout can think upright.
type entry struct {
	line  int // index into Scene.Lines
	text  string
	box   geom.Rect
	h     float64 // height
	conf  float64
	head  heading
	taken bool
	tab   bool // a caption printed across, at the side of what it announces
}

// view is the scene as seen by the lines of one direction.
type view struct {
	entries []entry
	rows    []geom.Rect // rules along the reading direction
	cols    []geom.Rect
	codes   []geom.Rect
	lex     lexicon
	size    float64 // median height of the lines
	close   bool    // senders' blocks have no wide gaps
}

// Reader finds receivers. It is safe for concurrent use.
type Reader struct {
	places *address.Table
	lex    lexicon
	finder *find.Finder
	papers *tables.Matcher // of identity papers
}

// New returns a Reader with its table of Thai places and its model.
func New() (*Reader, error) {
	places, err := address.Open()
	if err != nil {
		return nil, err
	}
	finder, err := openFinder()
	if err != nil {
		return nil, err
	}
	papers, err := identityCaptions()
	if err != nil {
		return nil, err
	}
	return &Reader{places, lexicon{vocabulary()}, finder, papers}, nil
}

// quarter returns in which of the four directions a quad reads: 0 along x, 1 down, 2 upside down, 3 up.
func quarter(q geom.Quad) int {
	return (int(math.Round(q.Angle()/90)) + 4) % 4
}

// views splits a scene by reading direction, the direction with the most letters first. Captions that run across are kept
// in every view as tabs.
func (r *Reader) views(s Scene) []view {
	var out []view
	weight := map[int]int{}
	for _, l := range s.Lines {
		weight[quarter(l.Quad)] += letters(l.Text.Value)
	}
	order := []int{0, 1, 3, 2}
	sort.SliceStable(order, func(i, j int) bool { return weight[order[i]] > weight[order[j]] })
	for _, q := range order {
		if weight[q] >= 6 {
			out = append(out, r.view(s, q))
		}
	}
	return out
}

func (r *Reader) view(s Scene, q int) view {
	v := view{lex: r.lex}
	turn := func(p geom.Point) geom.Point {
		w, h := float64(s.Width), float64(s.Height)
		switch q {
		case 1:
			return geom.Point{X: p.Y, Y: w - p.X}
		case 2:
			return geom.Point{X: w - p.X, Y: h - p.Y}
		case 3:
			return geom.Point{X: h - p.Y, Y: p.X}
		}
		return p
	}
	rect := func(b geom.Rect) geom.Rect { return geom.QuadOf(b).Map(turn).Bounds() }
	for i, l := range s.Lines {
		text := tidy(l.Text.Value)
		e := entry{line: i, text: text, box: l.Quad.Map(turn).Bounds(), conf: l.Text.Confidence, head: r.lex.match(text)}
		e.h = l.Quad[0].Dist(l.Quad[3])
		if quarter(l.Quad) != q {
			if e.tab = e.head.announces(); !e.tab {
				e.head, e.tab = r.otherwise(l.Text)
			}
			if !e.tab {
				continue
			}
		}
		v.entries = append(v.entries, e)
	}
	v.rows, v.cols = s.Rows, s.Cols
	if q%2 == 1 {
		v.rows, v.cols = s.Cols, s.Rows
	}
	v.rows, v.cols = each(v.rows, rect), each(v.cols, rect)
	for _, c := range s.Codes {
		v.codes = append(v.codes, rect(c.Quad.Bounds()))
	}
	v.sort()
	v.hanging()
	v.size = v.median()
	return v
}

// announces says that a heading is the caption of a receiver or sender and nothing else.
func (h heading) announces() bool {
	return (h.role == receiver || h.role == sender) && letters(h.rest) <= 1
}

// otherwise looks for a caption in what a line might say instead: read the other way round, or by another recogniser.
func (r *Reader) otherwise(t extract.Text) (heading, bool) {
	for _, a := range t.Alternatives {
		if h := r.lex.match(tidy(a.Value)); h.announces() {
			return h, true
		}
	}
	return heading{}, false
}

// sort orders the entries from top to bottom, those of one row from left to right.
func (v *view) sort() {
	sort.SliceStable(v.entries, func(i, j int) bool { return v.entries[i].box.Y0 < v.entries[j].box.Y0 })
	for i := 1; i < len(v.entries); i++ {
		for j := i; j > 0; j-- {
			a, b := v.entries[j-1], v.entries[j]
			if b.box.X1 > a.box.X0 || math.Abs(a.box.Center().Y-b.box.Center().Y) > 0.25*min(a.h, b.h) {
				break
			}
			v.entries[j-1], v.entries[j] = b, a
		}
	}
}

func each(in []geom.Rect, f func(geom.Rect) geom.Rect) []geom.Rect {
	out := make([]geom.Rect, len(in))
	for i, r := range in {
		out[i] = f(r)
	}
	return out
}

func (v view) median() float64 {
	var hs []float64
	for _, e := range v.entries {
		if !e.tab {
			hs = append(hs, e.h)
		}
	}
	if len(hs) == 0 {
		return 1
	}
	sort.Float64s(hs)
	return hs[len(hs)/2]
}

// ruled says that a rule runs between two heights over the given stretch.
func (v view) ruled(x0, x1, y0, y1 float64) bool {
	for _, r := range v.rows {
		y := (r.Y0 + r.Y1) / 2
		if y > y0 && y < y1 && min(r.X1, x1)-max(r.X0, x0) > 0.5*(x1-x0) {
			return true
		}
	}
	return false
}

// walled says that a vertical rule stands between two places at a height.
func (v view) walled(x0, x1, y float64) bool {
	for _, c := range v.cols {
		x := (c.X0 + c.X1) / 2
		if x > x0 && x < x1 && c.Y0 <= y && c.Y1 >= y {
			return true
		}
	}
	return false
}

// coded says that a barcode lies between two heights.
func (v view) coded(x0, x1, y0, y1 float64) bool {
	for _, c := range v.codes {
		y := (c.Y0 + c.Y1) / 2
		if y > y0 && y < y1 && c.X0 < x1 && c.X1 > x0 {
			return true
		}
	}
	return false
}
