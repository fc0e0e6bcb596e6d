package meter

import "slices"

// secondShare is what the word of the reader that sees the whole row counts, of where on its ring a wheel stands.
const secondShare = 0.4

// seconded gives the rows with both views of each wheel as one: the mean of their log-probabilities. The rows given stay as they are.
func seconded(rows []Row) []Row {
	out := slices.Clone(rows)
	for i := range out {
		out[i].Cells = slices.Clone(out[i].Cells)
		for c := range out[i].Cells {
			out[i].Cells[c].join(secondShare)
		}
		for c := range out[i].Beyond {
			out[i].Beyond[c].join(secondShare)
		}
	}
	return out
}

// join brings the second view, where there is one, into the cell's ring.
func (c *Cell) join(share float64) {
	if !c.Seconded {
		return
	}
	for b := range c.Ring {
		c.Ring[b] = (1-share)*c.Ring[b] + share*c.Second[b]
	}
	all := LogSum(c.Ring[:])
	for b := range c.Ring {
		c.Ring[b] -= all
	}
}
