package layout

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// What makes pieces of a line: print of another size behind a gap, in heights of the larger.
const (
	otherSize  = 1.3  // ratio of the letters' heights
	partGap    = 0.25 // room between the pieces
	spacedOut  = 1.5  // of the usual room between the line's letters, which print of one pitch has wide
	fewestPart = 2    // letters of a piece
	mostFore   = 4    // letters of a first word that may be a small caption
	smallFore  = 0.9  // of the height of what follows, at most
	partLetter = 0.6  // of a word's letters: less is a mark, or an asterisk
	trailSize  = 0.62 // of the print before it: smaller close behind it is its own, such as the asterisks of a masked phone
	trailGap   = 0.6
	samePeak   = 1.15 // ratio of how high the highest letters of two pieces of one print reach, at most
)

// What brackets are like: slim for their height, and reaching below the base line by this share of it.
const (
	bracketSlim  = 0.45
	bracketBelow = 0.05
)

// partLine is a line as its letters, from the left, and all of its patches.
type partLine struct {
	letters []Box
	all     []Box
	base    int
	pitch   float64 // usual room between letters
}

// Part is a piece of a line.
type Part struct {
	Line
	More bool // of the print of the piece before it: their highest letters are as high, though one has few of these
}

// Parts returns the pieces of a line where its print changes its size: a small caption before its value, say. fore says that they are its
// first word, which may be a caption whose letters run together to pieces as high as the value's, and the rest. It is nil where the line
// is of one size.
func (p *Page) Parts(l Line) (pieces []Part, fore bool) {
	var in partLine
	var feet []int
	for _, w := range p.WordsIn(l.Box, nil) {
		in.all = slices.Concat(in.all, w.parts, w.hung)
		for _, b := range w.parts {
			if float64(b.H()) >= partLetter*float64(w.Height) {
				in.letters, feet = append(in.letters, b), append(feet, b.Y1)
			}
		}
	}
	if len(in.letters) < 2*fewestPart {
		return nil, false
	}
	slices.SortFunc(in.letters, func(a, b Box) int { return a.X0 - b.X0 })
	in.base, in.pitch = geom.Median(feet), in.room()
	cuts := in.changes(0, len(in.letters))
	if len(cuts) == 0 {
		if at := in.foreword(); at > 0 {
			cuts, fore = []int{at}, true
		}
	}
	if len(cuts) == 0 {
		return nil, false
	}
	return in.cut(cuts), fore
}

// changes returns before which letters of some the print changes its size.
func (in partLine) changes(from, to int) []int {
	best, at, far := math.Inf(1), 0, in.letters[from].X1
	for i := from + fewestPart; i <= to-fewestPart; i++ {
		for _, b := range in.letters[from:i] {
			far = max(far, b.X1)
		}
		l, r := in.tall(from, i), in.tall(i, to)
		gap := float64(in.letters[i].X0 - far)
		if max(l, r) < otherSize*min(l, r) || gap < max(partGap*max(l, r), spacedOut*in.pitch) || r < trailSize*l && gap < trailGap*l {
			continue
		}
		if uneven := in.spread(from, i, l) + in.spread(i, to, r); uneven < best {
			best, at = uneven, i
		}
	}
	if at == 0 {
		return nil
	}
	return slices.Concat(in.changes(from, at), []int{at}, in.changes(at, to))
}

// room is the median white between letters that do not overlap.
func (in partLine) room() float64 {
	var gaps []float64
	far := in.letters[0].X1
	for _, b := range in.letters[1:] {
		if b.X0 > far {
			gaps = append(gaps, float64(b.X0-far))
		}
		far = max(far, b.X1)
	}
	if len(gaps) == 0 {
		return 0
	}
	return geom.Median(gaps)
}

// foreword returns how many letters a first word has that is a little lower than what follows, 0 where the line begins otherwise.
func (in partLine) foreword() int {
	far := in.letters[0].X1
	for i := 1; i <= mostFore && i < len(in.letters)-fewestPart; i++ {
		if rest := in.tall(i, len(in.letters)); float64(in.letters[i].X0-far) >= partGap*rest {
			if in.tall(0, i) < smallFore*rest {
				return i
			}
			return 0
		}
		far = max(far, in.letters[i].X1)
	}
	return 0
}

// tall is the height of some letters: the upper third of them, without brackets.
func (in partLine) tall(from, to int) float64 {
	var hs, all []int
	for _, b := range in.letters[from:to] {
		h := b.H()
		all = append(all, h)
		if float64(b.W()) >= bracketSlim*float64(h) || float64(b.Y1-in.base) < bracketBelow*float64(h) {
			hs = append(hs, h)
		}
	}
	if len(hs) == 0 {
		hs = all
	}
	slices.Sort(hs)
	return float64(max(1, hs[len(hs)*2/3]))
}

// spread sums up by how much some letters differ from a height.
func (in partLine) spread(from, to int, height float64) (sum float64) {
	for _, b := range in.letters[from:to] {
		sum += math.Abs(float64(b.H()) - height)
	}
	return sum
}

// peak is how far the highest of some letters reach over the base line; brackets do not count.
func (in partLine) peak(from, to int) (over int) {
	for _, b := range in.letters[from:to] {
		if float64(b.W()) >= bracketSlim*float64(b.H()) {
			over = max(over, in.base-b.Y0)
		}
	}
	return over
}

// cut makes lines of the pieces between letters; marks go to the piece that they stand in.
func (in partLine) cut(at []int) []Part {
	out := make([]Part, len(at)+1)
	from, before := 0, 0
	for k, to := range append(slices.Clone(at), len(in.letters)) {
		for _, b := range in.letters[from:to] {
			out[k].Box = out[k].Union(b)
		}
		out[k].Height = int(in.tall(from, to))
		over := in.peak(from, to)
		out[k].More = float64(max(over, before)) < samePeak*float64(min(over, before))
		from, before = to, over
	}
	for _, b := range in.all {
		k := 0
		for k+1 < len(out) && b.cx2() >= in.letters[at[k]].X0+out[k].X1 {
			k++
		}
		out[k].Box = out[k].Union(b)
	}
	return out
}
