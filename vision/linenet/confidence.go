package linenet

import (
	"math"

	"lensd/extract"
)

// evidence sums up how sure the net is of a line: the log odds of its weakest sign and of the whole text.
func evidence(chars []extract.Char, log float64) (weakest, whole float64) {
	least := 1.0
	for _, c := range chars {
		least = math.Min(least, c.Confidence)
	}
	return logit(least), logit(math.Exp(log))
}

// calibrate turns evidence into the share of lines with it that are right: a logistic fit on lines of held-out fonts and
// words (scripts/train/lines/calibrate.py; the reliability curve is in docs/accuracy.md).
func calibrate(weakest, whole float64) float64 {
	const bias, weakestWeight, wholeWeight = 0.64, 0.30, 0.26
	return 1 / (1 + math.Exp(-(bias + weakestWeight*weakest + wholeWeight*whole)))
}

func logit(p float64) float64 {
	p = math.Max(1e-5, math.Min(1-1e-5, p))
	return math.Log(p / (1 - p))
}
