package meter

import (
	_ "embed"
	"math"
)

// wheelsModel is a forest over the evidence of a row of wheels, and the curve from its output to the share right. Readings are nearly all
// right from some output on, and much less often below: nothing below is called sure (0.8), so that fewer than one picture in a
// hundred is sure and wrong. It tells right from wrong better than the logistic that decides what is searched on; of displays,
// of which half as many were to be had, it did not. scripts/train/meter/calibrate.py fits both.
//
//go:embed wheels.model
var wheelsModel []byte

// features is how many the forest takes.
const features = 14

// confidence is the calibrated probability that every digit of the reading is right.
func (d *Decoder) confidence(f Features) float64 {
	if f.Display > 0 {
		return litCurve().At(f.clarity())
	}
	p := d.wheels.Probability(f.vector())
	return sigmoid(math.Log(p/(1-p)) - rivalTakes*(clearRival-f.Rival))
}

// rivalTakes is what a second place that looks as much like a counter takes, a unit of the lead over it. Own pictures have too few such
// for the forest to learn it: of 972 readings 19 were such, 10 of them right.
const rivalTakes = 0.3

// vector is the features in the order of scripts/train/meter/calibrate.py.
func (f Features) vector() []float32 {
	out := make([]float32, 0, features)
	for _, v := range []float64{f.Posterior, f.Worst, f.Absent, f.Even, f.Lead, f.Rival, f.Past, f.Upright, f.Agree, f.Seen, f.Glow, f.Open, f.Large, f.Short} {
		out = append(out, float32(v))
	}
	return out
}
