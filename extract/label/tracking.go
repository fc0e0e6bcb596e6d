package label

import (
	"regexp"
	"strings"

	"lensd/extract"
)

// ruleAny marks a tracking number that no rule knows: the longest plain barcode of the label.
const ruleAny = "barcode"

// trackingRule recognises the parcel numbers of a carrier.
type trackingRule struct {
	name    string
	carrier string
	shape   *regexp.Regexp
	check   func(string) bool
}

func trackingRules() []trackingRule {
	return []trackingRule{
		{"s10", "", regexp.MustCompile(`^[A-Z]{2}\d{9}[A-Z]{2}$`), s10},
		{"flash-spx", "", regexp.MustCompile(`^TH\d{2}[0-9A-Z]{8,16}$`), nil},
		{"lex", "Lazada Express", regexp.MustCompile(`^LEX[A-Z]{2}\d{10}$`), nil},
		{"kerry", "Kerry Express", regexp.MustCompile(`^(?:KEX|KER|KEA|SHP)[0-9A-Z]{9,14}$`), nil},
		{"jt", "J&T Express", regexp.MustCompile(`^8\d{11}$`), nil},
		{"ups", "UPS", regexp.MustCompile(`^1Z[0-9A-Z]{16}$`), nil},
		{"sscc", "", regexp.MustCompile(`^(?:00)?\d{18}$`), nil},
		{"usps", "USPS", regexp.MustCompile(`^(?:420\d{5,9}\x1d?)?(9[1-5]\d{20}|9[1-5]\d{18})$`), nil},
		{"dhl-piece", "DHL", regexp.MustCompile(`^(?:JJ?D|JVGL)\d{16,22}$`), nil},
		{"fedex", "FedEx", regexp.MustCompile(`^\d{22}(\d{12})$`), nil},
	}
}

// seIn finds the tracking number that Flash puts behind "se=" into its QR code.
var seIn = regexp.MustCompile(`[/?&](?:tracking\?)?se=([0-9A-Za-z]{8,20})`)

// Track returns the parcel number of a label: the first code that a carrier's rule knows, else a printed line that a rule
// with a check digit knows, else the only or longest bar code that is neither a postal routing code nor a shop's article number. nil when there is none.
func Track(codes []extract.Code, lines []string) *extract.Tracking {
	rules := trackingRules()
	for _, r := range rules {
		for _, c := range codes {
			text := strings.TrimSpace(c.Text)
			if m := seIn.FindStringSubmatch(text); m != nil {
				text = m[1]
			}
			if number, ok := r.match(text); ok {
				return &extract.Tracking{Number: number, Carrier: r.carrier, Rule: r.name}
			}
		}
	}
	for _, l := range lines {
		if n := strings.ToUpper(strings.ReplaceAll(l, " ", "")); rules[0].shape.MatchString(n) && s10(n) {
			return &extract.Tracking{Number: n, Rule: rules[0].name}
		}
	}
	best := ""
	for _, c := range codes {
		if c.Format == "QR_CODE" || c.Format == "DATA_MATRIX" || c.Format == "EAN_13" || strings.HasPrefix(c.Text, "420") || strings.HasPrefix(c.Text, "403") || strings.HasPrefix(c.Text, "2L") {
			continue
		}
		if len(c.Text) > len(best) && len(c.Text) >= 8 {
			best = c.Text
		}
	}
	if best == "" {
		return nil
	}
	return &extract.Tracking{Number: best, Rule: ruleAny}
}

func (r trackingRule) match(text string) (string, bool) {
	m := r.shape.FindStringSubmatch(text)
	if m == nil || r.check != nil && !r.check(text) {
		return "", false
	}
	return m[len(m)-1], true
}

// s10 checks the ninth digit of a UPU S10 number (weights 8 6 4 2 3 5 9 7).
func s10(n string) bool {
	sum := 0
	for i, w := range []int{8, 6, 4, 2, 3, 5, 9, 7} {
		sum += w * int(n[2+i]-'0')
	}
	check := 11 - sum%11
	switch check {
	case 10:
		check = 0
	case 11:
		check = 5
	}
	return check == int(n[10]-'0')
}
