package passport

import "strings"

// A zone spells letters that its alphabet lacks with two: Æ becomes AE, Þ TH. Recognisers without those letters read them
// as one plain letter. Where the print has one letter in place of the zone's two, it is the letter that the state uses.

// single is a letter of the print that the zone writes as pair; read lists what recognisers make of it.
type single struct{ pair, letter, read string }

// singles are the letters that a state's print may have in place of two.
func singles(issuer string) []single {
	c := customsOf(issuer)
	list := []single{{"AE", c.ae, "AEZR"}, {"OE", c.oe, "OQ"}, {"UE", "Ü", "U"}, {"SS", "ß", "BS"}, {"AA", "Å", "A"}}
	if c.th != "" {
		list = append(list, single{"TH", c.th, "PBDI"})
	}
	return list
}

// respell writes a zone's name as it is printed, after a reading of the print that has one letter where the zone has two.
// ok is false if the reading differs from the zone in any other way, or in none.
func respell(printed, zone, issuer string) (string, bool) {
	words, out := strings.Fields(plain(printed)), []string(nil)
	want := strings.Fields(zone)
	if len(words) != len(want) {
		return "", false
	}
	changed := false
	for i, w := range want {
		s, ok := respellWord(squeeze(words[i]), w, singles(issuer))
		if !ok {
			return "", false
		}
		changed = changed || s != w
		out = append(out, s)
	}
	return strings.Join(out, " "), changed
}

func respellWord(read, zone string, list []single) (string, bool) {
	if read == "" || zone == "" {
		return "", read == zone
	}
	if read[0] == zone[0] {
		if rest, ok := respellWord(read[1:], zone[1:], list); ok {
			return zone[:1] + rest, true
		}
	}
	for _, s := range list {
		if strings.HasPrefix(zone, s.pair) && strings.IndexByte(s.read, read[0]) >= 0 {
			if rest, ok := respellWord(read[1:], zone[2:], list); ok {
				return s.letter + rest, true
			}
		}
	}
	return "", false
}
