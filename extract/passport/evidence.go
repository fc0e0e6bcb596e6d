// Package passport turns what was seen on a passport's data page into the fields of the interface: the machine-readable
// zone, the print above it, and what each says about the other. It is pure Go; vision supplies the evidence.
package passport

import (
	"context"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/vision/geom"
)

// Phrase is a run of print on one line of the visual zone. Box is in millimetres of the page.
type Phrase struct {
	Box  geom.Rect
	Text extract.Text
}

// Print is the visual zone of one page. Whoever opened it closes it.
type Print interface {
	// Phrases returns all print in reading order; what the portrait covers is left out.
	Phrases(ctx context.Context, script extract.Script) ([]Phrase, error)
	// Versions reads one area, in millimetres, several times, each time from the page prepared in another way: what one
	// preparation eats another leaves. Readings without text are left out.
	Versions(ctx context.Context, area geom.Rect, script extract.Script) ([]extract.Text, error)
	// ToSource leads from millimetres to the sender's picture.
	ToSource(geom.Rect) geom.Quad
}

// Evidence is everything known of one page.
type Evidence struct {
	Zone  mrz.Reading
	Lines []geom.Quad // of the code lines, in the sender's picture
	Chars [][]geom.Quad
	Print Print // nil where no visual zone can be cut: cards, visas, pages cut short
}
