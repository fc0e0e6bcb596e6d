// Package ink holds the small statistics of grey crops that line cleaning and line reading share.
package ink

// Run is a stretch of rows with ink: from Start to End, the end excluded, with Weight pixels of ink.
type Run struct{ Start, End, Weight int }

// Runs joins the neighbouring rows that hold at least `need` pixels of ink; counts has one number a row.
func Runs(counts []int, need int) []Run {
	var runs []Run
	open := false
	for y, n := range counts {
		switch {
		case n < need:
			open = false
		case open:
			last := &runs[len(runs)-1]
			last.End, last.Weight = y+1, last.Weight+n
		default:
			runs, open = append(runs, Run{y, y + 1, n}), true
		}
	}
	return runs
}
