package recognize

import (
	"context"
	"image"

	"lensd/extract"
	"lensd/extract/trace"
)

// prepared is a Recognizer that sees its crops through a preparation.
type prepared struct {
	Recognizer
	name    string
	prepare func(*image.Gray) (*image.Gray, error)
}

// Prepared returns r with every crop put through prepare first, which must keep a crop's proportions: positions along
// the line are shares of its width. Closing it closes r. A trace knows it by name.
func Prepared(name string, r Recognizer, prepare func(*image.Gray) (*image.Gray, error)) Recognizer {
	return &prepared{r, name, prepare}
}

// Read implements Recognizer.
func (p *prepared) Read(ctx context.Context, lines Request) ([]extract.Text, error) {
	defer trace.Stage(ctx, p.name)()
	ready := make([]*image.Gray, len(lines.Crops))
	for i, c := range lines.Crops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if ready[i], err = p.prepare(c); err != nil {
			return nil, err
		}
	}
	cut := lines.Crops
	lines.Crops = ready
	texts, err := p.Recognizer.Read(ctx, lines)
	if err == nil {
		trace.From(ctx).Lines(p.name, cut, ready, lines.Hint, texts)
	}
	return texts, err
}
