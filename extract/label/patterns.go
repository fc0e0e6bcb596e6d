package label

import (
	"regexp"
	"strings"
	"unicode"

	"lensd/extract/country"
	phones "lensd/extract/phone"
)

// longNumber is what a phone without any grouping looks like on a line of its own within a block.
var longNumber = regexp.MustCompile(`^\+?\d{9,15}$`)

// Postcodes of the countries whose labels are met; alone a group of digits is weak, so the callers ask for more.
var (
	thaiCode   = regexp.MustCompile(`(?:^|[^\d])([1-9]\d{4})\s*(?:$|[^\d/\-])`)
	leadCode   = regexp.MustCompile(`^(?:\p{Lu}{1,3}[\- ]{0,3})?(?:\d{4,6}(?:-\d{2,4})?|\d{3} \d{2}|\d{2}-\d{3})(?: [A-Z]{2})?[ ,]+\p{L}{2}`)
	houseFirst = regexp.MustCompile(`(?i)\b(?:st|street|rd|road|ave|avenue|dr|drive|ln|lane|way|blvd|mall|pkwy|hwy|highway|court|ct|plaza|sq|square|floor|unit|suite|parade|close|terrace|place|pl)\b\.?,?$`)
	endCode    = regexp.MustCompile(`,.*(?:^|[\s,])(?:[A-Z]{1,2}[\- ]?)?(?:\d{5}(?:-\d{4})?|\d{4}|\d{2}-\d{3}|\d{3} \d{2}|\d{6})$`)
	onlyCode   = regexp.MustCompile(`^(?:[A-Z]{1,3}[\- ]{0,3})?(?:\d{4,6}|\d{5}-\d{4}|\d{4}-\d{3}|\d{3} \d{2}|\d{2}-\d{3}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$`)
	usCode     = regexp.MustCompile(`(?:^|[ ,])[A-Z]{2},? +\d{5}(?:-\d{4})?(?:$|[ ,(])|(?:^|[ ,])[A-Z]{2} +[A-Z]\d[A-Z] ?\d[A-Z]\d`)
	ukCode     = regexp.MustCompile(`(?:^|[\s,])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?:$|[\s,])`)
	caCode     = regexp.MustCompile(`(?:^|[\s,])[A-Z]\d[A-Z] ?\d[A-Z]\d$`)
	thaiPlace  = regexp.MustCompile(`ตำบล|แขวง|อำเภอ|เขต|จังหวัด|กทม|กรุงเทพ|หมู่|ถนน|ซอย|บ้านเลขที่|(?:^|[\s\d,])[ตอจมถซ]\s?\.`)
)

// misreadCode is a postcode at the start of a line of which a figure was read as a letter.
var misreadCode = regexp.MustCompile(`^(?:\p{Lu}{1,2}-)?\d*[ODQIlSB]\d+ \p{L}{2}`)

// endsAddress says that a line holds the postcode, with which addresses end but for the country.
func endsAddress(line string) bool {
	if m := misreadCode.FindString(line); m != "" && digits(m) >= 3 {
		from := strings.IndexByte(m, '-') + 1
		line = line[:from] + phones.Figures(line[from:len(m)-3]) + line[len(m)-3:]
	}
	if hasThai(line) || thaiCode.MatchString(line) && !strings.ContainsFunc(line, unicode.IsLetter) {
		all := thaiCode.FindAllStringSubmatchIndex(line, -1)
		if len(all) == 0 {
			return false
		}
		// Five figures before places are a house number whose stroke was read as one.
		last := all[len(all)-1]
		return thaiPlace.MatchString(line[:last[2]]) && !thaiPlace.MatchString(line[last[3]:]) || digits(line) == 5
	}
	return leadCode.MatchString(line) && !houseFirst.MatchString(line) && digits(line) <= 8 || onlyCode.MatchString(line) || usCode.MatchString(line) || ukCode.MatchString(line) ||
		caCode.MatchString(line) || endCode.MatchString(line) && letters(line) > 2 && len(line) < 60
}

// isCountry recognises a line that is nothing but a country, with its code beside it or not: BE Belgium.
func isCountry(line string) bool {
	if _, ok := country.Named(line); ok || country.IsCode(line) && line != "TO" && line != "NO" { // which are captions
		return true
	}
	words := strings.Fields(line)
	n := len(words)
	if n < 2 {
		return false
	}
	return coded(strings.Join(words[1:], " "), words[0]) || coded(strings.Join(words[:n-1], " "), words[n-1])
}

// coded reports that a name and a code, in brackets or not, are of one country.
func coded(name, code string) bool {
	named, ok := country.Named(name)
	beside, same := country.Named(strings.Trim(code, "()[],."))
	return ok && (same && named == beside || strings.EqualFold(named, strings.Trim(code, "()[],.")))
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}

var street = regexp.MustCompile(`(?i)\d|street|str\.|strasse|straße|road|\brd\b|avenue|\bave\b|\bblvd\b|drive|\bdr\b|lane|\bway\b|highway|gatan|gata|vägen|vägen|allee|rue|platz|gasse|po box|c/o|unit|suite|\bapt\b|floor`)

// addressness scores how much some lines look like an address, 0 for none: a postcode, a street, places.
func addressness(lines []string) float64 {
	score := 0.0
	code, road, thai := false, false, 0
	for _, l := range lines {
		code = code || endsAddress(l)
		road = road || street.MatchString(l) && letters(l) >= 3
		thai += len(thaiPlace.FindAllString(l, -1))
	}
	if code {
		score += 2
	}
	if road {
		score++
	}
	if n := len(lines); n > 1 && !code && isCountry(lines[n-1]) {
		score++ // the town above it is spoilt
	}
	return score + min(2, 0.5*float64(thai))
}
