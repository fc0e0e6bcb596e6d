package label

import (
	"context"
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
// receiver with an address and a code or sender of its own. Of a label that is printed several times the first copy is taken.
// What cannot be cut so is one label. At least one part returns.
func (r *Reader) Split(ctx context.Context, s Scene) []Part {
	whole := Part{Scene: s, Source: make([]int, len(s.Lines))}
	for i := range whole.Source {
		whole.Source[i] = i
	}
	done, open, sheets := []Part{}, []Part{whole}, mostSheets
	for len(open) > 0 {
		p := open[0].original()
		open = open[1:]
		a, b, ok := r.cut(ctx, p, &sheets)
		if !ok || len(done)+len(open) >= mostParts-1 {
			done = append(done, p)
			continue
		}
		open = append([]Part{a, b}, open...) // the first of a sheet stays the first
	}
	return done
}

// mostSheets is how many sides of cuts are looked at as sheets of labels: each is cut everywhere for that.
const mostSheets = 2

// cut finds the first straight cut that parts two labels, or sheets of labels: so many sides may still be looked at as such.
func (r *Reader) cut(ctx context.Context, p Part, sheets *int) (a, b Part, ok bool) {
	if len(r.announced(p.Scene)) < 2 {
		return p, p, false
	}
	for _, along := range []bool{true, false} {
		for _, at := range p.gaps(along) {
			a, b = p.side(along, at, true), p.side(along, at, false)
			if r.apart(ctx, a, b, sheets) {
				return a, b, true
			}
		}
	}
	return p, p, false
}

// announced returns the captions of receivers that lines begin with. One letter announces nobody: "A." before a district is no Spanish
// "to", and labels were cut through there.
func (r *Reader) announced(s Scene) (out []string) {
	for _, l := range s.Lines {
		text := tidy(l.Text.Value)
		for _, h := range r.captions.Find(text) {
			runes := []rune(text)
			if letters(string(runes[:h.Start])) == 0 && letters(string(runes[h.Start:min(h.End, len(runes))])) > 1 && (h.Has("receiver") || h.Has("receiver_name") || h.Has("receiver_address")) {
				out = append(out, fold(string(runes[h.Start:min(h.End, len(runes))])))
				break
			}
		}
	}
	return out
}

// leastParted is how sure a side's receiver must be where a sheet is cut.
const leastParted = 0.3

// parties tells what a side says of its parties: the receiver's name, and whether both he, with an address, and a sender are there.
func (r *Reader) parties(ctx context.Context, s Scene) (name string, receiver, sender bool) {
	address := false
	for _, f := range r.finder.Find(ctx, s.Layout()) {
		if f.Confidence < leastParted {
			continue
		}
		switch f.Field {
		case FieldName:
			name = fold(f.Value)
		case FieldAddress:
			address = true
		case senderName, senderAddress:
			sender = true
		}
	}
	return name, name != "" && address, sender
}

// sided is parties of a side; of one that may be a sheet of labels itself, of its first label: who of two receivers is meant nobody can tell.
func (r *Reader) sided(ctx context.Context, p Part, sheets *int) (name string, receiver, sender bool) {
	name, receiver, sender = r.parties(ctx, p.Scene)
	if receiver || *sheets == 0 || len(r.announced(p.Scene)) < 2 {
		return name, receiver, sender
	}
	*sheets--
	if first, _, ok := r.cut(ctx, p, new(int)); ok {
		return r.parties(ctx, first.Scene)
	}
	return name, receiver, sender
}

// apart says that two sides are two labels, not two halves of one, nor a label and its receipt: they are alike, both with
// a sender or announced by the same words, and no code stands on both. Where both are for one receiver, each has a parcel
// number, of a known kind unless they are alike throughout. A carrier's label with two legs, of which the second has other words and other codes, stays whole.
func (r *Reader) apart(ctx context.Context, one, two Part, sheets *int) bool {
	a, b := one.Scene, two.Scene
	first, second := r.announced(a), r.announced(b)
	if len(first) == 0 || len(second) == 0 || shared(a.Codes, b.Codes) || (len(a.Codes) == 0) != (len(b.Codes) == 0) {
		return false
	}
	to, there, from := r.sided(ctx, one, sheets)
	if !there {
		return false
	}
	other, there, and := r.sided(ctx, two, sheets)
	if !there {
		return false
	}
	if to == other {
		x, y := Track(a.Codes, nil), Track(b.Codes, nil)
		return x != nil && y != nil && (x.Rule != ruleAny && y.Rule != ruleAny || alike(sayings(a), sayings(b)))
	}
	return first[0] == second[0] || from && and
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

// lies says that a box lies before a cut.
func lies(b geom.Rect, heights bool, at float64) bool {
	if heights {
		return b.Center().Y < at
	}
	return b.Center().X < at
}

// side returns what lies before or behind a cut.
func (p Part) side(heights bool, at float64, before bool) Part {
	in := func(b geom.Rect) bool { return lies(b, heights, at) == before }
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
