// Package linenet reads printed lines of Thai, Latin letters and digits with a small convolutional CTC net of our own
// behind the recognize.Recognizer interface. MODEL.md beside it is the net's card.
package linenet

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"slices"

	"lensd/extract"
	"lensd/vision/nets"
	"lensd/vision/recognize"
)

//go:embed linenet.onnx
var model []byte

// smallModel is that net trained on by enlarged small print (MODEL.md, Small print).
//
//go:embed small.onnx
var smallModel []byte

// Reader is a recognize.Recognizer. It is used by one goroutine at a time and is to be closed.
type Reader struct {
	net     *nets.Net
	small   *nets.Net // of small print; nil until some is read
	letters alphabet
	judge   judge
}

// New loads the net, which takes some 10 ms.
func New() (*Reader, error) {
	net, err := nets.Open(model)
	if err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the line net is not usable: %w", err)
	}
	judge, err := newJudge()
	if err != nil {
		_ = net.Close()
		return nil, extract.Errorf(extract.KindInternal, "the line net's confidence is not usable: %w", err)
	}
	return &Reader{net: net, letters: newAlphabet(), judge: judge}, nil
}

// Close frees the nets.
func (r *Reader) Close() error {
	if r.small != nil {
		return errors.Join(r.small.Close(), r.net.Close())
	}
	return r.net.Close()
}

// knowing returns the net that knows the print of these lines. Of small Thai print the one for small print knows less than the other.
func (r *Reader) knowing(lines recognize.Request) (*nets.Net, error) {
	s := lines.Hint.Script
	if !lines.Small || s != extract.ScriptLatin && s != extract.ScriptDigit {
		return r.net, nil
	}
	if r.small == nil {
		net, err := nets.Open(smallModel)
		if err != nil {
			return nil, extract.Errorf(extract.KindInternal, "the net of small print is not usable: %w", err)
		}
		r.small = net
	}
	return r.small, nil
}

// Read implements recognize.Recognizer. Lines of like width are read together; ctx is heeded between such batches.
func (r *Reader) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	weighed, err := r.Weigh(ctx, lines)
	if err != nil {
		return nil, err
	}
	out := make([]extract.Text, len(weighed))
	for i, w := range weighed {
		out[i] = w.Text
	}
	return out, nil
}

// Weighed is a text and what its confidence is made of, nothing where nothing was read.
type Weighed struct {
	extract.Text
	Evidence []float32
}

// Weigh reads as Read does and returns the evidence beside each text, to learn from.
func (r *Reader) Weigh(ctx context.Context, lines recognize.Request) ([]Weighed, error) {
	frames, err := frameAll(ctx, lines.Crops)
	if err != nil {
		return nil, err
	}
	net, err := r.knowing(lines)
	if err != nil {
		return nil, err
	}
	c := newConstraint(lines.Hint, r.letters)
	out := make([]Weighed, len(frames))
	for some := range slices.Chunk(batches(frames), together) {
		if err := r.readSome(ctx, net, some, frames, c, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// together is how many batches are kept until their doubtful lines are seen again, which are read in batches of their own: some 20 MB.
const together = 16

// readSome reads the lines of some batches.
func (r *Reader) readSome(ctx context.Context, net *nets.Net, some []batch, lines []*framed, c constraint, out []Weighed) error {
	sights := map[int]sight{}
	if err := r.see(ctx, net, some, lines, c, sights); err != nil {
		return err
	}
	second, err := seconds(lines, sights)
	if err != nil {
		return err
	}
	if err := r.see(ctx, net, batches(second), second, c, sights); err != nil {
		return err
	}
	for i, s := range sights {
		out[i] = r.decode(s, lines[i], c)
	}
	return nil
}

// seconds returns the second views of the lines that the net doubts; the others are nil.
func seconds(lines []*framed, sights map[int]sight) ([]*framed, error) {
	out := make([]*framed, len(lines))
	for i, s := range sights {
		if !s[0].doubtful() {
			continue
		}
		var err error
		if out[i], err = lines[i].again(); err != nil {
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

// see adds a view of each line that the batches name to its sight.
func (r *Reader) see(ctx context.Context, net *nets.Net, some []batch, lines []*framed, c constraint, sights map[int]sight) error {
	for _, b := range some {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.seeBatch(net, b, lines, c, sights); err != nil {
			return err
		}
	}
	return nil
}

// seeBatch runs a net once over the lines that b names and searches what it says of each.
func (r *Reader) seeBatch(net *nets.Net, b batch, lines []*framed, c constraint, sights map[int]sight) error {
	y, err := net.Forward(b.input(lines), []int{len(b.lines), 1, netHeight, b.width})
	for more := 0; err == nil && more < 2 && !finite(y[0].Data); more++ { // see narrowest: another processor may have another width
		b.width += widthStep
		y, err = net.Forward(b.input(lines), []int{len(b.lines), 1, netHeight, b.width})
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
		sights[i] = append(sights[i], r.look(p, c))
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
