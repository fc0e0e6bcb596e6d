package meter

import (
	"math"
	"slices"

	"lensd/extract/meter"
)

// segmentLead is by how much surer of its digits, in mean log-probability of each cell's best place, the display's reader must
// be to be believed. Over drawn rows of wheels it never is; both readers read easy segments.
const segmentLead = 0.2

// readPair reads both directions of a row as wheels and, in one look, as segments; the surer reader reads on.
func (f *Finder) readPair(p *pyramid, pair []meter.Row) ([]meter.Row, error) {
	lit := []meter.Row{pair[0], pair[1]}
	for i := range lit {
		lit[i].Cells, lit[i].Display = slices.Clone(lit[i].Cells), true
	}
	if err := f.readCells(p, pair, looks(), false); err != nil {
		return nil, err
	}
	if err := f.readCells(p, lit, looks()[2:], true); err != nil {
		return nil, err
	}
	if max(sureness(lit[0]), sureness(lit[1])) < max(sureness(pair[0]), sureness(pair[1]))+segmentLead {
		return pair, nil
	}
	return lit, f.readCells(p, lit, looks(), true)
}

// sureness is the mean of the cells' greatest log-probabilities.
func sureness(r meter.Row) float64 {
	var sum float64
	for _, c := range r.Cells {
		sum += slices.Max(c.Ring[:])
	}
	return sum / math.Max(1, float64(len(r.Cells)))
}
