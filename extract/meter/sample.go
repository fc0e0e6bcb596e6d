package meter

import (
	"math"
	"strings"

	"lensd/extract"
)

// Sample is one labelled picture in the training format: a line of truth.jsonl beside the picture, as
// scripts/synth/meter/generate.py writes it and scripts/train/meter reads it. `lensd export samples` makes a folder of
// them out of corrections.
type Sample struct {
	File      string          `json:"file"`      // name of the picture beside truth.jsonl
	Digits    string          `json:"digits"`    // as a person read them, left to right, no point
	Positions []float64       `json:"positions"` // of each wheel on its ring, as well as known
	Decimals  int             `json:"decimals"`  // how many of them stand behind the point
	Kind      string          `json:"kind"`      // always "sample": the positions are less exact than synthetic ones
	Cells     [][4][2]float64 `json:"cells"`     // corner points of each digit in pixels, in reading direction
	Station   string          `json:"station,omitempty"`
}

// NewSample labels the picture of a reading with what a person says it shows. It fails with KindQuality when the truth
// has another number of digits than boxes were found: then nobody knows which box shows what.
func NewSample(file, station string, read extract.Meter, truth string) (Sample, error) {
	whole, decimals, point := strings.Cut(truth, ".")
	digits := whole + decimals
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return Sample{}, extract.Errorf(extract.KindQuality, "%q is no counter reading; give digits with at most one point", truth)
	}
	if len(digits) != len(read.Digits) {
		return Sample{}, extract.Errorf(extract.KindQuality,
			"the correction has %d digits, the picture %d boxes; it is kept as a reading but teaches nothing", len(digits), len(read.Digits))
	}
	s := Sample{File: file, Station: station, Digits: digits, Kind: "sample", Decimals: len(decimals)}
	if !point && read.IntegerDigits > 0 {
		s.Decimals = len(digits) - read.IntegerDigits
	}
	for i, q := range read.Digits {
		var box [4][2]float64
		for k, p := range q {
			box[k] = [2]float64{p.X, p.Y}
		}
		s.Cells = append(s.Cells, box)
		s.Positions = append(s.Positions, place(float64(digits[i]-'0'), read.Positions, i))
	}
	return s, nil
}

// place keeps the position that was seen where it agrees with the true digit, as a wheel on its way does.
func place(digit float64, seen []float64, i int) float64 {
	if i < len(seen) {
		if d := math.Mod(seen[i]-digit+15, 10) - 5; d > -0.35 && d < 1 {
			return seen[i]
		}
	}
	return digit
}
