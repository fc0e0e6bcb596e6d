package passport

import (
	"math"
	"strings"
	"unicode"

	"lensd/extract/thai/date"
)

// dateWidth is the width of a date where the page shows no other, in millimetres.
const dateWidth = 20.0

// issueByPlace looks for a date of issue that was not found, or only guessed, where it should stand under its caption: what
// stands close above or below may have drawn it into its own box.
func (f *form) issueByPlace() {
	have, ok := f.fields["date_of_issue"]
	if ok && have.Confidence > 0.6 {
		return
	}
	width := 0.0
	for _, name := range []string{"date_of_birth", "date_of_expiry"} {
		if p := f.find(f.fields[name].Quads); p != nil {
			width = math.Max(width, p.Box.W())
		}
	}
	if width < 8 {
		width = dateWidth
	}
	slots := f.slots(width)
	if p, ok := f.expected(labelIssue, width); ok {
		slots = append([]*piece{p}, slots...)
	}
	for _, p := range slots {
		if f.issueIn(p) {
			return
		}
	}
}

// mostSlots bounds how many places are read again in search of a date.
const mostSlots = 3

// slots returns where a date of which only scraps were found may stand: what has a figure or a month in a column of dates,
// as wide as these are.
func (f *form) slots(width float64) []*piece {
	var columns []float64
	for _, name := range []string{"date_of_birth", "date_of_expiry"} {
		if p := f.find(f.fields[name].Quads); p != nil {
			columns = append(columns, p.Box.X0)
		}
	}
	var out []*piece
	for _, p := range f.board.pieces {
		if p.taken || p.isLabel() || p.Box.Y0 < 28 || p.Box.H() > 4.5 || p.Box.W() > 1.3*width || digits(p.Text.Value) == 0 && !namesMonth(p.Text.Value) {
			continue
		}
		for _, x := range columns {
			if p.Box.X0 > x-1.5 && p.Box.X0 < x+0.6*width && len(out) < mostSlots {
				slot := &piece{Phrase: Phrase{Box: p.Box}}
				slot.Box.X0, slot.Box.X1 = math.Min(p.Box.X0, x)-0.3, math.Max(p.Box.X1, x+width)+0.3
				out = append(out, slot)
				break
			}
		}
	}
	return out
}

// namesMonth reports that a word of a text is the name of a month.
func namesMonth(s string) bool {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len([]rune(w)) >= 3 && len([]rune(w)) <= 9 && date.MonthOf(w) > 0 {
			return true
		}
	}
	return false
}

// issueIn reads a date of issue in one place; done reports that it makes a usual validity and is surer than what was there.
func (f *form) issueIn(p *piece) (done bool) {
	have := f.fields["date_of_issue"]
	expiry, known := expiryDay(f.record.Expiry, f.now)
	for _, t := range f.again(p.Box, scriptOf(f.record)) {
		if d, ok := date.ParseSpoilt(t.Value, f.century); ok && known && d.Time().Before(expiry.Time()) && term(d, expiry) > 0.5 && t.Confidence > have.Confidence/printOnly {
			p.Text = t
			f.setDay("date_of_issue", d, math.Min(0.9, printOnly*math.Max(t.Confidence, 0.6)), p, false)
			have, done = f.fields["date_of_issue"], true
		}
	}
	return done
}
