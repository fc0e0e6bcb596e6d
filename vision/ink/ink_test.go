package ink_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gocv.io/x/gocv"

	"lensd/vision/ink"
)

func TestRunsJoinNeighbouringRows(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []int
		need   int
		want   []ink.Run
	}{
		{"no ink", []int{0, 0, 0}, 1, nil},
		{"one line", []int{0, 3, 4, 0}, 1, []ink.Run{{Start: 1, End: 3, Weight: 7}}},
		{"two lines, one at the edge", []int{2, 0, 1}, 1, []ink.Run{{Start: 0, End: 1, Weight: 2}, {Start: 2, End: 3, Weight: 1}}},
		{"specks do not join", []int{5, 1, 5}, 2, []ink.Run{{Start: 0, End: 1, Weight: 5}, {Start: 2, End: 3, Weight: 5}}},
	} {
		assert.Equal(t, c.want, ink.Runs(c.counts, c.need), c.name)
	}
}

// Print in a light that falls to a half over the crop, dark on light and light on dark.
func TestStrengthFindsTheInkInUnevenLight(t *testing.T) {
	const w, h = 240, 40
	for name, level := range map[string]func(ink bool) float64{
		"dark on light": func(ink bool) float64 { return map[bool]float64{false: 230, true: 40}[ink] },
		"light on dark": func(ink bool) float64 { return map[bool]float64{false: 60, true: 235}[ink] },
		"faint":         func(ink bool) float64 { return map[bool]float64{false: 200, true: 140}[ink] },
	} {
		t.Run(name, func(t *testing.T) {
			grey := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8U)
			defer grey.Close()
			stroke := func(x, y int) bool { return y >= 12 && y < 30 && x > 20 && x < 220 && x%9 < 3 }
			for y := range h {
				for x := range w {
					light := 1 - 0.5*float64(x)/w
					grey.SetUCharAt(y, x, uint8(level(stroke(x, y))*light))
				}
			}
			v := ink.Strength(grey)
			defer v.Close()
			wrong := 0
			for y := range h {
				for x := range w {
					if (v.GetUCharAt(y, x) > 80) != stroke(x, y) {
						wrong++
					}
				}
			}
			assert.Less(t, wrong, w*h/50)
		})
	}
}
