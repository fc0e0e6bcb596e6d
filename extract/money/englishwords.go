package money

import (
	"regexp"
	"strconv"
	"strings"
)

func englishUnits() []string {
	return strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
}

func englishTens() []string {
	return strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")
}

// EnglishWords writes a sum of satang as Thai papers in English do: One Hundred Baht and Fifty Satang Only.
func EnglishWords(satang int64) string {
	sign := ""
	if satang < 0 {
		sign, satang = "Minus ", max(-satang, 0) // the least number has no positive counterpart
	}
	baht, rest := satang/100, satang%100
	s := sign + englishNumber(baht) + " Baht"
	if rest > 0 {
		s += " and " + englishNumber(rest) + " Satang"
	}
	return s + " Only"
}

// englishNumber writes n >= 0 without "and".
func englishNumber(n int64) string {
	switch {
	case n < 20:
		return title(englishUnits()[n])
	case n < 100:
		s := title(englishTens()[n/10])
		if n%10 > 0 {
			s += "-" + title(englishUnits()[n%10])
		}
		return s
	}
	for _, p := range []struct {
		size int64
		name string
	}{{1_000_000_000, "Billion"}, {1_000_000, "Million"}, {1000, "Thousand"}, {100, "Hundred"}} {
		if n >= p.size {
			s := englishNumber(n/p.size) + " " + p.name
			if n%p.size > 0 {
				s += " " + englishNumber(n%p.size)
			}
			return s
		}
	}
	return ""
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

var (
	word       = regexp.MustCompile(`[a-z]+|\d+\s*/\s*100`)
	moneyUnits = regexp.MustCompile(`^(baht|bath|dollars?|euros?|pounds?|rupees?|ringgit|yuan|yen|pesos?|kips?|dirhams?)$`)
	centUnits  = regexp.MustCompile(`^(satangs?|stang|cents?|pence|paise|sen)$`)
)

// ParseEnglishWords reads a sum in English words, in hundredths: with the currency before or behind, "and", "only", cents in
// words or as 50/100.
func ParseEnglishWords(s string) (int64, bool) {
	var whole, group, last, cents int64
	seen, inCents, unit := false, false, false
	for _, w := range word.FindAllString(strings.ToLower(s), -1) {
		n, size := englishWord(w)
		switch {
		case size == 1 && (unit || inCents) && seen:
			inCents = true
			last += n
		case size == 1:
			group, seen = group+n, true
		case size == 100 && !inCents:
			group *= 100
		case size > 100 && !inCents:
			whole, group = whole+group*size, 0
		case strings.HasSuffix(w, "100"):
			cents, _ = strconv.ParseInt(strings.TrimSpace(strings.Split(w, "/")[0]), 10, 64)
			return (whole+group)*100 + cents, seen
		case moneyUnits.MatchString(w):
			unit = seen // before the words it says nothing of where they end
		case centUnits.MatchString(w):
			if !inCents { // the currency stood first: what was read behind the last "and" cannot be told apart
				return englishSplit(s)
			}
			cents = last
		}
	}
	return (whole+group)*100 + cents, seen && cents < 100
}

// englishSplit reads a sum whose currency stands before it: the cents are what follows the last "and".
func englishSplit(s string) (int64, bool) {
	l := strings.ToLower(s)
	i := strings.LastIndex(l, " and ")
	if i < 0 {
		return 0, false
	}
	whole, ok := ParseEnglishWords(strings.NewReplacer("baht", " ").Replace(l[:i]))
	cents, ok2 := ParseEnglishWords(centWord(l[i:]))
	if !ok || !ok2 || cents/100 > 99 {
		return 0, false
	}
	return whole + cents/100, true
}

func centWord(s string) string {
	return word.ReplaceAllStringFunc(s, func(w string) string {
		if centUnits.MatchString(w) {
			return ""
		}
		return w
	})
}

// englishWord returns the number that w names and its sort: 1 for units and tens, else the size of the place; 0: no number.
func englishWord(w string) (n, size int64) {
	for i, u := range englishUnits() {
		if w == u {
			return int64(i), 1
		}
	}
	for i, u := range englishTens() {
		if i > 1 && (w == u || u == "forty" && w == "fourty") {
			return int64(i) * 10, 1
		}
	}
	switch w {
	case "hundred", "hundreds":
		return 0, 100
	case "thousand", "thousands":
		return 0, 1000
	case "lakh", "lakhs", "lac":
		return 0, 100_000
	case "million", "millions":
		return 0, 1_000_000
	case "crore":
		return 0, 10_000_000
	case "billion":
		return 0, 1_000_000_000
	}
	return 0, 0
}
