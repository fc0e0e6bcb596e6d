// Package sure makes of what speaks for and against a value the probability that it is right: a sum of trees, and the curve
// from its output to the share that was right of values that it was not trained on. scripts/train/sure fits both. Pure Go.
package sure

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sort"
	"unicode"

	"lensd/extract"
	"lensd/extract/trees"
	"lensd/vision/geom"
)

// Model is what was fitted for one kind.
type Model struct {
	forest trees.Forest
	curve  trees.Curve // from the forest's output to the share that was right, ascending
}

// Read reads a model fitted on that many features: gzipped JSON, {"features": n, "trees": […], "curve": [[raw, share], …]}.
func Read(b []byte, features int) (*Model, error) {
	forest, err := trees.Read(bytes.NewReader(b), features)
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("sure: %w", err)
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		return nil, fmt.Errorf("sure: %w", err)
	}
	var file struct {
		Curve trees.Curve `json:"curve"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("sure: %w", err)
	}
	if len(file.Curve) == 0 || !sort.SliceIsSorted(file.Curve, func(i, j int) bool { return file.Curve[i][0] < file.Curve[j][0] }) {
		return nil, fmt.Errorf("sure: the curve does not ascend")
	}
	return &Model{forest, file.Curve}, nil
}

// WorthTelling is the confidence below which a value is not given: it is wrong more often than right.
const WorthTelling = 0.3

// Judge returns the fields that are worth telling with fitted confidences, and what these are made of. doubts gives the features of
// the i-th field.
func (m *Model) Judge(fields []extract.Field, doubts func(i int) []float32) (kept []extract.Field, made [][]float32) {
	for i, f := range fields {
		v := doubts(i)
		if f.Confidence = m.Probability(v); f.Confidence >= WorthTelling {
			kept, made = append(kept, f), append(made, v)
		}
	}
	return kept, made
}

// Probability is the chance that a value with these features is right.
func (m *Model) Probability(v []float32) float64 {
	return m.curve.At(1 / (1 + math.Exp(-m.forest.Sum(v))))
}

// Common is how many features Of returns.
const Common = 10

// Of returns what may speak for or against any value: which field it is, what its kind thinks of it (confidence), its signs, how
// surely the lines at its places, on the sheet, and all lines of the page were read.
func Of(field int, confidence float64, value string, places []geom.Rect, l *extract.Layout) []float32 {
	letters, digits, others := 0, 0, 0
	for _, r := range value {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case r != ' ':
			others++
		}
	}
	worst, mean, typeset := 1.0, 0.0, float32(0)
	for _, line := range l.Lines {
		mean += line.Text.Confidence / float64(len(l.Lines))
		for _, p := range places {
			if line.Quad.Bounds().Intersect(p).Area() > 0.3*min(p.Area(), line.Quad.Bounds().Area()) {
				worst = min(worst, line.Text.Confidence)
			}
		}
	}
	if l.Typeset {
		typeset = 1
	}
	return []float32{float32(field), float32(confidence), float32(letters), float32(digits), float32(others), float32(worst), float32(mean), typeset,
		float32(len(l.Lines)), float32(len(places))}
}

// Flag is 1 or 0.
func Flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
