package table

import "math"

// joinLikely joins lines that are more likely one row than not.
func joinLikely(lines []textRow, odds []float64) []textRow {
	out := []textRow{lines[0]}
	for i, s := range odds {
		if s > 0 {
			out[len(out)-1].absorb(lines[i+1])
		} else {
			out = append(out, lines[i+1])
		}
	}
	return out
}

// likelihoods tells how well rows agree with the odds of the pairs of lines that they join and part.
type likelihoods struct {
	mean, worst float64 // of the log-likelihood of a pair
	known       bool    // false where rows come from rules
}

func likelihood(rows []textRow, odds []float64) likelihoods {
	l := likelihoods{known: len(odds) > 0}
	at := 0
	for _, r := range rows {
		for k := range r.lines {
			if at+k == 0 {
				continue
			}
			s := odds[at+k-1]
			if k == 0 {
				s = -s // parted
			}
			p := -math.Log1p(math.Exp(-s))
			l.mean, l.worst = l.mean+p/float64(len(odds)), min(l.worst, p)
		}
		at += r.lines
	}
	return l
}
