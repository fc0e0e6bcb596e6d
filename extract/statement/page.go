package statement

import (
	"context"

	"lensd/extract"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// Page is what was read of one page: the table, if it has one, and all rows of print for the fields.
type Page struct {
	Number        int
	Width, Height int // of the sheet
	typeset       bool
	h             float64 // letter height
	w             float64 // the same for distances along rows: more where the print is spaced widely
	rows          []sheetRow
	align         alignment
	columns       []column
	records       []record
	span          span
	headRows      []int
	stacks        []interval // where the heading's columns print
	pitch         float64
	ruling        ruling
	bands         []float64 // level borders between the table's rows; nil: none
	toSource      func(geom.Quad) geom.Quad
	hits          map[int][]hit // captions by row
	areas         []extract.Area
}

// Collect reads the table's rows of a page. The sheet may be closed afterwards.
func (r *Reader) Collect(ctx context.Context, sheet extract.Sheet) (*Page, error) {
	l, err := sheet.Layout(ctx)
	if err != nil {
		return nil, err
	}
	p := r.pageOf(l)
	p.toSource = sheet.ToSource
	if err := p.reread(ctx, r.know, sheet); err != nil {
		return nil, err
	}
	return p, nil
}

func (r *Reader) pageOf(l *extract.Layout) *Page {
	p := &Page{Number: l.Number, Width: l.Width, Height: l.Height, typeset: l.Typeset, areas: l.Areas, ruling: rulingOf(l)}
	atoms := r.know.atomsOf(l)
	p.h = letterHeight(atoms)
	p.w = spacing(l, p.h)
	plain := rowsOf(atoms, p.h)
	near := date.Options{Near: r.now()}
	p.build(r.know, plain, near)
	if p.dateless() {
		q := *p
		near.Year = leapYear
		q.build(r.know, plain, near)
		if !q.dateless() {
			*p = q
		}
	}
	return p
}

// leapYear stands for the year of dates that are printed without one until the period is known: it has every day.
const leapYear = 2024

// dateless reports that no column holds dates.
func (p *Page) dateless() bool { return p.dateColumn() < 0 }

// build finds the table in rows of words.
func (p *Page) build(k *knowledge, plain []sheetRow, opt date.Options) {
	p.rows, p.columns, p.records, p.headRows = make([]sheetRow, len(plain)), nil, nil, nil
	for i := range plain {
		p.ruling.part(&plain[i], p.h)
		plain[i].unbar()
		p.rows[i] = typed(plain[i], p.h, p.w, opt)
	}
	p.align = align(p.rows, p.h, p.w)
	p.align.mark(p.rows)
	for i := range p.rows {
		if !hasFigures(&p.rows[i]) {
			k.part(&p.rows[i], 0.75*p.w)
		}
	}
	main := k.headingRow(p.rows, p.align, p.h, p.w)
	sp, ok := p.align.table(p.rows, main+1)
	if !ok {
		return
	}
	p.span = sp
	p.bands = p.bandsOf(p.bodies(sp))
	if main >= 0 {
		if p.headRows = p.headBand(main); p.headRows == nil {
			p.headRows = p.headArea(main)
		}
		if p.headRows == nil {
			p.headRows = k.headingRows(p.rows, main, sp.first, p.h, p.w)
		}
	}
	var heads []*sheetRow
	for _, i := range p.headRows {
		k.partThai(&p.rows[i], 0.75*p.w)
		heads = append(heads, &p.rows[i])
	}
	p.stacks = stack(heads, p.w)
	p.buildColumns(k, heads)
}

// buildColumns makes the columns and records of the table at p.span below heads.
func (p *Page) buildColumns(k *knowledge, heads []*sheetRow) {
	sp := p.span
	var body, all []*sheetRow // rows with amounts, and with them the lines between
	var at []int
	for i := sp.first; i <= sp.last; i++ {
		if p.overruns(&p.rows[i]) {
			continue
		}
		if all = append(all, &p.rows[i]); p.align.isBody(&p.rows[i]) {
			body, at = append(body, &p.rows[i]), append(at, i)
		}
	}
	p.pitch = typical(p.rows, at)
	if len(body) == 0 {
		return
	}
	if p.columns = p.ruledColumns(body); p.columns == nil {
		p.columns = columnsOf(all, p.Width, p.h, p.w)
	}
	p.columns = p.halve(p.columns, body)
	p.columns = k.headings(p.columns, heads, p.Width, p.w)
	if !p.columns[0].ruled {
		p.columns = dissolve(p.columns, len(body))
	}
	p.clocks(k, all)
	p.records = recordsOf(p, p.rows, sp, p.pitch)
}
