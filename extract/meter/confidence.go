package meter

import "math"

// Features is what the confidence of a reading rests on.
type Features struct {
	Posterior float64 // of the digits among all explanations, as a logit within ±9
	Worst     float64 // least margin of a cell between its digit's shape and another's, within 0..8
	Evidence  float64 // mean log-probability a cell
	Absent    float64 // greatest probability that a cell is no digit
	Found     float64 // least probability that a cell is a place of a counter
	Even      float64 // spread of the cells' pitch over its mean
	Lead      float64 // merit over the next best row, usually the same one upside down
	Score     float64 // of the detector
	Upright   float64 // logit within ±6
	Cells     float64
}

// The weights are a logistic regression over readings of meters outside the training set; scripts/train/meter/calibrate.py
// fits them and prints the reliability curve that docs/accuracy.md shows.
var weights = Features{
	Posterior: 0.766, Worst: 0.207, Absent: -1.834, Found: 0.816, Even: -9.599, Lead: 0.012, Score: 10.356, Upright: 0.071,
}

const (
	bias = -10.068
	// rejectBelow is the confidence under which nothing is claimed.
	rejectBelow = 0.1
)

// Confidence is the calibrated probability that every digit of the reading is right.
func (f Features) Confidence() float64 {
	w := weights
	z := bias + w.Posterior*f.Posterior + w.Worst*f.Worst + w.Evidence*f.Evidence + w.Absent*f.Absent + w.Found*f.Found +
		w.Even*f.Even + w.Lead*f.Lead + w.Score*f.Score + w.Upright*f.Upright + w.Cells*f.Cells
	return 1 / (1 + math.Exp(-z))
}

func featuresOf(r Row, read reading) Features {
	f := Features{Worst: 8, Found: 1, Score: r.Score, Upright: clamp(r.Upright, 6), Cells: float64(len(r.Cells))}
	p := math.Min(math.Max(read.posterior, 1e-4), 1-1e-4)
	f.Posterior = clamp(math.Log(p/(1-p)), 9)
	f.Evidence = read.evidence
	for i, c := range r.Cells {
		f.Worst = math.Min(f.Worst, math.Max(read.margins[i], 0))
		f.Absent = math.Max(f.Absent, c.NotDigit)
		f.Found = math.Min(f.Found, c.Found)
	}
	f.Even = unevenness(r.Cells)
	return f
}

// unevenness is the standard deviation of the steps between cell centres over their mean. A gap at the decimal point is
// ordinary, so the greatest step does not count.
func unevenness(cells []Cell) float64 {
	if len(cells) < 4 {
		return 0
	}
	var steps []float64
	greatest := 0
	for i := 1; i < len(cells); i++ {
		steps = append(steps, cells[i].Quad.Center().Dist(cells[i-1].Quad.Center()))
		if steps[i-1] > steps[greatest] {
			greatest = i - 1
		}
	}
	var sum, square float64
	for i, s := range steps {
		if i != greatest {
			sum, square = sum+s, square+s*s
		}
	}
	n := float64(len(steps) - 1)
	mean := sum / n
	return math.Sqrt(math.Max(square/n-mean*mean, 0)) / math.Max(mean, 1e-9)
}
