package meter

import (
	"cmp"
	"math"
	"slices"

	"lensd/vision/geom"
)

// Decimals are at most four, and at least three wheels stand before the point.
const (
	maxDecimals = 4
	minIntegers = 3
)

// integerDigits tells how many places stand before the point; len(cells) when nothing tells decimals from the rest. Red wheels, red
// ink and red frames are what sets decimals apart on nearly all counters, and the net sees frames and colours too; what both say
// of every place that the point may have is weighed together. A point in the wrong place is worse than none, for then the station's
// own setting tells: it is given only where it is likelier than all other places together by far. Displays often show decimals smaller.
func integerDigits(cells []Cell, display bool) int {
	limit := surePoint
	if display {
		limit = surePointOfDisplay
	}
	n := len(cells)
	splits, total := pointOdds(cells), 0.0
	if display {
		for decimals := range splits[1:] {
			splits[decimals+1] *= math.Exp(sizeTells * lower(cells[:n-decimals-1], cells[n-decimals-1:]))
		}
	}
	best := 0
	for i, odds := range splits {
		total += odds
		if odds > splits[best] {
			best = i
		}
	}
	if splits[best] < limit*total {
		return n
	}
	return n - best
}

// From these probabilities on a point is given: chosen so that hardly one of own held-out counters has it in the wrong place. Displays
// show it themselves or have decimals of another size, which the net alone sees.
const (
	surePoint          = 0.7
	surePointOfDisplay = 0.6
)

// Weights of what speaks for a place of the point: a conditional logit over the places of 833 counters that we drew (fit_point.py).
const (
	redStepTells = 0.796 // a unit of the step in redness, in units of its spread
	redGapTells  = 0.246 // ten levels between the least red decimal and the reddest wheel before the point
	lookTells    = 0.135 // a logit of the net's, of every cell
	edgeTells    = 0.512 // a logit of the net's step at the point
	noneTells    = 2.379 // that there is no point
)

// sizeTells is the weight of the logarithm of how much lower a display's decimals are. The likelihood is flat from 5 to 10 on 244 held-out
// displays that we drew, whose net sees small decimals well; half of that costs nothing where they stand as high as the rest.
const (
	sizeTells  = 4.0
	mostHigher = 0.2
	mostLower  = 0.7
)

// lower is the logarithm of by how much cells are lower than those before them.
func lower(left, right []Cell) float64 {
	return math.Max(-mostHigher, math.Min(mostLower, math.Log(heightOf(left)/heightOf(right))))
}

// heightOf is the median height of cells; a pixel where they have none.
func heightOf(cells []Cell) float64 {
	heights := make([]float64, len(cells))
	for i, c := range cells {
		_, heights[i] = c.Quad.Size()
	}
	return math.Max(1, geom.Median(heights))
}

// pointOdds are the odds of each number of decimals: none, one and so on.
func pointOdds(cells []Cell) (odds []float64) {
	n := len(cells)
	for decimals := 0; decimals <= maxDecimals && (decimals == 0 || n-decimals >= minIntegers); decimals++ {
		left, right := cells[:n-decimals], cells[n-decimals:]
		logit := lookTells * (looks(right) - looks(left))
		if decimals == 0 {
			logit += noneTells
		} else {
			logit += redStepTells*redStep(left, right) + redGapTells*redGap(left, right) +
				edgeTells*(math.Min(right[0].look(), mostEdge)-math.Max(left[len(left)-1].look(), -mostEdge))
		}
		odds = append(odds, math.Exp(logit))
	}
	return odds
}

// The net's view of a single cell counts up to mostLook logits, and up to mostEdge at the point.
const (
	mostLook = 4.0
	mostEdge = 3.0
)

func (c Cell) look() float64 { return clamp(c.Decimal, mostLook) }

func looks(cells []Cell) (sum float64) {
	for _, c := range cells {
		sum += c.look()
	}
	return sum
}

// redNoise is what two wheels of one colour differ by in redness.
const redNoise = 4.0

// redStep is how much redder the decimals are, in units of the spread on both sides: a colour cast of the whole picture shifts both
// alike, and a lamp's slow change spreads both.
func redStep(left, right []Cell) float64 {
	l, ls := spread(left)
	r, rs := spread(right)
	return math.Max(-1, math.Min(6, (r-l)/(redNoise+ls+rs)))
}

// redGap is by how much the least red decimal is redder than the reddest place before it, in tens of levels.
func redGap(left, right []Cell) float64 {
	least := slices.MinFunc(right, byRed).Red
	most := slices.MaxFunc(left, byRed).Red
	return math.Max(-2, math.Min(4, (least-most)/10))
}

func byRed(a, b Cell) int { return cmp.Compare(a.Red, b.Red) }

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

// withoutDoubtfulDecimals leaves out the decimals of a display that are not plain, where the reading is not sure: what stands before the
// point counts most, and is told at least. Such a reading is never sure, for it is not all that the meter shows.
func (d *Decoder) withoutDoubtfulDecimals(c Candidate) Candidate {
	whole := c.Meter.IntegerDigits
	if !c.row.Display || whole < minIntegers || c.Meter.Confidence > unsure || !doubtful(c.row.Cells[whole:]) {
		return c
	}
	r := c.row
	r.Cells = r.Cells[:whole]
	f := featuresOf(r, d.carry.readRow(r.Cells))
	f.Lead, f.Rival, f.Agree = c.Features.Lead, c.Features.Rival, c.Features.Agree
	c.Meter.Confidence = math.Min(unsure, math.Max(c.Meter.Confidence, f.confidence()))
	c.Meter.Value, c.Meter.Digits, c.Meter.Positions = c.Meter.Value[:whole], c.Meter.Digits[:whole], c.Meter.Positions[:whole]
	return c
}

// plainDecimal is the share of its likeliest digit from which on a decimal is kept. Of 109 own held-out displays with a point (8978)
// eight were doubtful by it, of which six were right with their decimals and seven without.
const plainDecimal = 0.85

// doubtful tells that one of the cells may as well show another digit.
func doubtful(cells []Cell) bool {
	return slices.ContainsFunc(cells, func(c Cell) bool {
		most := 0.0
		for digit := range 10 {
			most = math.Max(most, c.share(digit))
		}
		return most < plainDecimal
	})
}
