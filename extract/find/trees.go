package find

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"lensd/extract/trees"
)

// Model is what was learned for one kind, or for any: how words look, two stages of scores and the calibration.
// scripts/train/find makes it.
type Model struct {
	fields []string // names of the fields that the trees know by number; none in the generic model
	words  *words
	stages [2]trees.Forest
	sure   trees.Forest
	page   trees.Forest // of what kind a page is
	curve  trees.Curve  // from the raw confidence to the share that was right, ascending
	told   trees.Curve  // what is told instead; the page forest was trained on what curve says
	tagged bool         // the confidence hears a tagger
	judges bool         // the confidence is told of a whole assignment, and chooses it
	old    bool         // trained before extra: such a model has neither its features nor the units that they tell of
}

// modelFile is how a model is kept.
type modelFile struct {
	Fields []string       `json:"fields"`
	Counts [4]int         `json:"counts"` // features that each forest was trained on
	Stages []trees.Forest `json:"stages"`
	Sure   trees.Forest   `json:"sure"`
	Page   trees.Forest   `json:"page"`
	Curve  trees.Curve    `json:"curve"`
	Told   trees.Curve    `json:"told,omitempty"`   // fitted on other pages than the curve, see scripts/train/find/curve.py; none: the curve
	Tagged bool           `json:"tagged,omitempty"` // the confidence was trained beside a tagger
	Judges bool           `json:"judges,omitempty"` // the confidence chooses among whole assignments
	Words  struct {
		Scale   float64          `json:"scale"`
		Bias    [classes]float64 `json:"bias"`
		Weights []byte           `json:"weights"`
	} `json:"words"`
}

// ReadModel reads a model: gzipped JSON.
func ReadModel(r io.Reader) (*Model, error) {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	var file modelFile
	if err := json.NewDecoder(zr).Decode(&file); err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	m := &Model{fields: file.Fields, sure: file.Sure, page: file.Page, curve: file.Curve, told: file.Told}
	if len(m.told) == 0 {
		m.told = m.curve
	}
	if len(file.Words.Weights) > 0 {
		if len(file.Words.Weights) != wordBuckets*classes {
			return nil, fmt.Errorf("find: the words have %d weights", len(file.Words.Weights))
		}
		m.words = &words{scale: file.Words.Scale, bias: file.Words.Bias}
		for _, b := range file.Words.Weights {
			m.words.weights = append(m.words.weights, int8(b))
		}
	}
	copy(m.stages[:], file.Stages)
	want := sizes()
	if m.judges = file.Judges; m.judges {
		want[2] += judgments
	}
	if m.tagged = file.Tagged; m.tagged {
		want[2] += tagTraits
	}
	for i, f := range []trees.Forest{m.stages[0], m.stages[1], m.sure, m.page} {
		was := file.Counts[i] == want[i]-extras[i]
		if len(f) > 0 && file.Counts[i] != want[i] && !was {
			return nil, fmt.Errorf("find: forest %d was trained on %d features, this program has %d", i, file.Counts[i], want[i])
		}
		if err := f.Check(want[i]); err != nil {
			return nil, err
		}
		m.old = m.old || i < ofPages && len(f) > 0 && was && extras[i] > 0
	}
	return m, nil
}

// identity is the number by which the trees know a field, -1: they do not.
func (m *Model) identity(name string) int {
	for i, f := range m.fields {
		if f == name {
			return i
		}
	}
	return -1
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
