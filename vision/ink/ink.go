// Package ink holds the small statistics of grey crops that line cleaning and line reading share.
package ink

// Levels is a histogram of grey levels.
type Levels [256]int

// Count makes the histogram of a crop's pixels.
func Count(pixels []byte) Levels {
	var h Levels
	for _, p := range pixels {
		h[p]++
	}
	return h
}

// Quantile returns the first level at which the share p (0 to 1) of the pixels is reached, 255 for an empty histogram.
func (h Levels) Quantile(p float64) int {
	total := 0
	for _, n := range h {
		total += n
	}
	sum := 0
	for v, n := range h {
		if sum += n; float64(sum) >= p*float64(total) {
			return v
		}
	}
	return 255
}

// Run is a stretch of rows with ink: from Start to End, the end excluded, with Weight pixels of ink.
type Run struct{ Start, End, Weight int }

// Runs joins the neighbouring rows that hold at least `need` pixels of ink; counts has one number a row.
func Runs(counts []int, need int) []Run {
	var runs []Run
	open := false
	for y, n := range counts {
		switch {
		case n < need:
			open = false
		case open:
			last := &runs[len(runs)-1]
			last.End, last.Weight = y+1, last.Weight+n
		default:
			runs, open = append(runs, Run{y, y + 1, n}), true
		}
	}
	return runs
}
