package statement

import (
	"math"
	"slices"
	"strings"

	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// entryKind says what a printed row is to the account.
type entryKind int

const (
	kindOther   entryKind = iota
	kindMove              // a transaction
	kindBalance           // opening, closing, carried over: a balance and nothing else
	kindTotal             // sums of other rows; it is no row of the table
)

// entry is a printed row of the table with what it means.
type entry struct {
	page      *Page
	record    *record
	row       int // among the page's rows, from 1
	kind      entryKind
	amount    *atom // of the movement; nil: none
	column    int   // that it stands in
	balance   *atom // nil: not printed on this row
	sign      int   // +1 into the account, -1 out of it, 0 unknown
	chained   bool  // the balance before and after it bear the amount out
	broken    string
	alternate bool // a figure other than the likeliest reading was chosen
	borne     bool // its direction is that by which the sums are those stated
}

// document is all pages of a statement.
type document struct {
	know    *knowledge
	pages   []*Page
	entries []entry
	heads   []string
	roles   []Role
	newest  bool // newest first
	opt     date.Options
	says    stated
}

// assemble brings the pages' columns together and lists the rows of all.
func assemble(k *knowledge, pages []*Page, opt date.Options) *document {
	d := &document{know: k, pages: pages, opt: opt}
	model := d.model()
	if model == nil {
		return d
	}
	for _, p := range pages {
		if p != model && len(p.columns) > 0 && !p.like(model) {
			p.adopt(model)
		}
	}
	d.heads = d.elect(model)
	for _, p := range pages {
		if len(p.columns) != len(d.heads) {
			p.records = fold(p.records, pair(p.columns, model, p), len(d.heads))
		}
		for i := range p.records {
			d.entries = append(d.entries, entry{page: p, record: &p.records[i], row: i + 1, column: -1})
		}
	}
	d.renumber(model)
	d.spread(model)
	return d
}

// elect returns the columns' headings: of a document whose pages print them again, those that most pages agree on, and of pages
// that do not agree the one whose words are known. Thai words are spelt as they are where print was read.
func (d *document) elect(model *Page) []string {
	votes := make([]map[string]float64, len(model.columns))
	for i := range votes {
		votes[i] = map[string]float64{}
	}
	for _, p := range d.pages {
		to := pair(p.columns, model, p)
		for i := range p.columns {
			text := p.columns[i].heading
			if text == "" || len(p.columns) != len(model.columns) && p != model {
				continue
			}
			if !p.typeset {
				text = d.know.spellWords(text)
			}
			v := 1.0
			if p == model {
				v = 1.4
			}
			if _, score := d.know.heads.best(text, likeExact); score > 0 && d.know.asSpelt(text) > 0 {
				v += 0.5
			}
			votes[to[i]][text] += v
		}
	}
	out := make([]string, len(votes))
	for i, v := range votes {
		best := 0.0
		for text, n := range v {
			if n > best || n == best && text < out[i] {
				out[i], best = text, n
			}
		}
	}
	return out
}

// model is the page whose columns all share: the one with most rows, a heading before all else.
func (d *document) model() *Page {
	var best *Page
	most := -1
	for _, p := range d.pages {
		n := len(p.records)
		for i := range p.columns {
			if p.columns[i].heading != "" {
				n += 5
			}
		}
		if len(p.columns) > 0 && n > most {
			best, most = p, n
		}
	}
	return best
}

// like reports that a page has the same columns as the model by what they hold.
func (p *Page) like(model *Page) bool {
	if len(p.columns) != len(model.columns) {
		return false
	}
	for i := range p.columns {
		if differ(&p.columns[i], &model.columns[i]) {
			return false
		}
	}
	return true
}

// differ reports that two columns hold things of different sorts.
func differ(a, b *column) bool {
	return a.printed() > 0 && b.printed() > 0 && a.main() != b.main()
}

// main is the sort of most of a column's cells.
func (c *column) main() sort {
	switch most := max(c.amounts, c.dates, c.times, c.texts); most {
	case c.amounts:
		return sortAmount
	case c.dates:
		return sortDate
	case c.times:
		return sortTime
	}
	return sortText
}

// pair finds for each column of a page the model's column that it is: in order, of the same sort, near in place.
func pair(cs []column, model *Page, p *Page) []int {
	n, m := len(cs), len(model.columns)
	scale := float64(p.Width) / float64(model.Width)
	apart := func(i, j int) float64 {
		a, b := &cs[i], &model.columns[j]
		d := math.Abs((a.ink0+a.ink1)-scale*(b.ink0+b.ink1)) / (2 * p.h)
		if differ(a, b) {
			d += 40
		}
		return d
	}
	out, _ := inOrder(n, m, bareColumn, spareColumn, apart)
	for i, j := range out {
		if j < 0 {
			out[i] = max(0, min(^j, m-1))
		}
	}
	return out
}

// adopt cuts a page's rows as those of another page are cut, where the amounts of both stand alike.
func (p *Page) adopt(model *Page) {
	scale := float64(p.Width) / float64(model.Width)
	var shifts []float64
	for _, e := range p.align.edges {
		best := math.Inf(1)
		for _, m := range model.align.edges {
			if s := e.x - m.x*scale; math.Abs(s) < math.Abs(best) {
				best = s
			}
		}
		shifts = append(shifts, best)
	}
	if len(shifts) == 0 || p.align.left != model.align.left {
		return
	}
	shift, agree := geom.Median(shifts), 0
	for _, s := range shifts {
		if math.Abs(s-shift) < 1.5*p.h {
			agree++
		}
	}
	if math.Abs(shift) > 3*p.h || 2*agree < len(shifts) {
		return
	}
	own := p.columns
	p.columns = slices.Clone(model.columns)
	for i := range p.columns {
		c := &p.columns[i]
		c.x0, c.x1, c.ink0, c.ink1 = c.x0*scale+shift, c.x1*scale+shift, c.ink0*scale+shift, c.ink1*scale+shift
		if i == 0 {
			c.x0 = 0
		}
		c.headingQuads = nil
	}
	p.columns[len(p.columns)-1].x1 = float64(p.Width)
	if p.cut() > len(p.records)/3+1 {
		p.columns = own
		return
	}
	p.records = recordsOf(p, p.rows, p.span, p.pitch)
}

// cut counts the amounts that a column border runs through.
func (p *Page) cut() int {
	n := 0
	for i := p.span.first; i <= p.span.last; i++ {
		for j := range p.rows[i].atoms {
			a := &p.rows[i].atoms[j]
			if c := at(p.columns, a.cx()); a.sort == sortAmount && c >= 0 && (a.X0 < p.columns[c].x0-p.h || a.X1 > p.columns[c].x1+p.h) {
				n++
			}
		}
	}
	return n
}

// fold makes rows of n cells of rows that have more or fewer; to says where each cell goes.
func fold(rs []record, to []int, n int) []record {
	for i := range rs {
		cells := make([]cell, n)
		for c := range rs[i].cells {
			k := to[c]
			cells[k].atoms = append(cells[k].atoms, rs[i].cells[c].atoms...)
			cells[k].lines = append(cells[k].lines, rs[i].cells[c].lines...)
		}
		rs[i].cells = cells
	}
	return rs
}

// text is all that a row prints outside the columns of money.
func (d *document) text(e *entry) string {
	var parts []string
	for c := range e.record.cells {
		for _, a := range e.record.cells[c].atoms {
			if a.sort == sortText {
				parts = append(parts, a.text)
			}
		}
	}
	return strings.Join(parts, " ")
}

// classify says what each row is, once the columns are known.
func (d *document) classify() {
	for i := range d.entries {
		e := &d.entries[i]
		e.amount, e.balance, e.column, e.sign, e.chained = nil, nil, -1, 0, false
		amounts := 0
		for c := range e.record.cells {
			a := e.record.cells[c].amount()
			if a == nil {
				continue
			}
			switch d.roles[c] {
			case RoleBalance:
				e.balance = a
			case RoleOut, RoleIn, RoleAmount:
				if a.amount.Satang != 0 {
					amounts++
				}
				if e.amount == nil || e.amount.amount.Satang == 0 {
					e.amount, e.column = a, c
				}
			}
		}
		e.kind = d.kindOf(e, amounts)
	}
}

func (d *document) kindOf(e *entry, amounts int) entryKind {
	switch {
	case !e.dated() && (amounts > 1 || d.strays(e) || d.know.sums(d.text(e))):
		return kindTotal
	case e.amount != nil && amounts == 1:
		return kindMove
	case e.balance != nil && amounts == 0:
		return kindBalance
	}
	return kindOther
}

func (e *entry) dated() bool {
	return slices.ContainsFunc(e.record.cells, func(c cell) bool { return c.date() != nil })
}

// strays reports that a row prints sums outside the columns of money, as boxes of totals below a table do.
func (d *document) strays(e *entry) bool {
	for c := range e.record.cells {
		if atoms := e.record.cells[c].atoms; !d.money(c) && len(atoms) > 0 && atoms[0].sort == sortAmount {
			return true
		}
	}
	return false
}

// trail makes sums of what follows the last movement, unless it is printed as a row of the table is: at the same distance,
// with its words where those of other rows begin. Boxes of totals stand below many tables.
func (d *document) trail() {
	last := -1
	for i := range d.entries {
		if d.entries[i].kind == kindMove {
			last = i
		}
	}
	for i := last + 1; i < len(d.entries) && last >= 0; i++ {
		e, above := &d.entries[i], &d.entries[i-1]
		if e.kind == kindBalance && above.kind != kindTotal && d.alike(e, above) || e.dated() {
			continue
		}
		e.kind = kindTotal
	}
}

// alike reports that e follows the row above as rows of one table do.
func (d *document) alike(e, above *entry) bool {
	if e.page != above.page {
		return e.row == 1
	}
	if e.record.top-above.record.foot > 1.2*e.page.pitch {
		return false
	}
	for c := range e.record.cells {
		cl := &e.record.cells[c]
		if len(cl.atoms) == 0 || cl.atoms[0].sort != sortText {
			continue
		}
		for i := range d.entries {
			o := &d.entries[i]
			if o.page != e.page || o.kind != kindMove || len(o.record.cells[c].atoms) == 0 {
				continue
			}
			if math.Abs(o.record.cells[c].atoms[0].X0-cl.atoms[0].X0) < 1.2*e.page.h {
				return true
			}
		}
	}
	return false
}

// trimFigures leaves counts and brackets off what may be a caption.
func trimFigures(s string) string {
	return strings.Trim(s, "0123456789 ():.*-=|")
}
