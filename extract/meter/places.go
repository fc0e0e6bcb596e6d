package meter

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// Best decides between the rows, usually the two directions of one counter and perhaps of a second find. Between directions
// the merit of the whole row decides, between places how much each looks like a counter. Whether the best of them is a
// reading at all, Refused tells; ok is false where no row has the length of a counter.
func (d *Decoder) Best(rows []Row) (best Candidate, ok bool) {
	first, second := math.Inf(-1), math.Inf(-1)
	for _, place := range places(seconded(rows)) {
		c, found := d.direction(place)
		switch {
		case !found:
		case !ok || c.counter > first:
			best, ok = c, true
			first, second = c.counter, first
		default:
			second = math.Max(second, c.counter)
		}
	}
	if ok {
		best.Features.Rival = math.Min(first-second, clearRival)
		best.Meter.Confidence = best.Features.confidence()
		best = d.withoutDoubtfulDecimals(best)
	}
	return best, ok
}

// Weights of what tells a counter from a serial number, which is often the easier one to read: a conditional logit over
// the places of drawn scenes with fonts outside the training set.
const (
	scoreTells  = 12.0 // a unit of the detector's score
	wheelsTell  = 7.5  // a unit of the cells' mean probability to be a place of a counter
	legibleTell = 0.18 // a unit of the reading's clarity
	mostClear   = 5.3
)

// counterness is how much the row looks like a counter, in logits between rows of one picture.
func counterness(r Row, clarity float64) float64 {
	var found float64
	for _, c := range r.Cells {
		found += c.Found
	}
	return scoreTells*r.Score + wheelsTell*found/float64(len(r.Cells)) + legibleTell*clamp(clarity, mostClear)
}

// places groups the rows that share a place in the picture: the two directions of one find.
func places(rows []Row) (groups [][]Row) {
	for _, r := range rows {
		if len(r.Cells) == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g []Row) bool { return together(g[0], r) })
		if at < 0 {
			groups = append(groups, []Row{r})
		} else {
			groups[at] = append(groups[at], r)
		}
	}
	return groups
}

// together tells whether the rows' middles lie within half a row of each other.
func together(a, b Row) bool {
	first, last := a.Cells[0].Quad.Center(), a.Cells[len(a.Cells)-1].Quad.Center()
	return middle(a).Dist(middle(b)) <= first.Dist(last)/2
}

func middle(r Row) geom.Point {
	a, b := r.Cells[0].Quad.Center(), r.Cells[len(r.Cells)-1].Quad.Center()
	return geom.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
}
