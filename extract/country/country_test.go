package country_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/country"
)

func TestNamed(t *testing.T) {
	for _, c := range []struct{ print, code string }{
		{"THAILAND", "TH"}, {"ประเทศไทย", "TH"}, {"ไทย", "TH"},
		{"Deutschland", "DE"}, {"GERMANY", "DE"}, {"Österreich", "AT"}, {"Osterreich", "AT"},
		{"Suisse", "CH"}, {"Česko", "CZ"}, {"Czech Republic", "CZ"}, {"Magyarország", "HU"},
		{"ITALIA", "IT"}, {"España", "ES"}, {"Türkiye", "TR"}, {"Ελλάδα", "GR"},
		{"USA", "US"}, {"U.S.A.", "US"}, {"United States", "US"}, {"DEU", "DE"}, {"JPN", "JP"},
		{"NETHERLAMDS", "NL"}, // one letter misread
		{"Viet Nam", "VN"}, {"Hong Kong", "HK"}, {"South Africa", "ZA"}, {"Südafrika", "ZA"},
		{"TO", ""}, {"NO", ""}, {"IN", ""}, // captions and words, not Tonga, Norway and India
		{"Bangkok", ""}, {"Parts", ""}, {"Somchai", ""}, {"Iran Street", ""}, {"10110", ""}, {"", ""},
		{"MALI", "ML"}, {"MALL", ""}, // too short to mend
	} {
		code, ok := country.Named(c.print)
		assert.Equal(t, c.code, code, c.print)
		assert.Equal(t, c.code != "", ok, c.print)
	}
}

func TestNames(t *testing.T) {
	assert.Equal(t, "Germany", country.Names("DEU")[0])
	assert.Contains(t, country.Names("DE"), "Deutschland")
	assert.Contains(t, country.Names("DE"), "เยอรมนี")
	assert.Empty(t, country.Names("XXA"))
	assert.Empty(t, country.Names("nothing"))
}

func TestIsCode(t *testing.T) {
	for s, want := range map[string]bool{"TH": true, "DE": true, "TO": true, "XX": false, "th": false, "UK": true, "THA": false, "": false} {
		assert.Equal(t, want, country.IsCode(s), s)
	}
}
