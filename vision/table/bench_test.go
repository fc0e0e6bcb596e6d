package table

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
)

// widePage is a statement's page: 14 columns between rules, 70 lines of which every third goes on in the second column.
func widePage() *layout.Page {
	p := &layout.Page{W: 2000, H: 1600, TextHeight: 10, Space: 5}
	for i := range 70 {
		y := 100 + i*18
		for k := range 14 {
			if i%3 != 2 || k == 1 {
				p.Phrases = append(p.Phrases, wordAt(100+k*130, 160+k*130+(i*7+k*3)%30, y))
			}
		}
		if i%3 == 2 && i%2 == 0 {
			p.Rules = append(p.Rules, layout.Rule{X0: 95, X1: 1900, Y0: float64(y + 14), Y1: float64(y + 14)})
		}
	}
	return p
}

func BenchmarkFindOnAWidePage(b *testing.B) {
	d, err := NewDetector()
	require.NoError(b, err)
	p := widePage()
	b.ReportAllocs()
	for b.Loop() {
		d.Find(context.Background(), p)
	}
}
