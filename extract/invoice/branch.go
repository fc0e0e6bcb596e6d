package invoice

import (
	"math"
	"regexp"

	"lensd/extract"
	"lensd/vision/geom"
)

// branches are the ways in which Thai firms print which of their places issues a paper. Recognisers lose the marks above
// and below, so that these are left open.
var branches = regexp.MustCompile(`(?i)ส[ำํ]*\s?า?น[ัก]*กงาน(?:ใ|ไ)หญ[่]?(?:\s?\(\s?\d{5}\s?\))?|สนญ\.?|สาขา(?:ที่|ที|เลขที่)?\s?:?\s?\d{1,5}|head\s?office(?:\s?\(\s?\d{5}\s?\))?|\bbranch(?:\s?(?:no|number|id|code))?\.?\s?:?\s?#?\s?\d{1,5}\b`)

// branch finds which branch the seller is: of all branches on the page the one that stands nearest to what is known of the
// seller and farther from what is known of the buyer.
func branch(l *extract.Layout, seller, buyer []geom.Quad) (extract.Field, bool) {
	best, score := extract.Field{}, math.Inf(1)
	for _, p := range upright(l) {
		for _, m := range branches.FindAllStringIndex(p.text, -1) {
			from, to := runeAt(p.text, m[0]), runeAt(p.text, m[1])
			q := part(l.Lines[p.line], from, to)
			own, other := nearest(q, seller), nearest(q, buyer)
			size := max(1, l.Lines[p.line].Height)
			if own > 30*size || other < own {
				continue
			}
			if own < score {
				sure := 0.93
				if own > 6*size || other < 1.5*own {
					sure = 0.7
				}
				score = own
				best = extract.Field{Name: "branch_seller", Value: p.text[m[0]:m[1]], Quads: []geom.Quad{q}, Confidence: sure * p.conf}
			}
		}
	}
	return best, !math.IsInf(score, 1)
}

// nearest is the distance from q to the nearest of others; where there are none it is far.
func nearest(q geom.Quad, others []geom.Quad) float64 {
	d := 1e6
	a := q.Bounds()
	for _, o := range others {
		b := o.Bounds()
		dx := max(0, b.X0-a.X1, a.X0-b.X1)
		dy := max(0, b.Y0-a.Y1, a.Y0-b.Y1)
		d = min(d, math.Hypot(0.3*dx, dy)) // print beside belongs together farther than print below
	}
	return d
}
