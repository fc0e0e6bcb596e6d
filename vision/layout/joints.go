package layout

import (
	"bytes"
	_ "embed" // the weights
	"math"

	"lensd/extract/trees"
	"lensd/vision/disjoint"
)

//go:embed joints.model.gz
var jointWeights []byte

// Joint is two words that follow each other at one height, which may be of one line or of two that stand side by side. What tells is
// the white between them beside that around, their sizes and base lines, and whether the white goes on over and under them.
type Joint struct {
	Left, Right Word
	Features    []float32 // as many as JointFeatures
	left, right int       // the words, by index
}

// JointFeatures is how many features a joint has.
const JointFeatures = 20

// What the features of a joint look at, in heights of the higher word.
const (
	jointReach  = 8.0  // widest white of a joint
	corridor    = 10.0 // how far over and under the white is followed
	jointAlign  = 0.35 // words that begin or end there stand below each other
	colonHeight = 0.4  // of a word's letters: the dots of a colon are lower
)

// joiner weighs joints.
type joiner struct {
	words []Word
	at    *grid // of the words' boxes
	gaps  map[int]int
	left  map[int]int // white before a word, of those that have some
	th    int
	space float64
}

// Joints returns the pairs of words of the page's usual sizes that may continue each other, level print alone.
func (p *Page) Joints() []Joint {
	usual, _ := p.bySize()
	return p.joints(usual)
}

func (p *Page) joints(words []Word) []Joint {
	if len(words) == 0 {
		return nil
	}
	j := joiner{words, gridOf(words, 3*p.TextHeight), map[int]int{}, map[int]int{}, p.TextHeight, SpaceWidth(words, p.TextHeight)}
	var out []Joint
	eachNeighbour(words, p.TextHeight, int(jointReach*float64(p.TextHeight)*1.5), func(a, b, gap int) {
		hi := float64(max(words[a].Height, words[b].Height, p.TextHeight*2/3))
		if float64(gap) > jointReach*hi || ruleBetween(p.Rules, words[a].Box, words[b].Box) {
			return
		}
		out = append(out, Joint{Left: words[a], Right: words[b], left: a, right: b})
		if gap >= 0 {
			j.gaps[a], j.left[b] = gap, gap
		}
	})
	for i, o := range out {
		out[i].Features = j.features(o)
		if p.AreaAt(o.Left.Box) != p.AreaAt(o.Right.Box) {
			out[i].Features[JointFeatures-1] = 1
		}
	}
	return out
}

