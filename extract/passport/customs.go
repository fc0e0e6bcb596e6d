package passport

import (
	_ "embed"
	"strings"
)

// customRows tells how single states print what others print alike, one state a row; customs names its columns.
//
//go:embed customs.tsv
var customRows string

// customs is how a state prints: the words for the sexes, the letters that its zone writes as AE, OE and TH, the mark before
// the serial number of a personal number and the digits behind it, and the nationality where its pages know one word alone.
type customs struct {
	female, male, ae, oe, th, mark, serial, nation string
}

// customsOf returns a state's customs, those of most for a state that has no row.
func customsOf(issuer string) customs {
	c := customs{ae: "Ä", oe: "Ö"}
	for row := range strings.Lines(customRows) {
		f := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if f[0] != issuer || issuer == "" || len(f) != 9 {
			continue
		}
		for i, to := range []*string{&c.female, &c.male, &c.ae, &c.oe, &c.th, &c.mark, &c.serial, &c.nation} {
			if f[i+1] != "." {
				*to = f[i+1]
			}
		}
	}
	return c
}
