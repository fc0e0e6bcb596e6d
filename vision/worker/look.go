package worker

import (
	"context"
	"time"

	"lensd/extract"
	"lensd/extract/overlay"
)

// Look asks for a picture's pixels. The daemon itself decodes no foreign picture: one of a few MB can take a decoder
// minutes and gigabytes, and a child's are limited.
type Look struct {
	Luma    bool           `json:"luma,omitempty"`  // brightness, one byte a pixel; otherwise a JPEG
	MaxSide int            `json:"max_side"`        // the longer side is brought down to so many pixels; 0: as it is
	Quality int            `json:"quality"`         // of the JPEG, 1 to 100
	Marks   []overlay.Mark `json:"marks,omitempty"` // drawn over it, in the sender's frame
}

// View answers a Look.
type View struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  []byte `json:"-"`
}

// Looker is the child's side of a Look.
type Looker func(picture []byte, look Look) (View, error)

// lookTimeout bounds one look: it is a decoding and a scaling, not a reading.
const lookTimeout = 10 * time.Second

// Look has picture decoded in a child, before readings that wait. Errors are those of Read.
func (p *Pool) Look(ctx context.Context, picture []byte, look Look) (View, error) {
	req := request{Document: extract.Document{Inputs: [][]byte{picture}}, Look: &look}
	o := p.submit(ctx, req, p.urgent)
	return o.view, o.err
}

// of names a request in the log.
func (r request) of() string {
	if r.Look != nil {
		return "look"
	}
	return string(r.Document.Kind)
}

func (r request) timeout(reading time.Duration) time.Duration {
	if r.Look != nil {
		return min(lookTimeout, reading)
	}
	return reading
}
