package table

import (
	"slices"

	"lensd/vision/layout"
)

// guessRuns looks at runs of lines whose print stands side by side.
func (f *finder) guessRuns() {
	rows := f.printedRows()
	for _, how := range []run{{1.7, mostAlone}, {rowGap, mostAlone}, {wideRowGap, mostAlone}, {rowGap, mostWrapped}, {wideRowGap, mostWrapped}, {wideRowGap, 0}} {
		f.guessRunsOf(rows, how)
	}
}

// guessRunsOf looks at the runs that one way of telling them finds among lines.
func (f *finder) guessRunsOf(rows [][]layout.Phrase, how run) {
	for start := 0; start < len(rows); {
		end := f.runFrom(rows, start, how)
		if end-start < 2 {
			start++
			continue
		}
		if !f.chartAmid(printIn(slices.Concat(rows[start:end]...))) {
			f.guessRun(rows[start:end])
			if from, to := f.withTightLines(rows, start, end); from < start || to > end {
				f.guessRun(rows[from:to])
			}
		}
		start = end
	}
}

// withTightLines takes the lines of one phrase over and under a run to it that stand as close as those of one cell do: its first or
// last row may begin, or end, in one column alone.
func (f *finder) withTightLines(rows [][]layout.Phrase, start, end int) (from, to int) {
	const most = 4
	tight := func(a, b []layout.Phrase) bool {
		_, above := rowExtent(a)
		below, _ := rowExtent(b)
		return float64(below-above) <= 0.6*f.th
	}
	for from = start; from > 0 && start-from < most && len(rows[from-1]) == 1 && tight(rows[from-1], rows[from]); from-- {
	}
	for to = end; to < len(rows) && to-end < most && len(rows[to]) == 1 && tight(rows[to-1], rows[to]); to++ {
	}
	return from, to
}

// printedRows returns the lines of a page that may be a table's. A dash may stand for an empty cell; a line of nothing but
// dashes and specks is none.
func (f *finder) printedRows() [][]layout.Phrase {
	dash := func(p layout.Phrase) bool { return float64(p.H()) <= 0.3*f.th }
	rows := rowsOf(slices.DeleteFunc(slices.Clone(f.page.Phrases), func(p layout.Phrase) bool {
		w := float64(p.W())
		return float64(p.H()) >= 4*f.th || dash(p) && (w < 0.25*f.th || w > 2*f.th || 2*p.W() < 3*p.H())
	}))
	return slices.DeleteFunc(rows, func(r []layout.Phrase) bool {
		return !slices.ContainsFunc(r, func(p layout.Phrase) bool { return !dash(p) })
	})
}

// chartAmid reports a drawing with print on both sides that takes up much of a run's height: what stands around it are its labels.
func (f *finder) chartAmid(b layout.Box) bool {
	return slices.ContainsFunc(f.page.Figures, func(fig layout.Component) bool {
		common := min(fig.Y1, b.Y1) - max(fig.Y0, b.Y0)
		amid := fig.X0 > b.X0+int(2*f.th) && fig.X1 < b.X1-int(2*f.th)
		return amid && 3*common > b.H() && float64(fig.W()) > 2*f.th && fig.Area*10 < fig.W()*fig.H()*8
	})
}

// guessRun takes a run whole and without its first and last lines, which may be a title or a note.
func (f *finder) guessRun(run [][]layout.Phrase) {
	for skip := 0; skip < min(3, len(run)-1); skip++ {
		for drop := 0; drop < min(2, len(run)-skip-1); drop++ {
			part := slices.Concat(run[skip : len(run)-drop]...)
			inner := rulesIn(f.page.Rules, printIn(part), f.th)
			f.guessText(part, inner, fromRun)
		}
	}
}
