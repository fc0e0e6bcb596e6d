package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestATitleGoesOnInTheLineBelow(t *testing.T) {
	r, err := New(extract.GeneralInvoice)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		lines []string // one under the other, all in one size
		want  string
	}{
		"behind a stroke":             {[]string{"ใบส่งของ / ใบกำกับภาษี /", "TAX INVOICE"}, "ใบส่งของ / ใบกำกับภาษี / TAX INVOICE"},
		"before a stroke":             {[]string{"ใบกำกับภาษี", "/ TAX INVOICE"}, "ใบกำกับภาษี / TAX INVOICE"},
		"within a title":              {[]string{"INVOICE / TAX", "INVOICE"}, "INVOICE / TAX INVOICE"},
		"three lines":                 {[]string{"ใบกำกับภาษี / TAX", "INVOICE /", "RECEIPT"}, "ใบกำกับภาษี / TAX INVOICE / RECEIPT"},
		"another title by itself":     {[]string{"TAX INVOICE", "ใบเสร็จรับเงิน"}, "TAX INVOICE"},
		"what is none under a stroke": {[]string{"TAX INVOICE /", "Somchai Trading Company"}, "TAX INVOICE /"},
	} {
		l := &extract.Layout{Width: 1000, Height: 1400}
		for i, text := range c.lines {
			l.Lines = append(l.Lines, printedLine(600, 40+30*float64(i), text))
		}
		l.Lines = append(l.Lines, printedLine(40, 400, "Number 17"), printedLine(40, 440, "Sum 17.00"))
		f, ok := r.title(l)
		assert.True(t, ok, name)
		assert.Equal(t, c.want, f.Value, name)
	}
	l := &extract.Layout{Width: 1000, Height: 1400, Lines: []extract.Line{printedLine(600, 40, "INVOICE / TAX"), printedLine(40, 70, "INVOICE"), printedLine(600, 200, "INVOICE")}}
	f, _ := r.title(l)
	assert.Equal(t, "INVOICE", f.Value, "far off and beside it")
}
