package sheet

import (
	"math"
	"strconv"
	"strings"

	"lensd/extract"
)

// axisTicks is how many evenly spaced numbers in one cell make it the scale of a chart.
const axisTicks = 4

// aroundAChart is the most cells with text that the names and numbers around a chart were seen to make up.
const aroundAChart = 40

// scaled reports that a cell holds nothing but the numbers of a chart's axis, "350 300 250 200": in a table each of them
// would have a cell of its own, but beside a drawing there is nothing that keeps them apart. In a large table it is a row of
// numbers that stand closely.
func scaled(t extract.Table) bool {
	filled := 0
	for _, c := range t.Cells {
		if c.Text != "" {
			filled++
		}
	}
	if filled > aroundAChart {
		return false
	}
	for _, c := range t.Cells {
		if evenlySpaced(strings.Fields(c.Text)) {
			return true
		}
	}
	return false
}

// evenlySpaced says that words are at least axisTicks numbers with one and the same step between them.
func evenlySpaced(words []string) bool {
	if len(words) < axisTicks {
		return false
	}
	var last, step float64
	for i, w := range words {
		v, err := strconv.ParseFloat(strings.NewReplacer(",", "", "%", "", "–", "-", "−", "-").Replace(w), 64)
		switch {
		case err != nil:
			return false
		case i == 1:
			step = v - last
		case i > 1 && math.Abs(v-last-step) > 1e-6*math.Abs(step):
			return false
		}
		last = v
	}
	return step != 0
}
