package meter

import "math"

// Features is what the confidence of a reading rests on.
type Features struct {
	Posterior float64 // of the digits among all explanations, as a logit within ±9
	Worst     float64 // least margin of a cell between its digit's shape and another's, within 0..8
	Absent    float64 // greatest probability that a cell is no digit
	Even      float64 // spread of the cells' pitch over its mean
	Lead      float64 // merit over the same row upside down, up to clearLead
	Rival     float64 // how much more it looks like a counter than the next place of the picture, up to clearRival
	Past      float64 // logit that the row goes on beyond an end
	Upright   float64 // logit within ±6
	Agree     float64 // what further cuts of the row say, on average: 1 the same, 0.5 all but the last digit, 0 something else or nothing
	Seen      float64 // the detector's score as a logit, within ±5
	Glow      float64 // mean logit of the places' probability to be a counter's
	Open      float64 // logit that a digit stands where the picture ends or goes on beyond the row, within ±6; -6: no room for one
	Display   float64 // 1 of a display, whose evidence comes from another net and is weighed by itself; 0 of wheels
}

// logistic is a fitted regression over readings of meters outside the training set; scripts/train/meter/calibrate.py fits it and
// prints the reliability curve that docs/accuracy.md shows.
type logistic struct {
	bias    float64
	weights Features
	// optimism is how much surer the fit is, in logits, than readings that it did not see allow: so much is taken off that of
	// the scenes in each fifth, judged by the other four's weights, fewer than one in a hundred is sure and wrong.
	optimism float64
}

// ofWheels was fitted on drawn dials, on pictures of the counter alone and on what was read where there is no counter.
func ofWheels() logistic {
	return logistic{bias: -7.441, optimism: 1.6, weights: Features{
		Posterior: 0.466, Worst: 0.230, Absent: -1.971, Even: -11.011, Lead: 0, Rival: 0.945, Past: -0.016, Upright: 0.004, Agree: 1.225,
		Seen: 0.770, Glow: 0, Open: -0.367,
	}}
}

// ofDisplays takes more off: fresh scenes with ghosts, drawn after the nets were chosen, were read worse than those of the choice.
func ofDisplays() logistic {
	return logistic{bias: -2.164, optimism: 2.0, weights: Features{
		Posterior: 0.767, Worst: 0.202, Absent: -2.774, Even: 0, Lead: 0.123, Rival: 0, Past: -0.297, Upright: 0.008, Agree: 1.339,
	}}
}

// From here on a greater lead makes a reading no surer.
const (
	clearLead  = 6.0
	clearRival = 5.0
)

// rejectBelow is the confidence under which nothing is claimed.
const rejectBelow = 0.05

// Confidence is the calibrated probability that every digit of the reading is right.
func (f Features) Confidence() float64 {
	l := ofWheels()
	if f.Display > 0 {
		l = ofDisplays()
	}
	w := l.weights
	z := l.bias - l.optimism + w.Posterior*f.Posterior + w.Worst*f.Worst + w.Absent*f.Absent + w.Even*f.Even + w.Lead*f.Lead +
		w.Rival*f.Rival + w.Past*f.Past + w.Upright*f.Upright + w.Agree*f.Agree + w.Seen*f.Seen + w.Glow*f.Glow + w.Open*f.Open
	return 1 / (1 + math.Exp(-z))
}

func featuresOf(r Row, read reading) Features {
	f := Features{Worst: 8, Upright: clamp(r.Upright, 6), Even: unevenness(r.Cells), Seen: logit(r.Score), Open: openness(r)}
	if r.Display {
		f.Display = 1
	}
	f.Past = math.Max(belongs(r.Beyond[0]), belongs(r.Beyond[1]))
	p := math.Min(math.Max(read.posterior, 1e-4), 1-1e-4)
	f.Posterior = clamp(math.Log(p/(1-p)), 9)
	for i, c := range r.Cells {
		f.Worst = math.Min(f.Worst, math.Max(read.margins[i], 0))
		f.Absent = math.Max(f.Absent, c.NotDigit)
		f.Glow += logit(c.Found) / float64(len(r.Cells))
	}
	return f
}

// leastRoom is the share of a place that must lie in the picture for a cut digit to be suspected there.
const leastRoom = 0.12

// openness is the logit that the row goes on beyond one of its ends, in the eyes of what reads single places: a wheel that the
// picture's edge cuts is none, but nor is the counter whole without it.
func openness(r Row) float64 {
	open := -6.0
	for _, c := range r.Beyond {
		if c.Inside >= leastRoom {
			open = math.Max(open, clamp(-logit(c.NotDigit), 6))
		}
	}
	return open
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
