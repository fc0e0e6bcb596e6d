package passport

import (
	"context"
	"math"

	"lensd/vision/geom"
)

// places sets place_of_birth, issuing_authority and holder_signature.
func (f *form) places(ctx context.Context) error {
	f.authority()
	f.place()
	if _, ok := f.prints["issuing_authority"]; !ok {
		if p := f.leftAuthority(); p != nil {
			f.takeAuthority(p, 0.6)
		}
	}
	if err := f.secondLook(ctx); err != nil {
		return err
	}
	return f.signature(ctx)
}

// prose accepts a piece as words: letters enough, read with some certainty.
func prose(p *piece) bool {
	n := letters(p.Text.Value)
	return n >= 3 && n > digits(p.Text.Value) && p.Text.Confidence > 0.2 && !numbered.MatchString(p.Text.Value) && !ofCaptions(p.Text.Value)
}

// place sets place_of_birth: under its caption, else a province, else beside the sex, else the only words that nothing
// else explains.
func (f *form) place() {
	if c := f.board.caption(labelPlace); c != nil {
		for _, p := range f.board.below(c, 6) {
			if prose(p) && f.mayBe(p, labelPlace) {
				f.take("place_of_birth", printOnly, f.whole(p))
				return
			}
		}
	}
	if p := f.province(); p != nil {
		f.take("place_of_birth", printOnly, f.whole(p))
		return
	}
	sex := f.fields["sex"]
	if p := f.find(sex.Quads); p != nil {
		for _, q := range append(f.board.row(p.Box), f.before(p)...) {
			if prose(q) && f.mayBe(q, labelPlace) {
				f.take("place_of_birth", 0.75, f.whole(q))
				return
			}
		}
	}
	f.leftPlace()
}

// before returns the free pieces on the line of the sex, to its left, that are set like values in a value's column.
func (f *form) before(sex *piece) []*piece {
	l := f.look()
	var out []*piece
	for _, p := range f.board.pieces {
		dy := math.Abs((p.Box.Y0+p.Box.Y1)/2 - (sex.Box.Y0+sex.Box.Y1)/2)
		if !p.taken && !p.isLabel() && dy < 1.6 && p.Box.X1 < sex.Box.X0 && l.fits(p) && l.aligned(p) && p.Text.Confidence > leastPlace {
			out = append(out, p)
		}
	}
	return out
}

// mayBe reports that nothing speaks against p as the value of caption l: no other caption stands right above it.
func (f *form) mayBe(p *piece, l label) bool {
	if l != labelAuthority && office(p.Text.Value) {
		return false
	}
	var nearest *piece
	for _, c := range f.board.pieces {
		dy := p.Box.Y0 - c.Box.Y1
		if c == p || !c.announces() || dy < -1 || dy > 2.5 || math.Abs(c.Box.X0-p.Box.X0) > 4 {
			continue
		}
		if nearest == nil || c.Box.Y1 > nearest.Box.Y1 {
			nearest = c
		}
	}
	return nearest == nil || nearest.labels[l] > 0
}

// authority sets issuing_authority, with a second line where one continues it.
func (f *form) authority() {
	var first *piece
	share := printOnly
	if c := f.board.caption(labelAuthority); c != nil {
		for _, p := range f.board.below(c, 6) {
			if prose(p) && f.mayBe(p, labelAuthority) {
				first = p
				break
			}
		}
	}
	for _, p := range f.board.pieces {
		if first == nil && !p.taken && !p.isLabel() && p.Box.Y0 > 34 && office(p.Text.Value) {
			first, share = p, 0.8
		}
	}
	if first == nil { // the standard puts it beside the dates of issue and expiry
		share = 0.7
		for _, name := range []string{"date_of_issue", "date_of_expiry"} {
			if p := f.find(f.fields[name].Quads); p != nil && first == nil {
				for _, q := range f.board.row(p.Box) {
					if _, name := f.signed(q.Text.Value); name < likeSigned && prose(q) && q.Text.Confidence > 0.5 && f.mayBe(q, labelAuthority) {
						first = q
						break
					}
				}
			}
		}
	}
	if first != nil {
		f.takeAuthority(first, share)
	}
}

// takeAuthority sets issuing_authority from its first line and the one that continues it.
func (f *form) takeAuthority(first *piece, share float64) {
	first.taken = true
	if second := f.continues(first); second != nil {
		f.take("issuing_authority", share, first, second)
		return
	}
	f.take("issuing_authority", share, first)
}

// continues returns the line right under p that goes on with it: same left edge, same size, no caption between.
func (f *form) continues(p *piece) *piece {
	for _, q := range f.board.pieces {
		dy := q.Box.Y0 - p.Box.Y1
		if q.taken || q.isLabel() || !prose(q) || q.Text.Confidence < 0.5 || dy < -0.8 || dy > 1.6 {
			continue
		}
		ratio := q.Box.H() / p.Box.H()
		if math.Abs(q.Box.X0-p.Box.X0) < 1.5 && ratio > 0.7 && ratio < 1.4 {
			return q
		}
	}
	return nil
}

// find returns the piece that a member was read from.
func (f *form) find(quads []geom.Quad) *piece {
	if len(quads) == 0 || f.board.print == nil {
		return nil
	}
	for _, p := range f.board.pieces {
		if f.board.source.ToSource(p.Box).Center().Dist(quads[0].Center()) < 1 {
			return p
		}
	}
	return nil
}

// take sets a member from one or two lines of print.
func (f *form) take(name string, share float64, ps ...*piece) {
	value, conf := "", 1.0
	for _, p := range ps {
		p.taken = true
		if value != "" {
			value += " "
		}
		value += tidy(p.Text.Value)
		conf = math.Min(conf, p.Text.Confidence)
	}
	f.prints[name] = chosen{share, ps}
	f.set(name, value, share*conf, f.board.quads(ps...)...)
}
