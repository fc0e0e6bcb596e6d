package layout

import "slices"

// A mark under a letter that touches the next line's print, in the letter height of the line that it belongs to.
const (
	seamNear = 0.15 // how far the patch of both begins under the letter at most
	seamTall = 0.55 // how tall it is at least: one mark alone is lower
	seamOver = 0.25 // of the lower line's letters: how far it reaches over these at least
	seamFrom = 0.25 // where the mark may end at the earliest, from the patch's head
	seamTo   = 0.6  // and at the latest
)

// cutSeams cuts patches that are a mark under one line and print of the next, which touch, and gives each line its part: as one patch
// the mark would be cut off by the border of the upper line.
func cutSeams(b *Bitmap, words []Word, th int) (cuts []Component) {
	g := gridOf(words, th*2)
	for i := range words {
		w := &words[i]
		changed := false
		for _, list := range [][]Box{w.parts, w.hung} {
			for k, p := range list {
				v := overSeam(words, g, i, p)
				if v < 0 {
					continue
				}
				h := float64(words[v].Height)
				y := p.Y0 + thinnest(b.part(p), int(seamFrom*h), int(seamTo*h))
				upper := Box{p.X0, p.Y0, p.X1, y}
				words[v].Box, words[v].hung = words[v].Union(upper), append(words[v].hung, upper)
				cuts = append(cuts, Component{Box: Box{p.X0, y, p.X1, y + 1}})
				list[k].Y0, changed = y+1, true
			}
		}
		if changed {
			w.rebox()
		}
	}
	return cuts
}

// rebox makes a word's box anew of what it is made of.
func (w *Word) rebox() {
	w.Box = Box{}
	for _, p := range slices.Concat(w.parts, w.hung) {
		w.Box = w.Union(p)
	}
}

// overSeam returns the word under a letter of which patch p of word i begins that reaches down to the letters of word i, -1 for none.
func overSeam(words []Word, g *grid, i int, p Box) int {
	w := words[i]
	top := w.Base - w.Height
	if float64(top-p.Y0) < seamOver*float64(w.Height) || top-p.Y1 > w.Height/ownEdge {
		return -1
	}
	best, at := 1<<30, -1
	g.near(Box{p.X0, max(0, p.Y0-max(4, w.Height/2)), p.X1, p.Y0 + 1}, func(j int) {
		v := words[j]
		if h := float64(v.Height); j == i || v.Base >= top || float64(p.H()) < seamTall*h {
			return
		}
		if gap, ok := v.near(p, true); ok && float64(gap) <= seamNear*float64(v.Height) && gap < best {
			best, at = gap, j
		}
	})
	return at
}
