package meter

import (
	"cmp"
	"slices"
)

// Joint reads several pictures of one meter that were taken at one time, one candidate a picture. The length that the surest
// pictures together speak for stands, their evidence of each place is read as one, and a picture that says something else takes
// from the confidence as much as it was sure itself. from tells in which picture the boxes are: the surest that says so; ok is
// false where no candidate is a reading.
func (d *Decoder) Joint(seen []Candidate) (joint Candidate, from int, ok bool) {
	order := make([]int, 0, len(seen))
	var all float64
	for i, c := range seen {
		if !c.Refused() && len(c.row.Cells) > 0 {
			order, all = append(order, i), all+c.Meter.Confidence
		}
	}
	if len(order) == 0 {
		return Candidate{}, 0, false
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(seen[b].Meter.Confidence, seen[a].Meter.Confidence) })
	order = ofOneLength(seen, order)
	joint, from = seen[order[0]], order[0]
	if len(order) > 1 {
		rows := make([]Row, len(order))
		for i, o := range order {
			rows[i] = seen[o].row
		}
		if read := d.candidate(blend(rows)); agrees(seen, order, read.Meter.Value) >= 0 {
			from = agrees(seen, order, read.Meter.Value)
			joint = seen[from]
		}
	}
	var same float64
	for _, o := range order {
		if bare(seen[o].Meter.Value) == bare(joint.Meter.Value) {
			same += seen[o].Meter.Confidence
		}
	}
	joint.Meter.Confidence *= same / all
	return joint, from, true
}

// ofOneLength keeps those candidates, in their order, whose number of places the sum of confidences speaks for.
func ofOneLength(seen []Candidate, order []int) []int {
	sums := map[int]float64{}
	best := len(seen[order[0]].row.Cells)
	for _, o := range order {
		n := len(seen[o].row.Cells)
		sums[n] += seen[o].Meter.Confidence
	}
	for _, o := range order {
		if n := len(seen[o].row.Cells); sums[n] > sums[best] {
			best = n
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(o int) bool { return len(seen[o].row.Cells) != best })
}

// agrees is the surest candidate that shows the value, -1 where none does: what no picture shows by itself is not claimed.
func agrees(seen []Candidate, order []int, value string) int {
	for _, o := range order {
		if bare(seen[o].Meter.Value) == bare(value) {
			return o
		}
	}
	return -1
}
