package tag

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// most bounds every size that a file names.
const most = 1 << 15

// linear is a matrix, row by row for each output, and a bias.
type linear struct {
	in, out int
	w, bias []float32
}

// norm scales and shifts what has been brought to mean 0 and variance 1.
type norm struct{ scale, shift []float32 }

// layer is one round of attention and what follows it.
type layer struct {
	norm     norm
	qkv      linear // to queries, keys and values
	join     linear
	feedNorm norm
	feed     linear
	back     linear
}

// Net is a trained tagger. It is safe for concurrent use.
type Net struct {
	head    head
	letters []int8    // bucket by number
	scale   []float32 // of each bucket

	lineLetters, wordLetters linear
	place                    [2]linear
	look                     linear
	bias                     [2]linear
	layers                   []layer
	last                     norm
	around                   [2]linear
	out                      linear
}

// head begins a file.
type head struct {
	Fields     []string `json:"fields"`
	Wide       int      `json:"wide"`
	Heads      int      `json:"heads"`
	Layers     int      `json:"layers"`
	Buckets    int      `json:"buckets"`
	Letters    int      `json:"letters"`
	LineTraits int      `json:"line_traits"`
	WordTraits int      `json:"word_traits"`
}

func (h head) check() error {
	for _, v := range []int{h.Wide, h.Heads, h.Layers, h.Letters, h.LineTraits, h.WordTraits, len(h.Fields)} {
		if v < 1 || v > 512 {
			return fmt.Errorf("tag: a size of %d", v)
		}
	}
	if h.Wide%h.Heads != 0 || h.Buckets != Buckets {
		return fmt.Errorf("tag: %d numbers for %d heads, %d sequences of letters", h.Wide, h.Heads, h.Buckets)
	}
	return nil
}

// Read reads a net as scripts/train/find/tagger.py writes it.
func Read(r io.Reader) (*Net, error) {
	in := &file{r: bufio.NewReader(r)}
	n := &Net{}
	b := make([]byte, min(in.count(), most))
	in.full(b)
	if in.err != nil {
		return nil, fmt.Errorf("tag: %w", in.err)
	}
	if err := json.Unmarshal(b, &n.head); err != nil {
		return nil, fmt.Errorf("tag: %w", err)
	}
	if err := n.head.check(); err != nil {
		return nil, err
	}
	n.read(in)
	if in.err != nil {
		return nil, fmt.Errorf("tag: %w", in.err)
	}
	return n, nil
}

func (n *Net) read(in *file) {
	h, w := n.head, n.head.Wide
	n.lineLetters, n.wordLetters = in.linear(h.Letters, w), in.linear(h.Letters, w)
	n.place = [2]linear{in.linear(h.LineTraits, w), in.linear(w, w)}
	n.look = in.linear(h.WordTraits, w)
	n.bias = [2]linear{in.linear(Relations, 32), in.linear(32, h.Heads*h.Layers)}
	for range h.Layers {
		n.layers = append(n.layers, layer{in.norm(w), in.linear(w, 3*w), in.linear(w, w), in.norm(w), in.linear(w, 2*w), in.linear(2*w, w)})
	}
	n.last = in.norm(w)
	n.around = [2]linear{in.linear(4*w, w), in.linear(4*w, w)}
	n.out = in.linear(w, len(h.Fields)+1)
	n.scale = make([]float32, h.Buckets)
	in.value(n.scale)
	n.letters = make([]int8, h.Buckets*h.Letters)
	in.value(n.letters)
	if _, err := in.r.ReadByte(); err == nil && in.err == nil {
		in.err = errors.New("more bytes than its sizes say")
	}
}

// Fields returns the names of the fields that the net tells apart, in the order of its answers, which begin with that of no field.
func (n *Net) Fields() []string { return slices.Clone(n.head.Fields) }

// Traits returns how many numbers the net wants of each line and of each word.
func (n *Net) Traits() (lines, words int) { return n.head.LineTraits, n.head.WordTraits }

// file reads numbers until something is wrong.
type file struct {
	r   *bufio.Reader
	err error
}

func (f *file) value(v any) {
	if f.err == nil {
		f.err = binary.Read(f.r, binary.LittleEndian, v)
	}
}

func (f *file) full(b []byte) {
	if f.err == nil {
		_, f.err = io.ReadFull(f.r, b)
	}
}

func (f *file) count() int {
	var v uint32
	f.value(&v)
	return int(v)
}

// halves reads numbers of which the file has the upper half (bfloat16).
func (f *file) halves(n int) []float32 {
	b := make([]uint16, n)
	f.value(b)
	out := make([]float32, n)
	for i, v := range b {
		out[i] = math.Float32frombits(uint32(v) << 16)
	}
	return out
}

func (f *file) linear(in, out int) linear {
	return linear{in, out, f.halves(in * out), f.halves(out)}
}

func (f *file) norm(n int) norm { return norm{f.halves(n), f.halves(n)} }
