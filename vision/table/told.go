package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lensd/extract/trace"
)

// mostTold is how many guesses at most a trace is told of.
const mostTold = 60

// tell shows a trace the guesses by rank, with what is expected of each, and which were chosen.
func tell(ctx context.Context, guesses []Guess, chosen []Table) {
	t := trace.From(ctx)
	if !t.Wide() {
		return
	}
	ranked := slices.Clone(guesses)
	slices.SortStableFunc(ranked, func(a, b Guess) int { return cmp.Compare(b.Rank, a.Rank) })
	var rows []trace.Row
	for _, g := range ranked[:min(len(ranked), mostTold)] {
		by := "learned"
		if g.byRules {
			by = "rules of thumb"
		}
		is := func(c Table) bool { return c.Box == g.Box && sameGrid(c, g.Table) }
		rows = append(rows, trace.Row{Chosen: slices.ContainsFunc(chosen, is),
			Cells: []string{by, trace.Share(g.Rank), trace.Share(g.Worth), fmt.Sprintf("%d x %d", g.Rows, g.Cols), fmt.Sprint(g.Box)}})
	}
	t.Rows("guesses", fmt.Sprintf("%d ways to see tables; the best by rank are taken whose worth (expected F1) is %.2f or more, each where no better one stands", len(guesses), least),
		[]string{"seen by", "rank", "worth", "rows x columns", "box"}, rows)
}
