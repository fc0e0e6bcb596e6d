// Package linenet reads printed lines of Thai, Latin letters and digits with a small convolutional CTC net of our own
// behind the recognize.Recognizer interface. MODEL.md beside it is the net's card.
package linenet

import (
	"context"
	_ "embed"
	"fmt"
	"image"

	"lensd/extract"
	"lensd/vision/nets"
	"lensd/vision/recognize"
)

//go:embed linenet.onnx
var model []byte

// Reader is a recognize.Recognizer. It is used by one goroutine at a time and is to be closed.
type Reader struct {
	net     *nets.Net
	letters alphabet
}

// New loads the net, which takes some 10 ms.
func New() (*Reader, error) {
	net, err := nets.Open(model)
	if err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the line net is not usable: %w", err)
	}
	return &Reader{net: net, letters: newAlphabet()}, nil
}

// Close frees the net.
func (r *Reader) Close() error { return r.net.Close() }

// Read implements recognize.Recognizer. Lines of like width are read together; ctx is heeded between such batches.
func (r *Reader) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	frames, err := frameAll(ctx, lines.Crops)
	if err != nil {
		return nil, err
	}
	out := make([]extract.Text, len(frames))
	c := newConstraint(lines.Hint, r.letters)
	for _, b := range batches(frames) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.readBatch(b, frames, c, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// frameAll brings crops to the net's height.
func frameAll(ctx context.Context, crops []*image.Gray) ([]*framed, error) {
	out := make([]*framed, len(crops))
	for i, crop := range crops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if out[i], err = normalise(crop); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readBatch runs the net once over the lines that b names and decodes each.
func (r *Reader) readBatch(b batch, lines []*framed, c constraint, out []extract.Text) error {
	y, err := r.net.Forward(b.input(lines), []int{len(b.lines), 1, netHeight, b.width})
	for more := 0; err == nil && more < 2 && !finite(y[0].Data); more++ { // see narrowest: another processor may have another width
		b.width += widthStep
		y, err = r.net.Forward(b.input(lines), []int{len(b.lines), 1, netHeight, b.width})
	}
	if err != nil {
		return extract.Errorf(extract.KindInternal, "the line net failed: %w", err)
	}
	each := len(y[0].Data) / len(b.lines)
	columns := b.width / 4
	if each != 2*r.letters.size()*columns {
		return extract.Errorf(extract.KindInternal, "the line net fails: %w", fmt.Errorf("%d values a line, not %d x %d", each, 2*r.letters.size(), columns))
	}
	for k, i := range b.lines {
		p := newPosterior(y[0].Data[k*each:(k+1)*each], r.letters.size(), columns, (lines[i].width+1)/2)
		out[i] = r.decode(p, lines[i], c)
	}
	return nil
}

// finite reports that a net's values are numbers: one that is none makes their sum none.
func finite(values []float32) bool {
	sum := float32(0)
	for _, v := range values {
		sum += v * 0
	}
	return sum == 0
}
