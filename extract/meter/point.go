package meter

import "math"

// Decimals are at most four, and at least three wheels stand before the point.
const (
	maxDecimals = 4
	minIntegers = 3
)

// integerDigits tells how many places stand before the point; len(cells) when nothing tells decimals from the rest. Red
// wheels, red ink and red frames are what sets decimals apart on nearly all counters, so the step in redness decides; a
// colour cast of the whole picture shifts both sides alike. Where there is no such step the cells' looks may still tell.
func integerDigits(cells []Cell) int {
	if k, ok := redStep(cells); ok {
		return k
	}
	return lookStep(cells)
}

// A step in redness counts from this many levels, and only if it stands out of the spread on both sides.
const (
	leastRed  = 12.0
	clearness = 1.6
	redNoise  = 4.0
)

func redStep(cells []Cell) (int, bool) {
	n := len(cells)
	best, at := 0.0, n
	for k := max(minIntegers, n-maxDecimals); k < n; k++ {
		left, ls := spread(cells[:k])
		right, rs := spread(cells[k:])
		if d := right - left; d > leastRed {
			if score := d / (redNoise + ls + rs); score > best {
				best, at = score, k
			}
		}
	}
	return at, best > clearness
}

// spread returns mean and standard deviation of the cells' redness.
func spread(cells []Cell) (mean, deviation float64) {
	var sum, square float64
	for _, c := range cells {
		sum, square = sum+c.Red, square+c.Red*c.Red
	}
	n := float64(len(cells))
	mean = sum / n
	return mean, math.Sqrt(math.Max(square/n-mean*mean, 0))
}

// lookStep splits the row where the net's view of the cells changes for good, by the best of all splits.
func lookStep(cells []Cell) int {
	n := len(cells)
	best, at := math.Inf(-1), n
	for k := n; k >= max(minIntegers, n-maxDecimals); k-- {
		var score float64
		for i, c := range cells {
			if i >= k {
				score += clamp(c.Decimal, 4)
			} else {
				score -= clamp(c.Decimal, 4)
			}
		}
		if k < n {
			score -= 2 // the plain row is the safer claim
		}
		if score > best {
			best, at = score, k
		}
	}
	if at < n && (math.Abs(cells[at-1].Decimal) < plainLook || math.Abs(cells[at].Decimal) < plainLook) {
		return n // a point in the wrong place is worse than none: the station's own setting tells then
	}
	return at
}

// plainLook is the logit from which a wheel's look counts as told, on both sides of the point.
const plainLook = 1.0
