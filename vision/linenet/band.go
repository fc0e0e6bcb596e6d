package linenet

import "lensd/vision/ink"

// inkLevel is what counts as ink in a flattened crop.
const inkLevel = 110

// band is where a crop's line has its ink: rows y0 to y1 and columns x0 to x1, ends excluded.
type band struct{ y0, y1, x0, x1 int }

// Tones of print that was set without Thai's rules float over bare letters as high as over vowels: up to 0.73 of the letters' height above
// them in the faces at hand. All in that height.
const (
	floatFar  = 0.8
	leastTone = 0.08
	mostTone  = 0.4
)

// findBand finds the line's rows: the heaviest run with what lies close above and below (tone marks, vowels), without
// rules and without fringes of neighbouring lines that the crop's edge cut.
func findBand(pixels []byte, w, h int) band {
	runs := ink.Runs(rowCounts(pixels, w, h), max(1, int(0.002*float64(w))))
	if len(runs) == 0 {
		return band{0, h, 0, w}
	}
	m := 0
	for i, r := range runs {
		if r.Weight > runs[m].Weight {
			m = i
		}
	}
	y0, y1 := runs[m].Start, runs[m].End
	body := float64(y1 - y0)
	reach := max(2, 0.3*body)
	fringe := func(r ink.Run) bool { return float64(r.End-r.Start) < 0.3*float64(y1-y0) }
	for i := m - 1; i >= 0; i-- {
		above := reach
		if h := float64(runs[i].End - runs[i].Start); runs[i].Start > 0 && h >= leastTone*body && h <= mostTone*body {
			above = max(reach, floatFar*body)
		}
		if float64(y0-runs[i].End) > above || (runs[i].Start == 0 && fringe(runs[i])) {
			break
		}
		y0 = runs[i].Start
	}
	for i := m + 1; i < len(runs); i++ {
		if float64(runs[i].Start-y1) > reach || (runs[i].End == h && fringe(runs[i])) {
			break
		}
		y1 = runs[i].End
	}
	if least := max(4, int(0.3*float64(h))); y1-y0 < least { // a lone dash or dot keeps some paper around it
		y0 = max(0, floorHalf(y0+y1-least))
		y1 = min(h, y0+least)
	}
	x0, x1 := inkColumns(pixels, w, y0, y1)
	return band{y0, y1, x0, x1}
}

// rowCounts counts the ink in each row; rows that a rule fills count as empty. A rule is one run of ink over most of the
// row: a dense line of print may have as much ink, but gaps in it.
func rowCounts(pixels []byte, w, h int) []int {
	counts := make([]int, h)
	for y := range counts {
		run, longest := 0, 0
		for _, p := range pixels[y*w : (y+1)*w] {
			if p <= inkLevel {
				run = 0
				continue
			}
			run++
			counts[y]++
			longest = max(longest, run)
		}
		if float64(longest) > 0.6*float64(w) {
			counts[y] = 0
		}
	}
	return counts
}

// inkColumns returns the first and the last column with ink between two rows, all columns when there is none.
func inkColumns(pixels []byte, w, y0, y1 int) (x0, x1 int) {
	x0, x1 = w, 0
	for y := y0; y < y1; y++ {
		row := pixels[y*w : (y+1)*w]
		for x := 0; x < x0; x++ {
			if row[x] > inkLevel {
				x0 = x
			}
		}
		for x := w - 1; x >= x1; x-- {
			if row[x] > inkLevel {
				x1 = x + 1
			}
		}
	}
	if x0 >= x1 {
		return 0, w
	}
	return x0, x1
}

func floorHalf(v int) int {
	if v < 0 {
		return (v - 1) / 2
	}
	return v / 2
}
