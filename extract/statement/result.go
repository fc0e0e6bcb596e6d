package statement

import (
	"strconv"
	"strings"

	"lensd/extract"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// What confidence a figure keeps or gains by the balances.
const (
	confBroken    = 0.35 // at most, where they do not follow
	confAlternate = 0.75 // at most, where a figure was chosen to make them follow
	confNoAmount  = 0.5  // at most, of figures in a column of money that are no amount
)

// result writes the document for its callers.
func (d *document) result() Document {
	out := Document{Headings: d.heads, Roles: d.roles, Newest: d.newest}
	d.fillSums(&out)
	for i := range d.entries {
		e := &d.entries[i]
		if e.kind == kindTotal {
			continue
		}
		out.Entries = append(out.Entries, d.entry(e))
		if e.broken != "" {
			out.Warnings = append(out.Warnings, &extract.Error{Kind: extract.KindQuality, Page: e.page.Number, Message: "row " + strconv.Itoa(e.row) + ": " + e.broken})
		}
	}
	if w := d.says.differ(out.Out.Satang, out.In.Satang); w != "" && len(out.Warnings) == 0 && len(d.pages) > 0 && (d.pages[0].typeset || !d.proved()) {
		out.Warnings = append(out.Warnings, &extract.Error{Kind: extract.KindQuality, Page: d.pages[len(d.pages)-1].Number, Message: w})
	}
	for i, p := range d.pages {
		out.Pages = append(out.Pages, PageResult{p.Number, d.item(p, i == 0, &out)})
	}
	if len(out.Pages) > 0 && len(out.Entries) > 0 {
		out.Pages[0].Item.Ledger = d.ledger(&out)
	}
	return out
}

// proved reports that the balances bear every movement out: then a stated sum that differs was misread rather than misprinted,
// on a page that was read from its picture.
func (d *document) proved() bool {
	free := 0
	for i := range d.entries {
		if d.entries[i].kind == kindMove && !d.entries[i].chained {
			free++
		}
	}
	return free <= 1
}

// ledger is the document for books: what it holds beside its print.
func (d *document) ledger(out *Document) *extract.Ledger {
	l := &extract.Ledger{Currency: "THB", Opening: out.Opening, Closing: out.Closing}
	for _, f := range out.Pages[0].Item.Fields {
		switch f.Name {
		case "account_name":
			l.Holder = f.Value
		case "bank_name":
			if l.Bank = f.Value; f.Value != "" {
				if b, _ := d.know.bank(f.Value); b != nil {
					l.Bank = b.code
				}
			}
		}
	}
	for _, p := range d.pages {
		if v, score := d.know.captioned(p, "account_no", accountNumber); score > 0 {
			l.Account = v.text
			break
		}
	}
	for _, e := range out.Entries {
		row := extract.Entry{Page: e.Page, Row: e.Row, Text: e.Text, Amount: e.Satang, Balance: e.Balance, Sound: e.Sound, Broken: e.Broken}
		if e.Dated {
			row.Date = e.Day.ISO()
		}
		l.Entries = append(l.Entries, row)
	}
	return l
}

func (d *document) fillSums(out *Document) {
	for _, e := range d.order() {
		if e.kind == kindMove && e.amount != nil && e.amount.amount.Satang != 0 {
			s := &out.In
			if e.sign < 0 {
				s = &out.Out
			}
			s.Count++
			s.Satang += e.amount.amount.Satang
		}
		if e.balance != nil {
			v := signed(e.balance)
			if out.Opening == nil {
				first := v
				if e.kind == kindMove && e.amount != nil {
					first -= int64(e.sign) * e.amount.amount.Satang
				}
				out.Opening = &first
			}
			out.Closing = &v
		}
	}
}

func (d *document) entry(e *entry) Entry {
	out := Entry{Page: e.page.Number, Row: e.row, Text: d.text(e), Sound: e.chained, Broken: e.broken}
	for c := range e.record.cells {
		if a := e.record.cells[c].date(); a != nil {
			if opt, known := d.inYear(a); known {
				out.Day, out.Dated = date.Parse(a.text, opt)
			}
			break
		}
	}
	if e.kind == kindMove && e.amount != nil {
		out.Moves, out.Satang = true, int64(e.sign)*e.amount.amount.Satang
	}
	if e.balance != nil {
		v := signed(e.balance)
		out.Balance = &v
	}
	return out
}

// item is a page's data element. The fields stand on the first page's, those of other pages without a place on it.
func (d *document) item(p *Page, first bool, out *Document) extract.Item {
	var it extract.Item
	if first {
		for _, f := range []struct {
			name string
			value
		}{{"account_name", d.accountName()}, {"bank_name", d.bankName()}, {"date_range", d.dateRange()}} {
			if f.found && f.text != "" {
				it.Fields = append(it.Fields, f.field(f.name, p))
			}
		}
		it.Fields = append(it.Fields, summary(out)...)
	}
	if len(p.records) > 0 {
		it.Tables = []extract.Table{d.table(p)}
	}
	return it
}

func (v value) field(name string, p *Page) extract.Field {
	f := extract.Field{Name: name, Value: v.text, Confidence: v.conf}
	if v.page == p {
		for _, q := range v.quads {
			f.Quads = append(f.Quads, p.source(q))
		}
	}
	return f
}

func (p *Page) source(q geom.Quad) geom.Quad {
	if p.toSource == nil {
		return q
	}
	return p.toSource(q)
}

// summary is the four members that a caller may ask for.
func summary(out *Document) []extract.Field {
	conf := 0.95
	for _, e := range out.Entries {
		if e.Broken != "" {
			conf = confBroken
		}
	}
	field := func(name, value string) extract.Field {
		return extract.Field{Name: name, Value: value, Confidence: conf}
	}
	return []extract.Field{
		field("sum_withdraw", baht(out.Out.Satang)), field("count_withdraw", strconv.Itoa(out.Out.Count)),
		field("sum_deposit", baht(out.In.Satang)), field("count_deposit", strconv.Itoa(out.In.Count)),
	}
}

// table writes the rows of a page as printed.
func (d *document) table(p *Page) extract.Table {
	t := extract.Table{Columns: len(d.heads)}
	var all geom.Rect
	for i := range d.entries {
		e := &d.entries[i]
		if e.page != p || e.kind == kindTotal {
			continue
		}
		t.Rows++
		for c := range e.record.cells {
			cl := &e.record.cells[c]
			out := extract.Cell{Row: t.Rows, Column: c + 1, RowSpan: 1, ColumnSpan: 1, Heading: d.heads[c], Text: cl.text()}
			if len(cl.atoms) > 0 {
				out.Quad = p.source(geom.QuadOf(cl.bounds()))
				out.Confidence = d.confidence(e, cl, c)
				out.ISO = d.iso(cl)
				all = all.Union(cl.bounds())
			}
			t.Cells = append(t.Cells, out)
		}
	}
	t.Quad = p.source(geom.QuadOf(all))
	return t
}

// confidence of a cell: that of its print, raised where the balances bear the figure out, and lowered where they do not.
func (d *document) confidence(e *entry, cl *cell, c int) float64 {
	conf := cl.conf()
	if d.money(c) && cl.amount() == nil && strings.ContainsAny(cl.text(), "0123456789") {
		return min(conf, confNoAmount)
	}
	if !d.money(c) || cl.amount() == nil {
		return conf
	}
	switch {
	case e.broken != "":
		return min(conf, confBroken)
	case e.alternate:
		return min(conf, confAlternate)
	case e.chained:
		return 1 - (1-conf)*0.2
	}
	return conf
}

// iso is the cell's date-time, "" if it holds none.
func (d *document) iso(cl *cell) string {
	text := cl.text()
	opt := d.opt
	if a := cl.date(); a != nil {
		known := false
		if opt, known = d.inYear(a); !known {
			return ""
		}
	}
	if v, ok := date.Parse(text, opt); ok {
		return v.DateTime()
	}
	return ""
}
