// Package label finds the receiver on a parcel label: name, address and phone, told from the sender's by a field finder that learned
// from drawn labels. What is not printed is not invented. Pure Go; it works on lines that were read from a flat, upright label.
package label

import (
	"math"

	"lensd/extract"
	tables "lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/thai/address"
	"lensd/vision/geom"
)

// Scene is what was found on one label, in the label's own frame in pixels, the label upright. A line that runs across
// the others keeps its direction in the order of its quad's corners.
type Scene struct {
	Width, Height int
	Lines         []extract.Line
	Rows, Cols    []geom.Rect // horizontal and vertical rules
	Codes         []extract.Code
}

// Reader finds receivers. It is safe for concurrent use.
type Reader struct {
	places   *address.Table
	finder   *find.Finder
	captions *tables.Matcher // of labels
	papers   *tables.Matcher // of identity papers
}

// New returns a Reader with its table of Thai places and its model.
func New() (*Reader, error) {
	places, err := address.Open()
	if err != nil {
		return nil, err
	}
	finder, table, err := openFinder()
	if err != nil {
		return nil, err
	}
	papers, err := identityCaptions()
	if err != nil {
		return nil, err
	}
	return &Reader{places, finder, tables.NewMatcher(table), papers}, nil
}

// quarter returns in which of the four directions a quad reads: 0 along x, 1 down, 2 upside down, 3 up.
func quarter(q geom.Quad) int {
	return (int(math.Round(q.Angle()/90)) + 4) % 4
}
