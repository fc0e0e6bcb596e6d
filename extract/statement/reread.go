package statement

import (
	"context"

	"lensd/extract"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// Doubts about figures: below doubtful a figure is read again although it chains, or nothing tells.
const (
	doubtful  = 0.9
	readAgain = 0.5 // a figure found where the line finder saw none must be this sure
)

const amountSigns = "0123456789.,+-() "

// doubt is a place to read again: an atom of a cell, or a cell that should hold an amount and holds none.
type doubt struct {
	cell  *cell
	index int // in cell.atoms; -1: nothing there
	quad  geom.Quad
}

// reread looks again, as figures, at amounts that are doubtful, that break the balances of their page, or that are missing.
// What it reads stands beside the first reading; the chain chooses when all pages are known.
func (p *Page) reread(ctx context.Context, k *knowledge, sheet extract.Sheet) error {
	if len(p.records) == 0 || p.typeset {
		return nil
	}
	d := assemble(k, []*Page{p}, date.Options{})
	d.assign()
	d.resolve()
	doubts := d.doubts(p)
	if err := p.again(ctx, sheet, doubts); err != nil {
		return err
	}
	return p.closer(ctx, k, sheet)
}

// again reads doubtful places once more.
func (p *Page) again(ctx context.Context, sheet extract.Sheet, doubts []doubt) error {
	if len(doubts) == 0 {
		return nil
	}
	quads := make([]geom.Quad, len(doubts))
	for i := range doubts {
		quads[i] = doubts[i].quad
	}
	texts, err := sheet.Read(ctx, quads, extract.Hint{Script: extract.ScriptDigit, Charset: amountSigns})
	if err != nil {
		return err
	}
	for i, t := range texts {
		doubts[i].weigh(t, p.h)
	}
	return nil
}

func (d *document) doubts(p *Page) []doubt {
	var out []doubt
	suspect := map[*record]bool{}
	order := d.order()
	for i, e := range order {
		if e.broken == "" {
			continue
		}
		suspect[e.record] = true
		if i > 0 {
			suspect[order[i-1].record] = true
		}
	}
	for i := range d.entries {
		e := &d.entries[i]
		for c := range e.record.cells {
			cl := &e.record.cells[c]
			if !d.money(c) {
				continue
			}
			cl.merge()
			out = append(out, p.doubtsOf(cl, e.chained, suspect[e.record])...)
			if len(cl.atoms) == 0 && (suspect[e.record] || d.roles[c] == RoleBalance || e.kind == kindOther) {
				out = append(out, doubt{cl, -1, p.place(c, e.record)})
			}
		}
	}
	return out
}

func (d *document) money(c int) bool {
	switch d.roles[c] {
	case RoleOut, RoleIn, RoleAmount, RoleBalance:
		return true
	}
	return false
}

func (p *Page) doubtsOf(cl *cell, chained, suspect bool) []doubt {
	var out []doubt
	for k := range cl.atoms {
		a := &cl.atoms[k]
		if a.sort == sortAmount && (suspect || !chained && a.conf < doubtful) || a.sort == sortText && (passesForAmount(a.text) || pointless(a.text)) {
			out = append(out, doubt{cl, k, geom.QuadOf(grown(a.Rect, 0.35*p.h, 0.2*p.h))})
		}
	}
	return out
}

// place is where a record's cell would be printed.
func (p *Page) place(c int, r *record) geom.Quad {
	col := &p.columns[c]
	return geom.QuadOf(grown(geom.Rect{X0: col.ink0, X1: col.ink1, Y0: r.y - 0.6*p.h, Y1: r.y + 0.6*p.h}, 0.4*p.h, 0.3*p.h))
}

func grown(r geom.Rect, dx, dy float64) geom.Rect {
	return geom.Rect{X0: r.X0 - dx, Y0: r.Y0 - dy, X1: r.X1 + dx, Y1: r.Y1 + dy}
}

// weigh sets the second reading beside the first. Two readings that agree are surer than either; of two that differ the
// surer one leads and the other stays as an alternative.
func (d *doubt) weigh(t extract.Text, h float64) {
	m, ok := parseAmount(t.Value)
	if !ok && d.index >= 0 && d.cell.atoms[d.index].sort != sortAmount {
		t, m, ok = loosely(t, &d.cell.atoms[d.index])
	}
	if !ok {
		return
	}
	if d.index < 0 {
		if t.Confidence >= readAgain {
			b := d.quad.Bounds()
			d.cell.atoms = append(d.cell.atoms, atom{Rect: b, text: t.Value, conf: t.Confidence, height: h, sort: sortAmount, amount: m, quads: []geom.Quad{d.quad}, other: t.Alternatives})
			d.cell.lines = append(d.cell.lines, 0)
		}
		return
	}
	a := &d.cell.atoms[d.index]
	switch {
	case a.sort != sortAmount:
		first := *a
		a.sort, a.amount, a.text, a.conf, a.other = sortAmount, m, t.Value, t.Confidence, t.Alternatives
		if n, ok := looseAmount(first.text); ok && n.Satang != m.Satang {
			a.other = append(a.other[:len(a.other):len(a.other)], extract.Alternative{Value: style{",", "."}.write(lookalikes.Replace(first.text)), Confidence: min(first.conf, a.conf) / 2})
		}
	case m.Satang == a.amount.Satang:
		a.conf = 1 - (1-a.conf)*(1-t.Confidence)
		a.other = append(a.other, t.Alternatives...)
	case t.Confidence > a.conf:
		a.other = append(a.other, t.Alternatives...)
		a.other = append(a.other, extract.Alternative{Value: a.text, Confidence: a.conf})
		m.Mark = max(m.Mark, a.amount.Mark)
		a.amount, a.text, a.conf = m, t.Value, t.Confidence
	default:
		a.other = append(a.other, extract.Alternative{Value: t.Value, Confidence: t.Confidence})
		a.other = append(a.other, t.Alternatives...)
	}
}

// loosely takes the figures of a second reading, or else those of the first, whatever was read between them.
func loosely(t extract.Text, a *atom) (extract.Text, Amount, bool) {
	for _, r := range []extract.Text{t, {Value: a.text, Confidence: a.conf}} {
		if pointless(r.Value) && pointless(a.text) { // all else in its column has two decimals
			n := len(r.Value) - 2
			r.Value, r.Confidence = r.Value[:n]+"."+r.Value[n:], min(r.Confidence, looseConfidence)
		}
		if m, ok := looseAmount(r.Value); ok {
			r.Value, r.Confidence = style{",", "."}.write(lookalikes.Replace(r.Value)), min(r.Confidence, looseConfidence)
			return r, m, true
		}
	}
	return t, Amount{}, false
}
