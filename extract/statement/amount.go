package statement

import (
	"regexp"
	"strings"

	"lensd/extract/thai"
)

// Mark says what is printed beside an amount to tell its direction.
type Mark int

// The marks.
const (
	MarkNone  Mark = iota
	MarkPlus       // +, CR, ฝาก: into the account
	MarkMinus      // -, DR, ถอน, brackets: out of the account
)

// Amount is a printed sum of money.
type Amount struct {
	Satang int64 // hundredths of the currency's unit, never negative
	Mark   Mark
}

// amountShape cuts a printed amount into sign, currency, figures and what follows. Three letters before the figures are a currency.
var amountShape = regexp.MustCompile(`^\(?([+\-−–]?) ?(?:(?:฿|\$|€|£|¥|[A-Z]{3}) ?)?([+\-−–]?)(\d{1,3}(?:[.,' ]\d{3})+|\d*)[.,](\d{2})\)? ?([+\-−–]|[A-Za-zก-๙]{1,6}\.?)?$`)

// parseAmount reads s if it is an amount with two decimals and nothing else. Whether the point or the comma parts the
// decimals does not matter: two figures at the end are decimals, three are a group.
func parseAmount(s string) (Amount, bool) {
	s = strings.TrimSpace(thai.Digits(s))
	m := amountShape.FindStringSubmatch(s)
	if m == nil || m[3] == "" && !strings.Contains(s, ".") {
		return Amount{}, false
	}
	var a Amount
	for _, r := range m[3] + m[4] {
		if r >= '0' && r <= '9' {
			a.Satang = a.Satang*10 + int64(r-'0')
			if a.Satang > 1e15 {
				return Amount{}, false
			}
		}
	}
	bracket := strings.HasPrefix(s, "(")
	if bracket != strings.Contains(s, ")") {
		return Amount{}, false
	}
	switch {
	case bracket || minus(m[1]) || minus(m[2]) || minus(m[5]):
		a.Mark = MarkMinus
	case m[1] == "+" || m[2] == "+" || m[5] == "+":
		a.Mark = MarkPlus
	case m[5] != "":
		mark, known := markWord(m[5])
		if !known && !currencyWord(m[5]) {
			return Amount{}, false
		}
		a.Mark = mark
	}
	return a, true
}

func minus(s string) bool { return s == "-" || s == "−" || s == "–" }

func currencyWord(s string) bool {
	switch strings.ToUpper(strings.TrimSuffix(s, ".")) {
	case "THB", "USD", "EUR", "บาท", "BAHT":
		return true
	}
	return false
}

// markWord reads the text of a column that tells directions.
func markWord(s string) (Mark, bool) {
	switch strings.ToUpper(strings.Trim(s, " .()")) {
	case "CR", "C", "+", "IN", "ฝาก", "เข้า", "รับ", "CREDIT", "DEP", "เครดิต":
		return MarkPlus, true
	case "DR", "D", "DB", "-", "−", "–", "OUT", "ถอน", "ออก", "จ่าย", "DEBIT", "WD", "เดบิต":
		return MarkMinus, true
	}
	return MarkNone, false
}

// lookalikes are the letters that figures are read as, and what they stand for.
var lookalikes = strings.NewReplacer("O", "0", "o", "0", "Q", "0", "l", "1", "I", "1", "|", "1", "S", "5", "s", "5", "B", "8", "Z", "2", "z", "2", "๐", "0", "๑", "1", "ว", "2")

// passesForAmount reports that s would be an amount but for a few letters that figures are taken for, or for a point that
// was read as a comma: a cell to be read again, as figures.
func passesForAmount(s string) bool {
	s = strings.TrimSpace(s)
	digits := 0
	for _, r := range s {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	if digits < 2 || 2*digits < len([]rune(s)) {
		return false
	}
	if _, ok := looseAmount(s); ok {
		return true
	}
	_, ok := parseAmount(strings.ReplaceAll(lookalikes.Replace(s), " ", ""))
	return ok
}
