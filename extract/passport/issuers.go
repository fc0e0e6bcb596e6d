package passport

import (
	_ "embed"
	"math"
	"strings"
)

// authorities are names that many states' passports print for the issuing authority, one a line.
//
//go:embed authorities.txt
var authorities string

// leastAuthority is how alike a print and a usual name must be for the print to be a misreading of it.
const leastAuthority = 0.86

// authoritySpelled writes a misread print of a usual name as it is spelled; ok is false where it is none, or well read.
func authoritySpelled(text string) (string, bool) {
	best, score := "", 0.0
	for a := range strings.Lines(authorities) {
		a = strings.TrimSpace(a)
		if math.Abs(float64(len(squeeze(a))-len(squeeze(text)))) > 4 {
			continue
		}
		if s := alike(text, a); s > score {
			best, score = a, s
		}
	}
	return best, score >= leastAuthority && score < 1
}

// expected is where the value of a caption stands on this page, as other values stand under their captions: size the width
// in millimetres. ok is false if the caption or such pairs were not found.
func (f *form) expected(l label, size float64) (area *piece, ok bool) {
	c := f.board.caption(l)
	if c == nil {
		return nil, false
	}
	var right, down, height float64
	n := 0.0
	for _, name := range anchors() {
		a, p := f.board.caption(label(name)), f.find(f.fields[name].Quads)
		if a == nil || p == nil || a == p || a == c || p.Box.Y0-a.Box.Y0 < 1 || p.Box.Y0-a.Box.Y0 > 5 || math.Abs(p.Box.X0-a.Box.X0) > 4 || a.Box.H() > 3 {
			continue
		}
		right, down, height, n = right+p.Box.X0-a.Box.X0, down+p.Box.Y0-a.Box.Y0, height+p.Box.H(), n+1
	}
	if n < 2 {
		return nil, false
	}
	p := &piece{}
	p.Box.X0, p.Box.Y0 = c.Box.X0+right/n-0.5, c.Box.Y0+down/n-0.2
	p.Box.X1, p.Box.Y1 = p.Box.X0+size+1, p.Box.Y0+height/n+0.4
	return p, true
}
