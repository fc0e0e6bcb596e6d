package layout

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

func TestMarksAmidMonospacedPrintPartNoWord(t *testing.T) {
	mono, text := printed.NewMonoPage, printed.NewPage
	for _, c := range []struct {
		print string
		page  func(w, h int) *printed.Page
		words int
	}{
		{"3,533,692", mono, 1}, {"12:30", mono, 1}, {"2019-05-31", mono, 1}, {"1.234,50", mono, 1}, {"17/20", mono, 1}, {"0.5", mono, 1},
		{"one, two", mono, 2}, {"No. 12", mono, 2}, {"Sum : 120", mono, 2}, {"12 530", mono, 2}, {"18 - 20", mono, 2}, {"1, 2, 3", mono, 3},
		{"3,533,692", text, 1}, {"one, two", text, 2}, {"Sum : 120", text, 2}, {"2019, 2020", text, 2}, {"No. 12", text, 2}, {"18 - 20", text, 2},
	} {
		for _, size := range []float64{15, 24, 40} {
			p := c.page(900, 900)
			for y := 100; y < 900; y += 100 {
				p.Text(100, y, size, c.print)
			}
			found := Analyse(p.Gray)
			whole := slices.DeleteFunc(found.Words, func(w Word) bool { return 3*w.Height < 2*found.TextHeight }) // but for commas and dashes apart
			assert.Equal(t, 8*c.words, len(whole), "%s, %v pixels to the em", c.print, size)
		}
	}
}
