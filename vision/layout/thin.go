package layout

import (
	"image"
	"slices"

	"lensd/vision/levels"
)

// Strokes of print that is paler than the darkest of the page: bars and headlines in black pull the level that parts two tones
// far below it.
const (
	strokeReach    = 8   // pixels to either side of a stroke's middle in which its paper shows
	strokeContrast = 40  // grey levels between the two
	paleShare      = 0.5 // of the strokes are darker than what the level is made for
	fewestStrokes  = 150 // crossings: fewer tell nothing
)

// Print in fills, in grey levels: how much it differs from its ground at least, and what its strokes are made where they are paler.
const (
	leastContrast = 40
	paleCore      = 70
	fewestOn      = 20 // crossings of strokes that tell their tone
)

// strokesOn is the usual tone in the middle of the light strokes in a box of a darker ground, 255 where there are too few to tell:
// thin ones are far from white. With flip 255 it does the same for the negative of the page.
func strokesOn(g *image.Gray, box Box, ground int, flip byte) int {
	lowest := slices.Min[[]byte]
	if flip != 0 {
		lowest = func(s []byte) byte { return slices.Max(s) ^ flip }
	}
	var hist levels.Histogram
	n := 0
	for y := box.Y0; y < box.Y1; y += 2 {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x := box.X0 + strokeReach; x+strokeReach < box.X1; x++ {
			v := row[x] ^ flip
			if int(v) < ground+leastContrast || row[x-1]^flip >= v || row[x+1]^flip > v {
				continue
			}
			if p := v - leastContrast; lowest(row[x-strokeReach:x]) <= p && lowest(row[x+1:x+1+strokeReach]) <= p {
				hist[v]++
				n++
			}
		}
	}
	if n < fewestOn {
		return 255
	}
	return hist.Quantile(0.5)
}

// strokeLevel is the grey half-way between paper and pale strokes, 0 where there are too few to tell. It stays out of the
// paper's noise.
func strokeLevel(g *image.Gray) byte {
	var hist levels.Histogram
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
	return min(byte((hist.Quantile(paleShare)+255)/2), faintLevel(g))
}
