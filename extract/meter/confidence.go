package meter

import (
	"math"

	"lensd/extract/trees"
)

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
	Large     float64 // logarithm of the row's share of the picture over ample, up to 0: numbers of a page are small in it
	Short     float64 // 1 of a display's row that is long enough by a faint place alone
	Display   float64 // 1 of a display, whose evidence comes from another net and is weighed by itself; 0 of wheels
}

// logistic is a fitted regression; scripts/train/meter/calibrate.py fits it and prints its reliability curve.
type logistic struct {
	bias    float64
	weights Features
}

// judgement is, for each sort of counter, what tells a clear reading and what tells that a counter is there at all, and the curve from
// clarity to the share right. The second was fitted against what was read where there is no counter: what speaks for a counter is not
// what speaks for its digits, and a dim display is none the less one. The curve is an isotonic regression brought to a few knots:
// nothing below the clarity from which on readings are nearly all right is called sure (0.8); just below it they are better than said.
type judgement struct {
	clear, there logistic
	curve        trees.Curve
}

func ofWheels() judgement {
	return judgement{
		clear: logistic{bias: -10.299, weights: Features{
			Posterior: 0.722, Worst: 0.546, Even: -7.633, Lead: 0.332, Rival: 0.764, Past: -0.121, Agree: 1.323, Seen: 0.086, Open: -0.030,
		}},
		curve: trees.Curve{
			{-14.42, .001}, {-5.95, .333}, {-3.44, .532}, {-2.57, .596}, {-1.97, .794}, {-1.11, .795}, {-1.09, .952}, {.74, .989}, {2.3, .998}, {5.56, .999},
		},
		there: logistic{bias: -12.806, weights: Features{
			Posterior: 0.228, Absent: -3.690, Even: -0.156, Rival: 1.141, Upright: 0.043, Agree: 1.569, Seen: 2.025, Glow: 2.370, Large: 2.426,
		}},
	}
}

func ofDisplays() judgement {
	return judgement{
		clear: logistic{bias: -7.081, weights: Features{
			Posterior: 0.455, Worst: 0.552, Absent: -0.957, Even: -2.371, Lead: 0.512, Past: -0.067, Agree: 1.207, Open: -0.287,
			Short: -2, // not fitted: few own displays are such, and what stands beside three lit digits is often their unit
		}},
		curve: trees.Curve{{-9.9, .001}, {-3.96, .256}, {-2.11, .395}, {-.9, .762}, {-.03, .786}, {.65, .794}, {1.69, .795}, {1.71, .93}, {2.41, .99}, {5.25, .999}},
		there: logistic{bias: -11.306, weights: Features{
			Absent: -2.778, Lead: 0.089, Rival: 1.046, Past: -0.256, Upright: 0.198, Agree: 1.442, Seen: 1.935, Glow: 0.819, Open: -0.081,
			Large: 2,
		}},
	}
}

// From here on a greater lead makes a reading no surer.
const (
	clearLead  = 6.0
	clearRival = 5.0
)

// ample is the share of the picture's longer side from which on a row is no smaller than most counters are.
const ample = 0.3

// Nothing is claimed where the odds are that there is no counter. The biases are such that noCounter refuses few of the right ones:
// 7 of 852 own displays, 3 of 1,412 rows of wheels.
const noCounter = -1.2

// likely is the logit from which on a counter is not looked for in the parts of the picture.
const likely = 0.0

// plain is the clarity from which on a reading is not worth a further search.
const plain = -0.87

// counter is the logit that a counter is there at all.
func (f Features) counter() float64 { return f.judged().there.of(f) }

// confidence is the calibrated probability that every digit of the reading is right.
func (f Features) confidence() float64 {
	j := f.judged()
	p := j.curve.At(j.clear.of(f))
	if f.Display == 0 && f.Past > mayGoOn {
		return math.Min(p, unsure)
	}
	return p
}

// Wheels that may go on beyond an end are never sure, however clear they are: a wheel that the edge or the dark half hides is left out
// without a trace in the others. Of 519 own readings beside which the limit was chosen 3 are sure and wrong where 6 were, and 0.02 less are sure.
const (
	mayGoOn = -1.5 // logit that the row goes on
	unsure  = 0.795
)

// clarity is the logit that the evidence of the digits alone gives.
func (f Features) clarity() float64 { return f.judged().clear.of(f) }

func (f Features) judged() judgement {
	if f.Display > 0 {
		return ofDisplays()
	}
	return ofWheels()
}

func (l logistic) of(f Features) float64 {
	w := l.weights
	return l.bias + w.Posterior*f.Posterior + w.Worst*f.Worst + w.Absent*f.Absent + w.Even*f.Even + w.Lead*f.Lead +
		w.Rival*f.Rival + w.Past*f.Past + w.Upright*f.Upright + w.Agree*f.Agree + w.Seen*f.Seen + w.Glow*f.Glow + w.Open*f.Open + w.Large*f.Large + w.Short*f.Short
}

func featuresOf(r Row, read reading) Features {
	f := Features{Worst: 8, Upright: clamp(r.Upright, 6), Even: unevenness(r.Cells), Seen: logit(r.Score), Open: openness(r)}
	if r.Display {
		f.Display = 1
	}
	if r.Share > 0 {
		f.Large = math.Min(0, math.Log(r.Share/ample))
	}
	if r.Short {
		f.Short = 1
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
