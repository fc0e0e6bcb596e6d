package passport

import (
	"math"
	"slices"
	"strings"

	"lensd/vision/geom"
)

// places sets place_of_birth, issuing_authority and holder_signature.
func (f *form) places() {
	f.authority()
	f.place()
	if _, ok := f.prints["issuing_authority"]; !ok {
		f.takeAuthority(f.leftAuthority(), 0.6)
	}
	if _, ok := f.prints["issuing_authority"]; !ok {
		f.takeAuthority(f.inSlot(f.underSlot(labelAuthority), labelAuthority), 0.8)
	}
	f.secondLook()
	f.signature()
}

// prose accepts a piece as words: letters enough, read with some certainty.
func prose(p *piece) bool {
	n := letters(p.Text.Value)
	return n >= 3 && n > digits(p.Text.Value) && !(digits(p.Text.Value) > 0 && namesMonth(p.Text.Value)) && p.Text.Confidence > 0.2 && !numbered.MatchString(p.Text.Value)
}

// wordsOf returns the first of some pieces that may be the value of caption l, nil if none may.
func (f *form) wordsOf(l label, list []*piece) *piece {
	for _, p := range list {
		if prose(p) && !f.scrap(p) && f.mayBe(p, l) {
			return p
		}
	}
	return nil
}

// place sets place_of_birth: under its caption, else beside the sex, else the only words that nothing
// else explains.
func (f *form) place() {
	p, share := f.wordsOf(labelPlace, f.under(labelPlace, 6)), printOnly
	if sex := f.find(f.fields["sex"].Quads); p == nil && sex != nil {
		p, share = f.wordsOf(labelPlace, append(f.board.row(sex.Box), f.before(sex)...)), 0.75
	}
	if p == nil {
		p, share = f.leftPlace(), 0.6
	}
	if p == nil {
		p, share = f.inSlot(f.underSlot(labelPlace), labelPlace), 0.8
	}
	if p != nil {
		f.take("place_of_birth", share, f.whole(p))
	}
}

// before returns the free pieces on the line of the sex, to its left, that are set like values in a value's column.
func (f *form) before(sex *piece) []*piece {
	l := f.look()
	return f.board.free(func(p *piece) bool {
		return !p.isLabel() && beside(p.Box, sex.Box) && p.Box.X1 < sex.Box.X0 && l.fits(p) && l.aligned(p) && p.Text.Confidence > leastPlace
	})
}

// mayBe reports that nothing speaks against p as the value of caption l: no other caption stands right above it.
func (f *form) mayBe(p *piece, l label) bool {
	if l != labelAuthority && office(p.Text.Value) || f.repeats(p.Text.Value) {
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

// repeats reports that a text is a part of the holder's name once more: ghosts, stamps and signatures repeat it.
func (f *form) repeats(text string) bool {
	for _, part := range append(strings.Fields(f.record.GivenNames), f.record.Surname, f.record.GivenNames) {
		if len(part) > 3 && alike(text, part) >= 0.8 {
			return true
		}
	}
	return false
}

// authority sets issuing_authority: what stands under its caption, else a name of an office, else what stands beside the dates
// of issue and expiry, where the standard puts it.
func (f *form) authority() {
	first, share := f.wordsOf(labelAuthority, f.under(labelAuthority, 6)), printOnly
	if first == nil {
		first, share = f.board.best(func(p *piece) float64 {
			if p.isLabel() || p.Box.Y0 <= 34 || !office(p.Text.Value) {
				return 0
			}
			return 1
		}), 0.8
	}
	for _, name := range []string{"date_of_issue", "date_of_expiry"} {
		if p := f.find(f.fields[name].Quads); p != nil && first == nil {
			first, share = f.wordsOf(labelAuthority, slices.DeleteFunc(f.board.row(p.Box), func(q *piece) bool {
				_, signature := f.signed(q.Text.Value)
				return signature >= likeSigned || q.Text.Confidence <= 0.5
			})), 0.7
		}
	}
	f.takeAuthority(first, share)
}

// takeAuthority sets issuing_authority from its first line, if there is one, and the one that continues it.
func (f *form) takeAuthority(first *piece, share float64) {
	if first == nil {
		return
	}
	first.taken = true
	lines := []*piece{first}
	if second := f.continues(first); second != nil {
		lines = append(lines, second)
	} else if before := f.begins(first); before != nil {
		lines = []*piece{before, first}
	}
	f.take("issuing_authority", share, lines...)
}

// begins returns the line right above p that it goes on with, if p was found first.
func (f *form) begins(p *piece) *piece {
	return f.board.best(func(q *piece) float64 {
		if q == p || !prose(q) || q.Text.Confidence < 0.5 || q.Box.Y0 > p.Box.Y0 || q.isLabel() || f.scrap(q) {
			return 0
		}
		if f.goesOn(q, p) {
			return 1
		}
		return 0
	})
}

// continues returns the line right under p that goes on with it.
func (f *form) continues(p *piece) *piece {
	return f.board.best(func(q *piece) float64 {
		if f.goesOn(p, q) {
			return 1
		}
		return 0
	})
}

// goesOn reports that q is the second line of p: same left edge, same size, no caption between.
func (f *form) goesOn(p, q *piece) bool {
	down, ratio := q.Box.Y0-p.Box.Y1, q.Box.H()/p.Box.H()
	return !q.isLabel() && prose(q) && q.Text.Confidence >= 0.5 && down >= -0.8 && down <= 1.6 && math.Abs(q.Box.X0-p.Box.X0) < 1.5 && ratio > 0.7 && ratio < 1.4
}

// find returns the piece that a member was read from.
func (f *form) find(quads []geom.Quad) *piece {
	if len(quads) == 0 {
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
