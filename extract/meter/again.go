package meter

import "slices"

// settle compares a reading with those of further cuts of the same row in the same direction: the clearest stands, and how many
// agree tells more about it than how clear it looks. Of a display the evidence of all cuts that show the same places is read
// together, and two cuts that say the same are believed against the first. Of cuts, those of again have the length of a counter.
func (d *Decoder) settle(first Candidate, again []Candidate, cuts int) Candidate {
	if len(again) == 0 {
		return first
	}
	best, same, agree := first, []Row{first.row}, 0.0
	for _, a := range again {
		if a.merit > best.merit+clearer {
			best = a
		}
		if alike(first.row, a.row) {
			same = append(same, a.row)
		}
		agree += agreement(first.Meter.Value, a.Meter.Value)
	}
	if first.row.Display && 2*len(same) > len(again)+1 {
		merit := first.merit
		if both := ends(blend(same)); len(both.Cells) >= minCells {
			best = d.candidate(both)
			best.merit = merit
		}
	}
	if first.row.Display && len(again) == 2 && agree == 0 && again[0].Meter.Value == again[1].Meter.Value {
		best = again[0]
	}
	best.Features.Agree = agree / float64(cuts)
	return best
}

// alike tells that two cuts have the same places.
func alike(a, b Row) bool {
	if len(a.Cells) != len(b.Cells) {
		return false
	}
	for i := range a.Cells {
		p, q := a.Cells[i].Quad, b.Cells[i].Quad
		if p.Center().Dist(q.Center()) > p[0].Dist(p[1])/2 {
			return false
		}
	}
	return true
}

// blend is the first row with the mean of all rows' evidence of each place, as logarithms.
func blend(rows []Row) Row {
	out := rows[0]
	out.Cells = slices.Clone(out.Cells)
	n := float64(len(rows))
	for i := range out.Cells {
		var mean Cell
		for _, r := range rows {
			c := r.Cells[i]
			for k := range mean.Ring {
				mean.Ring[k] += c.Ring[k] / n
			}
			mean.NotDigit, mean.Found, mean.Decimal = mean.NotDigit+c.NotDigit/n, mean.Found+c.Found/n, mean.Decimal+c.Decimal/n
		}
		all := LogSum(mean.Ring[:])
		for k := range mean.Ring {
			mean.Ring[k] -= all
		}
		mean.Quad, mean.Red = out.Cells[i].Quad, out.Cells[i].Red
		out.Cells[i] = mean
	}
	return out
}

// clearer is by how much another cut's merit must be the greater, as the first is cut where the nets like it best.
const clearer = 1.0

// agreement is 1 for the same digits, 0.5 where only the last one differs, 0 otherwise; the point does not count.
func agreement(a, b string) float64 {
	x, y := bare(a), bare(b)
	switch n := len(x); {
	case n == 0 || len(y) != n:
		return 0
	case x == y:
		return 1
	case x[:n-1] == y[:n-1]:
		return 0.5
	}
	return 0
}

// bare is a value without its point.
func bare(v string) string {
	out := make([]byte, 0, len(v))
	for i := range len(v) {
		if v[i] != '.' {
			out = append(out, v[i])
		}
	}
	return string(out)
}
