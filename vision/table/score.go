package table

import (
	"bytes"
	"context"
	_ "embed" // the scores' weights
	"math"
	"slices"

	"lensd/extract/trees"
	"lensd/vision/layout"
	"lensd/vision/table/ties"
)

//go:embed rank.model.gz
var rankWeights []byte

//go:embed worth.model.gz
var worthWeights []byte

//go:embed ties.net
var tiesWeights []byte

// least is the expected F1 below which nothing is called a table: hardly a page without one reaches it.
const least = 0.35

// Detector finds tables. It is safe for concurrent use.
type Detector struct {
	rank  trees.Forest // puts guesses in order
	worth trees.Forest // log-odds of a guess's F1
	ties  *ties.Net    // how words belong together
}

// NewDetector reads the weights, which scripts/train/table makes. It fails only where they do not fit this program.
func NewDetector() (*Detector, error) {
	rank, err := trees.Read(bytes.NewReader(rankWeights), len(Names()))
	if err != nil {
		return nil, err
	}
	worth, err := trees.Read(bytes.NewReader(worthWeights), len(Names()))
	if err != nil {
		return nil, err
	}
	net, err := ties.Read(bytes.NewReader(tiesWeights))
	return &Detector{rank, worth, net}, err
}

// Find returns the tables of a page from top to bottom: of all ways to see tables there, the best ones that do not
// overlap and that are worth it.
func (d *Detector) Find(ctx context.Context, p *layout.Page) []Table {
	guesses := d.Guesses(p)
	for i := range guesses {
		guesses[i].Rank = d.rank.Sum(guesses[i].Features)
		guesses[i].Worth = 1 / (1 + math.Exp(-d.worth.Sum(guesses[i].Features)))
	}
	found := choose(guesses)
	tell(ctx, guesses, found)
	for i, t := range found {
		th := float64(p.TextHeight)
		found[i] = t.ruledHeadings(p.Rules, th).centredHeadings(th).reachingHeadings()
	}
	slices.SortStableFunc(found, func(a, b Table) int {
		if a.Y0 != b.Y0 {
			return a.Y0 - b.Y0
		}
		return a.X0 - b.X0
	})
	return found
}
