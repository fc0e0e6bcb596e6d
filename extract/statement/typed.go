package statement

import (
	"strings"

	"lensd/extract/thai/date"
)

// How many words a date or an amount can have, and how wide the blanks within may be, in letter heights.
const (
	dateWords   = 4
	amountWords = 4
	dateGap     = 1.1
	amountGap   = 0.75
)

// typed joins the words of dates and amounts in a row and says what each atom is.
func typed(row sheetRow, h, w float64, opt date.Options) sheetRow {
	row.atoms = unglue(row.atoms, opt)
	var out []atom
	for i := 0; i < len(row.atoms); {
		n, a := longest(row.atoms[i:], h, w, opt)
		out = append(out, a)
		i += n
	}
	row.atoms = out
	if told(out, w) {
		for i := range out {
			out[i].sort = sortText
		}
	}
	return row
}

// told reports that a row is a sentence with an amount in it, as adverts are: words stand side by side from its beginning to
// its end, behind the amount too.
func told(atoms []atom, w float64) bool {
	words, money, after := 0, false, false
	for i := range atoms {
		a := &atoms[i]
		if i > 0 && (a.parted || a.X0-atoms[i-1].X1 > 1.3*w) {
			return false
		}
		switch {
		case a.sort == sortAmount:
			money = true
		case wordy(a.text) && a.sort == sortText && !currencyWord(a.text):
			words++
			after = after || money
		}
	}
	return words >= 3 && money && after
}

func longest(atoms []atom, h, w float64, opt date.Options) (int, atom) {
	if s := strings.Trim(atoms[0].text, "|_*"); s != atoms[0].text && figuresOnly(s) && len(s) > 3 {
		atoms[0].text = s // the end of a rule beside figures
	}
	for n := min(dateWords, len(atoms)); n > 0; n-- {
		a, ok := joined(atoms[:n], dateGap*w)
		if !ok || n > 1 && (isNil(atoms[0].text) || isNil(atoms[n-1].text)) { // a dash beside a date stands for no amount
			continue
		}
		if d, ok := dateOf(a.text, opt); ok && (n == 1 || !date.Is(atoms[0].text, opt)) {
			a.sort, a.day = sortDate, d
			return n, a
		}
	}
	for n := min(amountWords, len(atoms)); n > 0; n-- {
		a, ok := joined(atoms[:n], amountGap*h)
		if !ok || n > 1 && !belong(atoms[:n]) {
			continue
		}
		if n > 1 && figuresOnly(a.text) && strings.ContainsAny(a.text, ".,") {
			// A wide comma or point parts what is one word.
			if m, ok := parseAmount(strings.ReplaceAll(a.text, " ", "")); ok {
				a.sort, a.amount, a.text = sortAmount, m, strings.ReplaceAll(a.text, " ", "")
				return n, a
			}
		}
		if m, ok := parseAmount(a.text); ok {
			a.sort, a.amount = sortAmount, m
			return n, a
		}
	}
	a := pointed(atoms[0])
	if _, _, _, ok := date.Clock(a.text); ok {
		a.sort = sortTime
	}
	return 1, a
}

// likelyPoint is how likely another reading of figures must be that finds the point in them.
const likelyPoint = 0.1

// pointed takes the reading of figures that finds a point in them, where they are no amount without.
func pointed(a atom) atom {
	if !figuresOnly(a.text) || len(figures(a.text)) < 3 {
		return a
	}
	for _, r := range a.other {
		if m, ok := parseAmount(r.Value); ok && r.Confidence >= likelyPoint && figures(r.Value) == figures(a.text) {
			a.sort, a.amount, a.text, a.conf = sortAmount, m, r.Value, min(a.conf, r.Confidence)
			return a
		}
	}
	return a
}

func figuresOnly(s string) bool { return strings.Trim(s, "0123456789.,+- ") == "" }

// belong reports that words are parts of one amount: a sign or currency before the figures, or groups of three figures. A
// mark behind the figures may be a column of its own.
func belong(atoms []atom) bool {
	for i, a := range atoms[:len(atoms)-1] {
		if strings.Trim(a.text, "+-−–($€£฿") == "" || i == 0 && len(a.text) == 3 && strings.ToUpper(a.text) == a.text && !strings.ContainsAny(a.text, "0123456789") {
			continue
		}
		if strings.HasSuffix(a.text, ",") || strings.HasSuffix(a.text, ".") || strings.HasPrefix(atoms[i+1].text, ".") || strings.HasPrefix(atoms[i+1].text, ",") {
			if figuresOnly(a.text) {
				continue
			}
		}
		if unfinished(a.text) && figuresOnly(atoms[i+1].text) {
			continue
		}
		if strings.Trim(a.text, "+-−–(0123456789") != "" || len(strings.TrimLeft(a.text, "+-−–(")) > 3 {
			return false
		}
	}
	last := atoms[len(atoms)-1].text
	return strings.ContainsAny(last, "0123456789") || minus(last)
}

// unfinished reports figures that end within a group of thousands: a wide figure parts what is one amount.
func unfinished(s string) bool {
	at := strings.LastIndex(s, ",")
	return at > 0 && figuresOnly(s) && !strings.ContainsAny(s, ". ") && len(s)-at <= 3
}

func dateOf(s string, opt date.Options) (date.Date, bool) {
	if !strings.ContainsAny(s, "0123456789") {
		return date.Date{}, false
	}
	// A dash between two dates sticks to the second in small print.
	if s = strings.Trim(s, "-–—~: "); date.Is(s, opt) {
		return date.Parse(s, opt)
	}
	return date.Date{}, false
}

// joined makes one atom of several words, if no blank between them is too wide.
func joined(atoms []atom, widest float64) (atom, bool) {
	a := atoms[0]
	if len(atoms) == 1 {
		return a, true
	}
	a.quads = append(a.quads[:0:0], a.quads...)
	texts := []string{a.text}
	for _, b := range atoms[1:] {
		if b.parted || b.X0-a.X1 > widest {
			return atom{}, false
		}
		a.Rect = a.Union(b.Rect)
		a.conf = min(a.conf, b.conf)
		a.quads = append(a.quads, b.quads...)
		texts = append(texts, b.text)
	}
	a.text, a.other = strings.Join(texts, " "), nil
	return a, true
}
