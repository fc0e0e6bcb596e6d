package recognize

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"slices"

	"lensd/extract"
)

// Memo remembers what recognisers said of crops, so that print that is looked at to learn which side of a page is up is not read
// again with its lines. It belongs to one page: what a crop is read as may depend, by a hair, on the crops that it is read with, and
// the same page shall always give the same answer. Use it from one goroutine at a time.
type Memo struct{ said map[memory]extract.Text }

// memory is what a reading depends on: the crop's pixels, who read it, and the hint.
type memory struct {
	crop [sha256.Size]byte
	by   Recognizer
	hint string
}

// NewMemo returns one that remembers nothing yet.
func NewMemo() *Memo { return &Memo{map[memory]extract.Text{}} }

// read has a recogniser read those crops that the request's memo does not know.
func read(ctx context.Context, by Recognizer, lines Request) ([]extract.Text, error) {
	if lines.Memo == nil {
		return by.Read(ctx, lines)
	}
	hint := fmt.Sprintf("%q %q %q %q", lines.Hint.Script, lines.Hint.Charset, lines.Hint.Pattern, lines.Hint.Lexicon)
	out, keys := make([]extract.Text, len(lines.Crops)), make([]memory, len(lines.Crops))
	var at []int
	var unread []*image.Gray
	for i, c := range lines.Crops {
		keys[i] = memory{digest(c), by, hint}
		var known bool
		if out[i], known = lines.Memo.said[keys[i]]; !known {
			at, unread = append(at, i), append(unread, c)
		}
	}
	if len(unread) == 0 {
		return out, ctx.Err()
	}
	lines.Crops = unread
	texts, err := by.Read(ctx, lines)
	if err != nil {
		return nil, err
	}
	for k, i := range at {
		t := texts[k]
		t.Chars, t.Alternatives = slices.Clip(t.Chars), slices.Clip(t.Alternatives) // whoever appends to one has his own
		out[i], lines.Memo.said[keys[i]] = t, t
	}
	return out, nil
}

// digest tells crops apart by their size and pixels.
func digest(g *image.Gray) (sum [sha256.Size]byte) {
	h := sha256.New()
	w := g.Rect.Dx()
	h.Write(binary.AppendUvarint(nil, uint64(w)))
	for y := range g.Rect.Dy() {
		h.Write(g.Pix[y*g.Stride : y*g.Stride+w])
	}
	h.Sum(sum[:0])
	return sum
}
