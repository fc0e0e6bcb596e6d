package passport

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/country"
)

func TestCustomsOfStates(t *testing.T) {
	for issuer, want := range map[string]customs{
		"ISL": {female: "KVK", male: "KK", ae: "Æ", oe: "Ö", th: "Þ", mark: "-", serial: "4"},
		"CZE": {female: "Ž", male: "M", ae: "Ä", oe: "Ö", mark: "/", serial: "3,4"},
		"FRA": {ae: "Æ", oe: "Œ"},
		"THA": {ae: "Ä", oe: "Ö", nation: "THAI"},
		"UTO": {ae: "Ä", oe: "Ö"}, // as most states
		"":    {ae: "Ä", oe: "Ö"},
	} {
		assert.Equal(t, want, customsOf(issuer), issuer)
	}
}

// Rows of other than the columns' number would be passed over in silence.
func TestEveryRowOfCustomsIsAStates(t *testing.T) {
	for row := range strings.Lines(customRows) {
		f := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if strings.HasPrefix(row, "#") {
			continue
		}
		assert.Len(t, f, 9, row)
		assert.NotEmpty(t, country.Names(f[0]), row)
	}
}
