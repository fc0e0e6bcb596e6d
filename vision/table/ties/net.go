package ties

import (
	"fmt"
	"io"

	"lensd/extract/dense"
)

// What is said of a tie from left to right, of one downwards and of a word, in the order of the net's answers.
const (
	Outside = 0 // not of one table; of a word: of none

	SameCell = 1
	NextCell = 2 // beside: another cell of the table
	SameRow  = 2 // under: another cell that shares a row
	OtherRow = 3

	InTable  = 1
	Spanning = 2 // in a cell of several columns
)

// Said is the log-probabilities of what words and ties are, in the web's order.
type Said struct {
	Words, Beside, Under [][]float32
}

// Net is a trained net. It is safe for concurrent use.
type Net struct {
	head   head
	enter  [2]dense.Linear
	know   [2]dense.Linear // of ties beside and under
	rounds []round
	last   dense.Norm
	pair   [2]dense.Linear
	say    [2]dense.Linear
	word   dense.Linear
}

// round is one passing of messages.
type round struct {
	norm       dense.Norm
	send, hear dense.Linear // for each of four sides
	tie        [2]dense.Linear
	join, back dense.Linear
}

// head begins a file.
type head struct {
	Wide   int `json:"wide"`
	Rounds int `json:"rounds"`
	Tie    int `json:"tie"`
	Words  int `json:"words"`
	Beside int `json:"beside"`
	Under  int `json:"under"`
}

func (h head) check() error {
	for _, v := range []int{h.Wide, h.Rounds, h.Tie} {
		if v < 1 || v > 256 {
			return fmt.Errorf("ties: a size of %d", v)
		}
	}
	if h.Words != wordTraits || h.Beside != besideTraits || h.Under != underTraits {
		return fmt.Errorf("ties: a net for %d, %d and %d traits, there are %d, %d and %d", h.Words, h.Beside, h.Under, wordTraits, besideTraits, underTraits)
	}
	return nil
}

// Read reads a net as scripts/train/table/ties.py writes it.
func Read(r io.Reader) (*Net, error) {
	n := &Net{}
	in, err := dense.Open(r, &n.head)
	if err != nil {
		return nil, fmt.Errorf("ties: %w", err)
	}
	if err := n.head.check(); err != nil {
		return nil, err
	}
	n.read(in)
	if err := in.End(); err != nil {
		return nil, fmt.Errorf("ties: %w", err)
	}
	return n, nil
}

func (n *Net) read(in *dense.File) {
	h, w := n.head, n.head.Wide
	n.enter = [2]dense.Linear{in.Linear(h.Words, w), in.Linear(w, w)}
	n.know = [2]dense.Linear{in.Linear(h.Beside, h.Tie), in.Linear(h.Under, h.Tie)}
	for range h.Rounds {
		n.rounds = append(n.rounds, round{in.Norm(w), in.Linear(w, 4*w), in.Linear(w, 4*w), [2]dense.Linear{in.Linear(h.Tie, 2*w), in.Linear(h.Tie, 2*w)}, in.Linear(6*w, w), in.Linear(w, w)})
	}
	n.last = in.Norm(w)
	n.pair = [2]dense.Linear{in.Linear(2*w+h.Tie, w), in.Linear(2*w+h.Tie, w)}
	n.say = [2]dense.Linear{in.Linear(w, NextCell+1), in.Linear(w, OtherRow+1)}
	n.word = in.Linear(w, Spanning+1)
}

// Say tells what a page's words and ties are.
func (n *Net) Say(w *Web) *Said {
	ties := [2][]Tie{w.Beside, w.Under}
	x := make([][]float32, len(w.Words))
	for i, v := range w.Traits {
		x[i] = n.enter[1].Of(dense.Relu(n.enter[0].Of(v)))
	}
	var known [2][][]float32
	for k := range ties {
		for _, t := range ties[k] {
			known[k] = append(known[k], dense.Relu(n.know[k].Of(t.Traits)))
		}
	}
	for i := range n.rounds {
		n.rounds[i].pass(x, ties, known)
	}
	return n.conclude(x, ties, known)
}

func (n *Net) conclude(x [][]float32, ties [2][]Tie, known [2][][]float32) *Said {
	out := &Said{}
	for i := range x {
		x[i] = n.last.Of(x[i])
		out.Words = append(out.Words, dense.LogSoftmax(n.word.Of(x[i])))
	}
	in := make([]float32, 0, n.pair[0].In)
	for k, to := range []*[][]float32{&out.Beside, &out.Under} {
		for i, t := range ties[k] {
			in = append(append(append(in[:0], x[t.From]...), x[t.To]...), known[k][i]...)
			*to = append(*to, dense.LogSoftmax(n.say[k].Of(dense.Relu(n.pair[k].Of(in)))))
		}
	}
	return out
}

// pass adds to what each word knows, x, what comes from its four sides and from the page as a whole.
func (r *round) pass(x [][]float32, ties [2][]Tie, known [2][][]float32) {
	if len(x) == 0 {
		return
	}
	wide := len(x[0])
	normed, sent, heard := make([][]float32, len(x)), make([][]float32, len(x)), make([][]float32, len(x))
	page := make([]float32, wide)
	for i := range x {
		normed[i] = r.norm.Of(x[i])
		sent[i], heard[i] = r.send.Of(normed[i]), r.hear.Of(normed[i])
		for c, v := range normed[i] {
			page[c] += v / float32(len(x))
		}
	}
	got, count := make([]float32, len(x)*4*wide), make([]float32, len(x)*4)
	along := make([]float32, 2*wide)
	for k := range ties {
		for i, t := range ties[k] {
			r.tie[k].Into(along, known[k][i])
			for d, ends := range [2][2]int{{t.From, t.To}, {t.To, t.From}} {
				side := 2*k + d
				at := ends[0]*4 + side
				count[at]++
				hear(got[at*wide:(at+1)*wide], sent[ends[1]][side*wide:], heard[ends[0]][side*wide:], along[d*wide:])
			}
		}
	}
	in := make([]float32, 0, 6*wide)
	for i := range x {
		in = append(in[:0], normed[i]...)
		in = append(in, got[i*4*wide:(i+1)*4*wide]...)
		for side := range 4 {
			if n := count[i*4+side]; n > 1 {
				for c := range wide {
					in[wide*(1+side)+c] /= n
				}
			}
		}
		dense.Add(x[i], r.back.Of(dense.Relu(r.join.Of(append(in, page...)))))
	}
}

// hear adds a message, where it is positive.
func hear(to, sent, heard, along []float32) {
	sent, heard, along = sent[:len(to)], heard[:len(to)], along[:len(to)]
	for c := range to {
		to[c] += max(0, sent[c]+heard[c]+along[c])
	}
}
