package recognize

import (
	"context"
	"image"

	"lensd/extract"
)

// prepared is a Recognizer that sees its crops through a preparation.
type prepared struct {
	Recognizer
	prepare func(*image.Gray) (*image.Gray, error)
}

// Prepared returns r with every crop put through prepare first, which must keep a crop's proportions: positions along
// the line are shares of its width. Closing it closes r.
func Prepared(r Recognizer, prepare func(*image.Gray) (*image.Gray, error)) Recognizer {
	return &prepared{r, prepare}
}

// Read implements Recognizer.
func (p *prepared) Read(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([]extract.Text, error) {
	ready := make([]*image.Gray, len(crops))
	for i, c := range crops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if ready[i], err = p.prepare(c); err != nil {
			return nil, err
		}
	}
	return p.Recognizer.Read(ctx, ready, hint)
}
