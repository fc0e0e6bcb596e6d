package dense

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
)

// mostHead bounds the head that a file may name.
const mostHead = 1 << 15

// File reads a net as the trainers in scripts/train write it: the length of a JSON head, the head, then numbers, little-endian. It
// goes on until something is wrong, which End tells.
type File struct {
	r   *bufio.Reader
	err error
}

// Open begins to read a net's file; its sizes go into head.
func Open(r io.Reader, head any) (*File, error) {
	f := &File{r: bufio.NewReader(r)}
	var size uint32
	f.Value(&size)
	b := make([]byte, min(size, mostHead))
	if f.err == nil {
		_, f.err = io.ReadFull(f.r, b)
	}
	if f.err == nil {
		f.err = json.Unmarshal(b, head)
	}
	return f, f.err
}

// Value reads what encoding/binary reads.
func (f *File) Value(v any) {
	if f.err == nil {
		f.err = binary.Read(f.r, binary.LittleEndian, v)
	}
}

// halves reads numbers of which the file has the upper half (bfloat16).
func (f *File) halves(n int) []float32 {
	b := make([]uint16, n)
	f.Value(b)
	out := make([]float32, n)
	for i, v := range b {
		out[i] = math.Float32frombits(uint32(v) << 16)
	}
	return out
}

// Linear reads a linear map.
func (f *File) Linear(in, out int) Linear {
	return Linear{in, out, f.halves(in * out), f.halves(out)}
}

// Norm reads a layer norm.
func (f *File) Norm(n int) Norm { return Norm{f.halves(n), f.halves(n)} }

// End returns what was wrong with the file; that it goes on is.
func (f *File) End() error {
	if _, err := f.r.ReadByte(); err == nil && f.err == nil {
		f.err = errors.New("more bytes than its sizes say")
	}
	return f.err
}
