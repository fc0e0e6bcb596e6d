package rectify

import (
	"image"

	"lensd/vision/levels"
	"lensd/vision/picture"
)

// Print that is pale all over a page: ribbons and heat that fade, a veil over the lens, too much light. What tells ink, strokes
// and rules from paper is made for print that is dark. Grey levels of a page whose paper is white.
const (
	printShare = 0.002 // of a page is the darkest of its print
	paleInk    = 128   // as light at least is that where print is pale
	noInk      = 247   // lighter is nothing
	darkInk    = 60    // as dark is it made
	overGrain  = 6.0   // deviations of the paper's grain: what differs by less is grain itself
	paperCut   = 4     // a part of the way from paper to ink is the most that is taken for grain: pale fills stay
)

// deepen makes the pale print of g dark, and what is paper up to its grain white.
func deepen(g *image.Gray) error {
	hist := levels.Count(g.Pix)
	ink := hist.Quantile(printShare)
	if ink < paleInk || ink > noInk {
		return nil
	}
	m, err := picture.GrayMat(g)
	if err != nil {
		return err
	}
	defer m.Close()
	half := hist.Quantile(0.5)
	if grain, _, err := grainOf(m); err != nil || float64(half-ink) <= overGrain*grain {
		return err
	}
	paper := max(half-3*(half-hist.Quantile(0.25)), half-(half-ink)/paperCut)
	var tones [256]byte
	for v := range tones {
		tones[v] = byte(max(0, min(255, 255-(paper-v)*(255-darkInk)/(paper-ink))))
	}
	for i, v := range g.Pix {
		g.Pix[i] = tones[v]
	}
	return nil
}
