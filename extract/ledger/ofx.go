package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"lensd/extract"
)

// The parts of an OFX 2.2 file (OFX Banking Specification 2.2, 11.4) that a statement fills.
type (
	ofxFile struct {
		XMLName xml.Name `xml:"OFX"`
		SignOn  signOn   `xml:"SIGNONMSGSRSV1>SONRS"`
		Bank    response `xml:"BANKMSGSRSV1>STMTTRNRS"`
	}
	status struct {
		Code     int    `xml:"CODE"`
		Severity string `xml:"SEVERITY"`
	}
	signOn struct {
		Status   status `xml:"STATUS"`
		Server   string `xml:"DTSERVER"`
		Language string `xml:"LANGUAGE"`
	}
	response struct {
		ID        string    `xml:"TRNUID"`
		Status    status    `xml:"STATUS"`
		Statement statement `xml:"STMTRS"`
	}
	statement struct {
		Currency string      `xml:"CURDEF"`
		From     account     `xml:"BANKACCTFROM"`
		List     movements   `xml:"BANKTRANLIST"`
		Balance  ledgerTotal `xml:"LEDGERBAL"`
	}
	account struct {
		Bank string `xml:"BANKID"`
		ID   string `xml:"ACCTID"`
		Type string `xml:"ACCTTYPE"`
	}
	movements struct {
		Start string     `xml:"DTSTART"`
		End   string     `xml:"DTEND"`
		All   []movement `xml:"STMTTRN"`
	}
	movement struct {
		Type   string `xml:"TRNTYPE"`
		Posted string `xml:"DTPOSTED"`
		Amount string `xml:"TRNAMT"`
		ID     string `xml:"FITID"`
		Name   string `xml:"NAME"`
		Memo   string `xml:"MEMO,omitempty"`
	}
	ledgerTotal struct {
		Amount string `xml:"BALAMT"`
		AsOf   string `xml:"DTASOF"`
	}
)

// Longest values that the specification allows.
const (
	longestBank    = 9
	longestAccount = 22
	longestName    = 32
	longestMemo    = 255
)

// OFX writes the movements as an OFX 2.2 bank statement. A movement without a date of its own has that of the one above it, as
// papers print a day once; one before any date is left out of no book: it is an error, as OFX demands a date. The identifiers
// of movements follow from what they hold, so that a second import of the same statement doubles nothing.
func OFX(w io.Writer, l *extract.Ledger, now time.Time) error {
	list, err := movementsOf(l)
	if err != nil {
		return err
	}
	ok := status{Severity: "INFO"}
	file := ofxFile{
		SignOn: signOn{ok, now.UTC().Format("20060102150405"), "THA"},
		Bank: response{ID: "0", Status: ok, Statement: statement{
			Currency: l.Currency, From: account{cut(or(l.Bank, "UNKNOWN"), longestBank), cut(or(figures(l.Account), "UNKNOWN"), longestAccount), "SAVINGS"},
			List: list, Balance: ledgerTotal{Money(closing(l)), list.End}}},
	}
	if _, err := io.WriteString(w, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`+"\n"+
		`<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>`+"\n"); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(file); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

func movementsOf(l *extract.Ledger) (movements, error) {
	var out movements
	day, seen := "", map[string]int{}
	for _, e := range l.Entries {
		if e.Date != "" {
			day = strings.ReplaceAll(e.Date, "-", "")
			out.Start, out.End = earlier(out.Start, day), later(out.End, day)
		}
		if e.Amount == 0 {
			continue
		}
		if day == "" {
			return out, extract.Errorf(extract.KindQuality, "page %d, row %d has no date: it cannot be written as OFX", e.Page, e.Row)
		}
		kind := "CREDIT"
		if e.Amount < 0 {
			kind = "DEBIT"
		}
		m := movement{Type: kind, Posted: day, Amount: Money(e.Amount), Name: cut(or(e.Text, kind), longestName)}
		if m.Name != e.Text {
			m.Memo = cut(e.Text, longestMemo)
		}
		m.ID = identifier(l.Account, e, day, seen)
		out.All = append(out.All, m)
	}
	if len(out.All) == 0 {
		return out, extract.Errorf(extract.KindNotFound, "there are no movements to write")
	}
	return out, nil
}

// identifier is the same for the same movement in every file; two alike on one day are told apart by their number.
func identifier(account string, e extract.Entry, day string, seen map[string]int) string {
	balance := ""
	if e.Balance != nil {
		balance = Money(*e.Balance)
	}
	key := fmt.Sprintf("%s|%s|%d|%s|%s", figures(account), day, e.Amount, balance, e.Text)
	seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%d", key, seen[key]))
	return hex.EncodeToString(sum[:12])
}

func closing(l *extract.Ledger) int64 {
	if l.Closing == nil {
		return 0
	}
	return *l.Closing
}

func earlier(a, b string) string {
	if a == "" || b < a {
		return b
	}
	return a
}

func later(a, b string) string { return max(a, b) }

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// cut shortens s to n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// figures keeps what identifies an account: letters and digits.
func figures(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, s)
}
