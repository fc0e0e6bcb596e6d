package recognize

import (
	"math"

	"lensd/extract"
)

// Confidence turns the certainties of Tesseract's characters into the share of lines with such certainties that are right.
// The features are the weakest character and the geometric mean. The coefficients were set by hand; a fit on half of the own
// lines served the other half better and the labelled lines worse, so they stayed.
func Confidence(chars []extract.Char) float64 {
	weakest, sum, n := 1.0, 0.0, 0.0
	for _, c := range chars {
		if c.Rune == ' ' {
			continue
		}
		weakest = min(weakest, c.Confidence)
		sum += math.Log(max(c.Confidence, 0.01))
		n++
	}
	if n == 0 {
		return 0
	}
	z := -5.0 + 4.0*weakest + 4.5*math.Exp(sum/n)
	return 1 / (1 + math.Exp(-z))
}
