package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestEvenlySpacedNumbersAreAScale(t *testing.T) {
	for text, want := range map[string]bool{
		"350 300 250 200 150":     true,
		"0% 5% 10% 15%":           true,
		"0.2 0.4 0.6 0.8":         true,
		"1,000 2,000 3,000 4,000": true,
		"100 50 0 −50":            true,
		"350 300 250":             false, // three may be chance
		"350 300 210 200":         false,
		"0 0 0 0":                 false, // a row of noughts run together
		"2008 2009 2010 and":      false,
		"":                        false,
	} {
		assert.Equal(t, want, evenlySpaced(strings.Fields(text)), text)
	}
}

func TestATableWithAScaleInACellIsAChart(t *testing.T) {
	plain := []extract.Cell{{Row: 1, Column: 1, Text: "Year"}, {Row: 1, Column: 2, Text: "450"}, {Row: 2, Column: 2, Text: "400"}}
	assert.False(t, scaled(extract.Table{Cells: plain}), "numbers in cells of their own")
	chart := append(plain, extract.Cell{Row: 2, Column: 1, Text: "350 300 250 200"})
	assert.True(t, scaled(extract.Table{Cells: chart}))
	for len(chart) <= aroundAChart {
		chart = append(chart, extract.Cell{Row: len(chart), Column: 2, Text: "17"})
	}
	assert.False(t, scaled(extract.Table{Cells: chart}), "a large table with numbers that stand closely in one row")
}
