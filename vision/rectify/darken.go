package rectify

import (
	"image"
	"math"
)

const (
	wantedCore = 60.0 // grey of strokes that are read best: measured at 45, 60 and 80 on enlarged print
	mostPower  = 4.0
	faintest   = 215 // lighter pixels are paper
)

// darken brings out print whose strokes are thinner than a pixel of the source: they cover a part of their pixels only and
// come out grey, points and commas nearly white. Paper stays white, and print that is dark enough stays as it is.
func darken(g *image.Gray) {
	core := strokeCore(g)
	if core <= wantedCore {
		return
	}
	power := min(mostPower, math.Log(wantedCore/255)/math.Log(core/255))
	var to [256]byte
	for v := range to {
		to[v] = byte(255*math.Pow(float64(v)/255, power) + 0.5)
	}
	for i, v := range g.Pix {
		g.Pix[i] = to[v]
	}
}

// strokeCore returns the usual grey in the middle of strokes: the median of the darkest pixels that rows of print pass.
func strokeCore(g *image.Gray) float64 {
	var hist [256]int
	n := 0
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		for x := 1; x+1 < w; x++ {
			if v := row[x]; v < faintest && row[x-1] > v && row[x+1] >= v {
				hist[v]++
				n++
			}
		}
	}
	sum := 0
	for v, k := range hist {
		if sum += k; 2*sum > n {
			return float64(v)
		}
	}
	return 0
}
