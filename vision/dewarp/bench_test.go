package dewarp

import (
	"testing"

	"lensd/vision/internal/printed"
)

// A flat page, which most are, and one that is bent: what looking for a bend costs.
func BenchmarkFind(b *testing.B) {
	flat := letter().Gray
	for name, rise := range map[string]func(x, y float64) float64{"flat": nil, "bent": bends()["around a bottle"]} {
		g := flat
		if rise != nil {
			g = printed.Bent(flat, rise)
		}
		letters := lettersOf(g)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Find(letters, wide, high)
			}
		})
	}
}
