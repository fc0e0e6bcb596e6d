package statement

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// Limits of the closer look at figures by which balances do not follow.
const (
	mostCloser = 24   // cells of a page: where more break, the page is not read but guessed
	leastShare = 0.15 // of the readings, for a figure to be thought of
	fewShare   = 0.05 // what the first reading counts where no other way of reading says so
	halfSure   = 0.3  // share of the readings by which a figure stands for a cell of which none was read
)

// suspected is a cell of money that may be why balances do not follow.
type suspected struct {
	*cell
	place geom.Quad
}

// closer reads the cells again that still break the balances, in many ways, and sets the readings beside the first with the
// shares in which they were read. A figure that is printed wrong is read alike in nearly all of them, and stays.
func (p *Page) closer(ctx context.Context, k *knowledge, sheet extract.Sheet) error {
	d := assemble(k, []*Page{p}, date.Options{})
	d.assign()
	d.resolve()
	cells := d.broken(p)
	if len(cells) == 0 || len(cells) > mostCloser {
		return nil
	}
	quads := make([]geom.Quad, len(cells))
	for i := range cells {
		quads[i] = cells[i].place
	}
	texts, err := sheet.Read(ctx, quads, extract.Hint{Script: extract.ScriptDigit, Charset: amountSigns, Closely: true})
	if err != nil {
		return err
	}
	for i, t := range texts {
		cells[i].elect(ballotOf(t), p.h)
	}
	return nil
}

// broken are the filled cells of money of rows whose balance does not follow, the balance before each, and those with figures that
// are no amount.
func (d *document) broken(p *Page) []suspected {
	var out []suspected
	order := d.order()
	add := func(e *entry, wanted func(c int, cl *cell) bool) {
		for c := range e.record.cells {
			cl := &e.record.cells[c]
			known := slices.ContainsFunc(out, func(s suspected) bool { return s.cell == cl })
			if len(cl.atoms) > 0 && !known && d.money(c) && wanted(c, cl) {
				out = append(out, suspected{cl, p.wholly(c, cl)})
			}
		}
	}
	for i, e := range order {
		add(e, func(_ int, cl *cell) bool { return cl.unread() || e.broken != "" })
		if i > 0 && e.broken != "" {
			add(order[i-1], func(c int, _ *cell) bool { return d.roles[c] == RoleBalance })
		}
	}
	return out
}

// unread reports figures in a cell of money that are no amount.
func (c *cell) unread() bool { return c.amounts() == 0 && strings.ContainsAny(c.text(), "0123456789") }

// wholly is the place of a cell across its column, as what was read of it may be a part only.
func (p *Page) wholly(c int, cl *cell) geom.Quad {
	b := cl.bounds()
	if c < len(p.columns) {
		col := &p.columns[c]
		b.X0, b.X1 = min(b.X0, max(col.x0, col.ink0)), max(b.X1, min(col.x1, col.ink1))
	}
	return geom.QuadOf(grown(b, 0.35*p.h, 0.2*p.h))
}

// reading is what a cell was read as in a share of the ways to read it.
type reading struct {
	text   string
	amount Amount
	share  float64
}

// ballotOf lists the amounts among the readings, those of the same figures together, most first.
func ballotOf(t extract.Text) []reading {
	var found []reading
	for _, r := range append([]extract.Alternative{{Value: t.Value, Confidence: t.Confidence}}, t.Alternatives...) {
		m, ok := parseAmount(strings.TrimSpace(r.Value))
		if !ok {
			continue
		}
		if i := slices.IndexFunc(found, func(f reading) bool { return f.amount.Satang == m.Satang }); i >= 0 {
			found[i].share += r.Confidence
			continue
		}
		found = append(found, reading{strings.TrimSpace(r.Value), m, r.Confidence})
	}
	slices.SortStableFunc(found, func(x, y reading) int { return cmp.Compare(y.share, x.share) })
	return found
}

// elect weighs the readings of a closer look by their shares.
func (s suspected) elect(found []reading, h float64) {
	if len(found) == 0 {
		return
	}
	a := s.amount()
	if a == nil || len(s.atoms) > 1 {
		if found[0].share < halfSure || s.amounts() > 1 {
			return
		}
		b := s.bounds()
		s.cell.atoms = []atom{{Rect: b, text: found[0].text, amount: found[0].amount, sort: sortAmount, conf: found[0].share, height: h, quads: []geom.Quad{geom.QuadOf(b)}}}
		s.cell.lines = s.lines[:1]
		a = &s.cell.atoms[0]
	}
	own := fewShare
	var others []reading
	for _, f := range found {
		if f.amount.Satang == a.amount.Satang {
			own = max(own, f.share)
		} else if f.share >= leastShare {
			f.amount.Mark = max(f.amount.Mark, a.amount.Mark)
			others = append(others, f)
		}
	}
	first := reading{a.text, a.amount, own}
	if len(others) > 0 && others[0].share > own {
		first, others[0] = others[0], first
	}
	a.text, a.amount, a.conf, a.other = first.text, first.amount, first.share, nil
	for _, o := range others {
		a.other = append(a.other, extract.Alternative{Value: o.text, Confidence: o.share})
	}
}