// features says what tells of a joint.
func (j joiner) features(o Joint) []float32 {
	a, b := o.Left, o.Right
	gap, ha, hb := float64(b.X0-a.X1), float64(max(1, a.Height)), float64(max(1, b.Height))
	lo, hi := min(ha, hb), max(ha, hb)
	up, down := j.white(a, b, hi)
	begins, ends := j.below(a, b, hi)
	v := []float64{
		gap / lo, gap / hi, gap / float64(j.th), gap / max(1, j.space),
		math.Log(hb / ha), float64(b.Base-a.Base) / lo, float64(b.Base-b.Height-a.Base+a.Height) / lo,
		float64(a.W()) / ha, float64(b.W()) / hb, float64(len(a.parts)), float64(len(b.parts)),
		whiteBeside(gap, j.left, o.left, hi), whiteBeside(gap, j.gaps, o.right, hi),
		ha / float64(j.th), up, down, begins, ends, asNumber(a.colon()), 0,
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}

// whiteBeside compares the white of a joint with that before or behind it, a tenth of a height added to both; -1 where there is none.
func whiteBeside(gap float64, gaps map[int]int, at int, height float64) float64 {
	other, ok := gaps[at]
	if !ok {
		return -1
	}
	return min(20, (gap+0.1*height)/(max(0, float64(other))+0.1*height))
}

// white is how far the white between two words goes on over and under them, in heights.
func (j joiner) white(a, b Word, height float64) (up, down float64) {
	up, down = corridor, corridor
	x0, x1, far := a.X1, max(b.X0, a.X1+1), int(corridor*height)
	top, foot := min(a.Y0, b.Y0), max(a.Y1, b.Y1)
	j.at.near(Box{max(0, x0), max(0, top-far), x1, foot + far}, func(i int) {
		w := j.words[i]
		switch {
		case w.X1 <= x0 || w.X0 >= x1:
		case w.Y1 <= a.cy2()/2:
			up = min(up, max(0, float64(top-w.Y1)/height))
		case w.Y0 >= a.cy2()/2:
			down = min(down, max(0, float64(w.Y0-foot)/height))
		}
	})
	return up, down
}

// below counts the words around that begin where the right word does and that end where the left one does.
func (j joiner) below(a, b Word, height float64) (begins, ends float64) {
	slack, far := int(jointAlign*height), int(corridor*height)
	seen := map[int]bool{}
	j.at.near(Box{max(0, a.X1-slack), max(0, a.Y0-far), b.X0 + slack + 1, a.Y1 + far}, func(i int) {
		w := j.words[i]
		if seen[i] || w.Box == a.Box || w.Box == b.Box {
			return
		}
		seen[i] = true
		if near(w.X0, b.X0, slack) {
			begins++
		}
		if near(w.X1, a.X1, slack) {
			ends++
		}
	})
	return begins, ends
}

// colon says that a word ends in two low marks over each other.
func (w Word) colon() bool {
	low := 0
	for _, p := range w.parts {
		if float64(p.H()) < colonHeight*float64(w.Height) && near(p.X1, w.X1, w.Height/4) {
			low++
		}
	}
	return low == 2
}

func asNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Joiner tells which joints are of one line. It is safe for concurrent use.
type Joiner struct {
	forest trees.Forest
	narrow bool
}

// Narrow returns a joiner by which no words are of one line that stand far apart: for finders that learned lines so.
func (j *Joiner) Narrow() *Joiner { return &Joiner{j.forest, true} }

// NewJoiner reads the weights, which scripts/train/joints makes. It fails only where they do not fit this program.
func NewJoiner() (*Joiner, error) {
	forest, err := trees.Read(bytes.NewReader(jointWeights), JointFeatures)
	return &Joiner{forest: forest}, err
}

// Words of one size, in heights of the higher, with no more white between them than this are of one line, whatever lies about them.
const (
	spaceMost = 0.55
	sizeAlike = 1.6 // what has no letters that reach up is lower in the same size
)

// Near reports a joint with no more white than a space of print in one size, or none: marks over a word's end are its own.
func (o Joint) Near() bool {
	lo, hi := float64(min(o.Left.Height, o.Right.Height)), float64(max(o.Left.Height, o.Right.Height))
	return o.Right.X1 <= o.Left.X1 || float64(o.Right.X0-o.Left.X1) <= spaceMost*hi && hi < sizeAlike*lo
}

// The white between words of one line for a narrow joiner, in heights of the higher: wider than the first only between words of one size, as
// monospaced print has it, wider than the second never.
const (
	wideWhite  = 1.25
	widestText = 1.9
	oneSize    = 1.25 // higher by lower
)

// far reports a joint of words that stand far apart.
func (o Joint) far() bool {
	lo, hi := float64(min(o.Left.Height, o.Right.Height)), float64(max(o.Left.Height, o.Right.Height))
	gap := float64(o.Right.X0 - o.Left.X1)
	return gap > widestText*hi || gap > wideWhite*hi && hi > oneSize*lo
}

// filledShare is how many of the columns between two words have ink where small marks stand there that are no words of their own.
const filledShare = 0.3

// filled reports that something is printed in the white between the words of a joint: the asterisks of a masked phone.
func (o Joint) filled(b *Bitmap) bool {
	top, foot := min(o.Left.Base-o.Left.Height, o.Right.Base-o.Right.Height), max(o.Left.Base, o.Right.Base)
	inked, all := 0, o.Right.X0-o.Left.X1
	for x := o.Left.X1; x < o.Right.X0; x++ {
		for y := max(0, top); y < min(foot, b.H); y++ {
			if b.At(x, y) {
				inked++
				break
			}
		}
	}
	return float64(inked) >= filledShare*float64(all)
}

// whole reports that the words of a joint on a page are of one line.
func (j *Joiner) whole(p *Page, o Joint) bool {
	return o.Near() || j.forest.Sum(o.Features) > 0 && !(j.narrow && o.far() && !o.filled(p.Ink))
}

// lines joins words to lines.
func (j *Joiner) lines(p *Page, words []Word) []Phrase {
	f := disjoint.New(len(words))
	for _, o := range p.joints(words) {
		if j.whole(p, o) {
			f.Join(o.left, o.right)
		}
	}
	return phrasesOf(words, f)
}
