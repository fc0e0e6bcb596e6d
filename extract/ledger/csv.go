// Package ledger writes the movements of an account for spreadsheets (CSV) and for accounting programs (OFX 2.2).
package ledger

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"lensd/extract"
)

// CSV writes one line a row of the statement under a line of headings: page, row, date (2006-01-02), description, amount
// (negative out of the account), balance, and whether the row holds: sound, unproved, or what does not follow. Text that a
// spreadsheet would take for a formula is quoted by an apostrophe.
func CSV(w io.Writer, l *extract.Ledger) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"page", "row", "date", "description", "amount", "balance", "check"}}
	for _, e := range l.Entries {
		amount, balance := "", ""
		if e.Amount != 0 {
			amount = Money(e.Amount)
		}
		if e.Balance != nil {
			balance = Money(*e.Balance)
		}
		rows = append(rows, []string{strconv.Itoa(e.Page), strconv.Itoa(e.Row), e.Date, harmless(e.Text), amount, balance, check(e)})
	}
	return out.WriteAll(rows)
}

func check(e extract.Entry) string {
	switch {
	case e.Broken != "":
		return harmless(e.Broken)
	case e.Sound:
		return "sound"
	}
	return "unproved"
}

// harmless keeps a text that comes from a stranger's paper from being run as a formula.
func harmless(s string) string {
	if s != "" && (s[0] == '=' || s[0] == '+' || s[0] == '-' || s[0] == '@' || s[0] == '\t' || s[0] == '\r') {
		return "'" + s
	}
	return s
}

// Money writes hundredths with a point and without groups: -1234.50.
func Money(v int64) string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	return fmt.Sprintf("%s%d.%02d", sign, v/100, v%100)
}
