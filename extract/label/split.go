package label

import (
	"sort"

	"lensd/extract"
	"lensd/vision/geom"
)

// Part is one of several labels on a sheet: a scene of its own in the same frame.
type Part struct {
	Scene  Scene
	Source []int // of each of its lines, the index in the scene that was split
}

// most labels on one sheet: what office paper of self-adhesive labels holds.
const mostParts = 16

// Split parts a sheet into its labels: as if cut across from edge to edge, where each of the two sides holds a captioned
// receiver with an address and a code or sender of its own. What cannot be cut so is one label. At least one part returns.
func (r *Reader) Split(s Scene) []Part {
	whole := Part{Scene: s, Source: make([]int, len(s.Lines))}
	for i := range whole.Source {
		whole.Source[i] = i
	}
	done, open := []Part{}, []Part{whole}
	for len(open) > 0 {
		p := open[0]
		open = open[1:]
		a, b, ok := r.cut(p)
		if !ok || len(done)+len(open) >= mostParts-1 {
			done = append(done, p)
			continue
		}
		open = append([]Part{a, b}, open...) // the first of a sheet stays the first
	}
	return done
}

// cut finds the first straight cut that parts two labels.
func (r *Reader) cut(p Part) (a, b Part, ok bool) {
	if r.captions(p.Scene, receiver) < 2 {
		return p, p, false
	}
	for _, along := range []bool{true, false} {
		for _, at := range p.gaps(along) {
			a, b = p.side(along, at, true), p.side(along, at, false)
			if r.apart(a.Scene, b.Scene) {
				return a, b, true
			}
		}
	}
	return p, p, false
}

// labelled returns the block of a side that is a label by itself, a captioned receiver with an address, and the caption.
func (r *Reader) labelled(s Scene) (to block, caption string, ok bool) {
	v, b, score := r.find(s)
	if score < 2 || b.caption < 0 || len(b.address) == 0 || addressness(b.lines()) < 1 {
		return b, "", false
	}
	e := v.entries[b.caption]
	return b, fold(e.text[:e.head.used]), true
}

// apart says that two sides are two labels, not two halves of one, nor a label and its receipt: they are alike, both with
// a sender or announced by the same words, and no code stands on both. Where both are for one receiver, each has a parcel
// number. A carrier's label with two legs, of which the second has other words and other codes, stays whole.
func (r *Reader) apart(a, b Scene) bool {
	to, caption, ok := r.labelled(a)
	if !ok {
		return false
	}
	other, second, ok := r.labelled(b)
	if !ok || shared(a.Codes, b.Codes) || (len(a.Codes) == 0) != (len(b.Codes) == 0) {
		return false
	}
	if fold(join(to.name)) == fold(join(other.name)) {
		x, y := Track(a.Codes, nil), Track(b.Codes, nil)
		return x != nil && y != nil && x.Rule != ruleAny && y.Rule != ruleAny
	}
	return caption == second || r.captions(a, sender) > 0 && r.captions(b, sender) > 0
}

func shared(a, b []extract.Code) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Text == y.Text {
				return true
			}
		}
	}
	return false
}

// captions counts the lines that begin with a caption of a role.
func (r *Reader) captions(s Scene, want role) int {
	n := 0
	for _, l := range s.Lines {
		if r.lex.match(tidy(l.Text.Value)).role == want {
			n++
		}
	}
	return n
}

// gaps returns where a sheet can be cut without touching print, the widest gap first: at heights, or along x.
func (p Part) gaps(heights bool) []float64 {
	type span struct{ from, to float64 }
	var spans []span
	add := func(b geom.Rect) {
		if heights {
			spans = append(spans, span{b.Y0, b.Y1})
		} else {
			spans = append(spans, span{b.X0, b.X1})
		}
	}
	for _, l := range p.Scene.Lines {
		add(l.Quad.Bounds())
	}
	for _, c := range p.Scene.Codes {
		add(c.Quad.Bounds())
	}
	crossing := p.Scene.Cols
	if !heights {
		crossing = p.Scene.Rows
	}
	for _, c := range crossing {
		add(c)
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].from < spans[j].from })
	var free []span
	end := 0.0
	for i, s := range spans {
		if i > 0 && s.from > end {
			free = append(free, span{end, s.from})
		}
		end = max(end, s.to)
	}
	sort.SliceStable(free, func(i, j int) bool { return free[i].to-free[i].from > free[j].to-free[j].from })
	out := make([]float64, len(free))
	for i, f := range free {
		out[i] = (f.from + f.to) / 2
	}
	return out
}

// side returns what lies before or behind a cut.
func (p Part) side(heights bool, at float64, before bool) Part {
	in := func(b geom.Rect) bool {
		c := b.Center().X
		if heights {
			c = b.Center().Y
		}
		return (c < at) == before
	}
	out := Part{Scene: Scene{Width: p.Scene.Width, Height: p.Scene.Height}}
	for i, l := range p.Scene.Lines {
		if in(l.Quad.Bounds()) {
			out.Scene.Lines = append(out.Scene.Lines, l)
			out.Source = append(out.Source, p.Source[i])
		}
	}
	for _, c := range p.Scene.Codes {
		if in(c.Quad.Bounds()) {
			out.Scene.Codes = append(out.Scene.Codes, c)
		}
	}
	for _, r := range p.Scene.Rows {
		if in(r) {
			out.Scene.Rows = append(out.Scene.Rows, r)
		}
	}
	for _, c := range p.Scene.Cols {
		if in(c) {
			out.Scene.Cols = append(out.Scene.Cols, c)
		}
	}
	return out
}
