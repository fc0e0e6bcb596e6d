package tag

import (
	"fmt"
	"io"
	"slices"

	"lensd/extract/dense"
)

// layer is one round of attention and what follows it.
type layer struct {
	norm     dense.Norm
	qkv      dense.Linear // to queries, keys and values
	join     dense.Linear
	feedNorm dense.Norm
	feed     dense.Linear
	back     dense.Linear
}

// Net is a trained tagger. It is safe for concurrent use.
type Net struct {
	head    head
	letters []int8    // bucket by number
	scale   []float32 // of each bucket

	lineLetters, wordLetters dense.Linear
	place                    [2]dense.Linear
	look                     dense.Linear
	bias                     [2]dense.Linear
	layers                   []layer
	last                     dense.Norm
	around                   [2]dense.Linear
	out                      dense.Linear
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
	n := &Net{}
	in, err := dense.Open(r, &n.head)
	if err != nil {
		return nil, fmt.Errorf("tag: %w", err)
	}
	if err := n.head.check(); err != nil {
		return nil, err
	}
	n.read(in)
	if err := in.End(); err != nil {
		return nil, fmt.Errorf("tag: %w", err)
	}
	return n, nil
}

func (n *Net) read(in *dense.File) {
	h, w := n.head, n.head.Wide
	n.lineLetters, n.wordLetters = in.Linear(h.Letters, w), in.Linear(h.Letters, w)
	n.place = [2]dense.Linear{in.Linear(h.LineTraits, w), in.Linear(w, w)}
	n.look = in.Linear(h.WordTraits, w)
	n.bias = [2]dense.Linear{in.Linear(Relations, 32), in.Linear(32, h.Heads*h.Layers)}
	for range h.Layers {
		n.layers = append(n.layers, layer{in.Norm(w), in.Linear(w, 3*w), in.Linear(w, w), in.Norm(w), in.Linear(w, 2*w), in.Linear(2*w, w)})
	}
	n.last = in.Norm(w)
	n.around = [2]dense.Linear{in.Linear(4*w, w), in.Linear(4*w, w)}
	n.out = in.Linear(w, len(h.Fields)+1)
	n.scale = make([]float32, h.Buckets)
	in.Value(n.scale)
	n.letters = make([]int8, h.Buckets*h.Letters)
	in.Value(n.letters)
}

// Fields returns the names of the fields that the net tells apart, in the order of its answers, which begin with that of no field.
func (n *Net) Fields() []string { return slices.Clone(n.head.Fields) }

// Traits returns how many numbers the net wants of each line and of each word.
func (n *Net) Traits() (lines, words int) { return n.head.LineTraits, n.head.WordTraits }
