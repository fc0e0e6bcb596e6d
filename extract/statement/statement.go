// Package statement reads bank statements: the rows of the table with what they mean to the account, the holder, the bank and
// the period. It knows no bank's form: columns are told by what they hold and by how balances follow from amounts. It is pure
// Go and works on extract.Sheet.
package statement

import (
	"fmt"
	"time"

	"lensd/extract"
	"lensd/extract/thai/date"
)

// Reader reads statements. It may be used by several goroutines.
type Reader struct {
	know *knowledge
	now  func() time.Time
}

// New returns a Reader. now tells the day to which years of two digits and unknown era are taken to be near.
func New(now func() time.Time) *Reader { return &Reader{know(), now} }

// Document is a statement that was read.
type Document struct {
	Entries  []Entry
	Headings []string
	Roles    []Role // of the columns
	Newest   bool   // newest first
	Out, In  Sum
	Opening  *int64 // satang; nil: not known
	Closing  *int64
	Pages    []PageResult
	Warnings []*extract.Error // rows that do not add up, with their page
}

// Sum is what moved one way.
type Sum struct {
	Satang int64
	Count  int
}

// Entry is a row of the table.
type Entry struct {
	Page, Row int // both from 1
	Day       date.Date
	Dated     bool
	Text      string
	Satang    int64 // of the movement, negative out of the account; 0 beside a balance only
	Moves     bool
	Balance   *int64
	Sound     bool // the balances before and after bear the amount out
	Broken    string
}

// PageResult is a page's data element.
type PageResult struct {
	Number int
	Item   extract.Item
}

// Join puts the pages of one document together.
func (r *Reader) Join(pages []*Page) Document {
	d := assemble(r.know, pages, date.Options{Near: r.now()})
	d.dates()
	if len(d.entries) > 0 {
		d.assign()
		d.resolve()
		d.tidy()
	}
	return d.result()
}

// dates learns from all dates of the document how its short ones are meant.
func (d *document) dates() {
	be, ce, second, first := 0, 0, 0, 0
	for _, p := range d.pages {
		for i := range p.rows {
			for _, a := range p.rows[i].atoms {
				if a.sort != sortDate {
					continue
				}
				if a.day.Digits == 4 {
					if a.day.Printed == date.BE {
						be++
					} else {
						ce++
					}
				}
				var x, y int
				if n, _ := fmt.Sscanf(a.text, "%d/%d/", &x, &y); n == 2 {
					if x > 12 {
						first++
					}
					if y > 12 && x <= 12 {
						second++
					}
				}
			}
		}
	}
	switch {
	case be > ce:
		d.opt.Era = date.BE
	case ce > 0:
		d.opt.Era = date.CE
	}
	d.opt.MonthFirst = second > 0 && first == 0
}
