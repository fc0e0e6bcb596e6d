package layout

import (
	"image"

	"lensd/vision/levels"
)

// toneStep is how far the tones of two fills side by side differ at least, in grey levels.
const toneStep = 24

// toned cuts a filled area where its tone changes from band to band or from column to column: a dark heading over a grey
// stripe touches it, and each is an area of its own. Parts narrower than least pixels stay with a neighbour. An area that
// is not filled from side to side, as the bars of a chart, stays whole.
func toned(g *image.Gray, box Box, least int) []Box {
	var out []Box
	for _, y := range steps(box.Y0, box.Y1, least, func(y int) int { return tone(g, Box{box.X0, y, box.X1, y + 1}) }) {
		for _, x := range steps(box.X0, box.X1, least, func(x int) int { return tone(g, Box{x, y[0], x + 1, y[1]}) }) {
			part := Box{x[0], y[0], x[1], y[1]}
			if tone(g, part) >= fillLevel {
				return []Box{box}
			}
			out = append(out, part)
		}
	}
	return out
}

// steps parts from..to where the tone changes, into half-open ranges. Light that falls off changes it slowly, which parts nothing.
func steps(from, to, least int, toneAt func(int) int) [][2]int {
	type run struct{ at, tone int }
	differ := func(a, b int) bool { return a > b+toneStep || b > a+toneStep }
	var runs []run
	for i := from; i < to; i++ {
		if t := toneAt(i); len(runs) == 0 || differ(t, runs[len(runs)-1].tone) {
			runs = append(runs, run{i, t})
		}
	}
	var kept []run
	for k, r := range runs {
		end := to
		if k+1 < len(runs) {
			end = runs[k+1].at
		}
		if end-r.at >= least && (len(kept) == 0 || differ(r.tone, kept[len(kept)-1].tone) && differ(toneAt(max(from, r.at-least/3)), toneAt(min(to-1, r.at+least/3)))) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return [][2]int{{from, to}}
	}
	kept[0].at = from
	out := make([][2]int, len(kept))
	for k, r := range kept {
		out[k] = [2]int{r.at, to}
		if k > 0 {
			out[k-1][1] = r.at
		}
	}
	return out
}

// tone is the median of an area's pixels: the ground's tone, as print covers less than half of it.
func tone(g *image.Gray, box Box) int { return quantile(g, box, 0.5) }

// quantile is the tone that a share of an area's pixels is not lighter than.
func quantile(g *image.Gray, box Box, share float64) int {
	hist := levelsIn(g, box)
	return hist.Quantile(share)
}

func levelsIn(g *image.Gray, box Box) (hist levels.Histogram) {
	for y := box.Y0; y < box.Y1; y++ {
		hist.Add(g.Pix[y*g.Stride+box.X0 : y*g.Stride+box.X1])
	}
	return hist
}
