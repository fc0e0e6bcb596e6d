package labels

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/recognize"
)

// What makes pieces of a line: print of another size behind a gap. A caption in small print is misread beside its value in
// large print, and the value with it, because a line is read at one height.
const (
	otherSize  = 1.3  // ratio of the letters' heights
	partGap    = 0.25 // room between the pieces, in heights of the larger
	fewestPart = 2    // glyphs of a piece
	mostFore   = 4    // glyphs of a first word that may be a small caption
	smallFore  = 0.9  // of the height of what follows, at most
	wellRead   = 0.85 // confidence from which on a line is whole
	surerParts = 0.05 // confidence that pieces have more
	surerFore  = 0.15 // that what is behind a first word has more
)

// parts returns the pieces of a line where its print changes its size, nil where it does not.
func (c chain) parts() []chain {
	if head, rest, ok := c.headed(); ok {
		if more := rest.parts(); more != nil {
			return append([]chain{head}, more...)
		}
		return []chain{head, rest}
	}
	core := slices.Clone(c.blobs[:c.core])
	slices.SortFunc(core, func(a, b blob) int { return a.x0 - b.x0 })
	best, at, far := math.Inf(1), 0, core[0].x1
	for i := fewestPart; i <= len(core)-fewestPart; i++ {
		for _, b := range core[:i] {
			far = max(far, b.x1)
		}
		l, r := tall(c.unbracketed(core[:i])), tall(c.unbracketed(core[i:]))
		if max(l, r) < otherSize*min(l, r) || float64(core[i].x0-far) < partGap*max(l, r) {
			continue
		}
		if uneven := spread(core[:i], l) + spread(core[i:], r); uneven < best {
			best, at = uneven, i
		}
	}
	if at == 0 {
		return nil
	}
	var out []chain
	for _, piece := range c.cut(core, at) {
		if more := piece.parts(); more != nil {
			out = append(out, more...)
		} else {
			out = append(out, piece)
		}
	}
	return out
}

// cut parts a line before one of its glyphs, which are sorted from the left; marks go to the nearer piece.
func (c chain) cut(core []blob, at int) []chain {
	left, right := newChain(core[:at:at]), newChain(core[at:])
	between := left.box.x1 + right.box.x0
	for _, b := range c.blobs[c.core:] {
		if b.x0+b.x1 < between {
			left.blobs = append(left.blobs, b)
		} else {
			right.blobs = append(right.blobs, b)
		}
	}
	left.measure()
	right.measure()
	return []chain{left, right}
}

// fore parts the first word of few glyphs from a line: letters of a small caption run together to pieces as high as the letters of its
// value. It is nil where the line begins otherwise.
func (c chain) fore() []chain {
	core := slices.Clone(c.blobs[:c.core])
	slices.SortFunc(core, func(a, b blob) int { return a.x0 - b.x0 })
	far := core[0].x1
	for i := 1; i <= mostFore && i < len(core)-fewestPart; i++ {
		if float64(core[i].x0-far) >= partGap*c.glyph {
			if pieces := c.cut(core, i); pieces[0].glyph < smallFore*pieces[1].glyph {
				return pieces
			}
			return nil
		}
		far = max(far, core[i].x1)
	}
	return nil
}

// headed parts a line from small pieces that stand before it and were taken for marks of it: a caption less than half as high.
func (c chain) headed() (head, rest chain, ok bool) {
	first := slices.MinFunc(c.blobs[:c.core], func(a, b blob) int { return a.x0 - b.x0 })
	edge := float64(first.x0) - partGap*c.glyph
	var before []blob
	rest = chain{blobs: slices.Clone(c.blobs[:c.core]), core: c.core}
	for _, b := range c.blobs[c.core:] {
		if float64(b.x1) < edge {
			before = append(before, b)
		} else {
			rest.blobs = append(rest.blobs, b)
		}
	}
	if len(before) < fewestPart || float64(first.x0-before[0].x0) < c.glyph/2 {
		return chain{}, chain{}, false
	}
	rest.measure()
	return newChain(before), rest, true
}

// What brackets are like: slim for their height, and reaching below the base line by this share of it.
const (
	bracketSlim  = 0.45
	bracketBelow = 0.05
)

// unbracketed leaves brackets out of glyphs, all of them where nothing else is left: "(02)" is print of the size of the figures after it.
func (c chain) unbracketed(glyphs []blob) []blob {
	var out []blob
	for _, b := range glyphs {
		h := float64(b.h())
		if float64(b.w()) >= bracketSlim*h || c.below(b) < bracketBelow*h {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		return glyphs
	}
	return out
}

// tall is the height of print: the upper third of its glyphs.
func tall(glyphs []blob) float64 {
	h := make([]int, 0, len(glyphs))
	for _, b := range glyphs {
		h = append(h, b.h())
	}
	slices.Sort(h)
	return float64(max(1, h[len(h)*2/3]))
}

// spread sums up by how much glyphs differ from a height.
func spread(glyphs []blob, height float64) (sum float64) {
	for _, b := range glyphs {
		sum += math.Abs(float64(b.h()) - height)
	}
	return sum
}

// parted reads the lines that may be pieces of several sizes piece by piece as well, and takes the pieces where they are read
// with more confidence than the whole.
func (lay *Layout) parted(ctx context.Context, rec recognize.Recognizer, script extract.Script, texts []extract.Text, crops []*image.Gray) ([]extract.Text, []*image.Gray, error) {
	var pieces []*image.Gray
	for i := range lay.Strips {
		for _, p := range lay.rather(i, texts[i]) {
			c, err := lay.crop(p.Quad, p)
			if err != nil {
				return nil, nil, err
			}
			pieces = append(pieces, c)
		}
	}
	read, err := readScript(ctx, rec, pieces, script)
	if err != nil || len(pieces) == 0 {
		return texts, crops, err
	}
	var strips []Strip
	var outTexts []extract.Text
	var outCrops []*image.Gray
	for i, s := range lay.Strips {
		n := len(lay.rather(i, texts[i]))
		if n > 0 && s.better(read[:n], texts[i]) {
			strips, outTexts, outCrops = append(strips, s.Parts...), append(outTexts, read[:n]...), append(outCrops, pieces[:n]...)
		} else {
			strips, outTexts, outCrops = append(strips, s), append(outTexts, texts[i]), append(outCrops, crops[i])
		}
		read, pieces = read[n:], pieces[n:]
	}
	lay.Strips = strips
	return outTexts, outCrops, nil
}

// better reports that a line is rather its pieces, by how they are read.
func (s Strip) better(pieces []extract.Text, whole extract.Text) bool {
	if s.fore {
		value := pieces[len(pieces)-1].Confidence
		return value > whole.Confidence+surerFore
	}
	return together(pieces) > whole.Confidence+surerParts
}

// rather returns the pieces of a line that are worth reading.
func (lay *Layout) rather(i int, t extract.Text) []Strip {
	if t.Confidence >= wellRead || lay.Strips[i].Turned {
		return nil
	}
	return lay.Strips[i].Parts
}

// together is the mean confidence of pieces' letters; 0 where one of them says nothing.
func together(read []extract.Text) float64 {
	sum, n := 0.0, 0.0
	for _, t := range read {
		k := float64(len([]rune(strings.TrimSpace(t.Value))))
		if k == 0 {
			return 0
		}
		sum, n = sum+k*t.Confidence, n+k
	}
	return sum / max(n, 1)
}
