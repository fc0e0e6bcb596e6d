package layout

import (
	"image"
	"slices"
)

// Strokes of print that is paler than the darkest of the page: bars and headlines in black pull the level that parts two tones
// far below it.
const (
	strokeReach    = 8   // pixels to either side of a stroke's middle in which its paper shows
	strokeContrast = 40  // grey levels between the two
	paleShare      = 50  // percent of the strokes are darker than what the level is made for
	fewestStrokes  = 150 // crossings: fewer tell nothing
)

// strokeLevel is the grey half-way between paper and pale strokes, 0 where there are too few to tell. It stays out of the
// paper's noise.
func strokeLevel(g *image.Gray) byte {
	var hist [256]int
	n := 0
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := 0; y < h; y += 6 {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		for x := strokeReach; x+strokeReach < w; x++ {
			v := row[x]
			if v >= 255-strokeContrast || row[x-1] <= v || row[x+1] < v {
				continue
			}
			if p := v + strokeContrast; slices.Max(row[x-strokeReach:x]) >= p && slices.Max(row[x+1:x+1+strokeReach]) >= p {
				hist[v]++
				n++
			}
		}
	}
	if n < fewestStrokes {
		return 0
	}
	core, below := 0, 0
	for below += hist[0]; 100*below < paleShare*n; below += hist[core] {
		core++
	}
	return min(byte((core+255)/2), faintLevel(g))
}
