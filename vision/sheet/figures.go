package sheet

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/table"
)

// What makes a column one of figures, and when a cell of it is read again.
const (
	fewestFigures = 3    // cells of figures
	figureShare   = 0.6  // of the column's cells with print
	surelyLetters = 0.95 // a reading as certain as this stays
)

// figureSigns are what figures in tables consist of; lookalikes are the letters and signs that small figures pass for.
const (
	figureSigns = "0123456789.,-–—/:+()%±*<>=[] "
	lookalikes  = "SsOoQDIlJi|!BZz$&{}gq"
)

// place names a line of a cell: the table, and the cell in it.
type place struct{ table, cell int }

// figureCells counts the cells of a row or a column that hold print, and figures.
type figureCells struct {
	printed, numeric int
	first            int // row of the uppermost figures
}

func (f *figureCells) count(row int, numeric bool) {
	f.printed++
	if !numeric {
		return
	}
	if f.numeric == 0 || row < f.first {
		f.first = row
	}
	f.numeric++
}

// figures reads cells again that are hardly anything but figures in columns of figures, as figures: alone, a 5 in small
// print passes for an S and a 0 for an O, and only the column tells. What it reads replaces that in texts.
func (s *Sheet) figures(ctx context.Context, found []table.Table, owner []place, quads []geom.Quad, texts []extract.Text) error {
	cell := func(k int) table.Cell { return found[owner[k].table].Cells[owner[k].cell] }
	columns, rows := map[place]*figureCells{}, map[place]*figureCells{}
	for k, t := range texts {
		c := cell(k)
		if c.ColSpan > 1 || t.Value == "" {
			continue
		}
		numeric := only(t.Value, figureSigns)
		entry(columns, place{owner[k].table, c.Col}).count(c.Row, numeric)
		entry(rows, place{owner[k].table, c.Row}).count(c.Row, numeric)
	}
	var at []int
	var again []geom.Quad
	for k, t := range texts {
		c := cell(k)
		column, row := columns[place{owner[k].table, c.Col}], rows[place{owner[k].table, c.Row}]
		if c.ColSpan == 1 && passesForFigures(t) && amongFigures(c.Row, *column, *row) {
			at, again = append(at, k), append(again, quads[k])
		}
	}
	if len(again) == 0 {
		return nil
	}
	better, err := s.Read(ctx, again, extract.Hint{Script: extract.ScriptDigit, Charset: figureSigns})
	if err != nil {
		return err
	}
	for i, k := range at {
		if better[i].Value != "" {
			texts[k] = better[i]
		}
	}
	return nil
}

func entry[T any](m map[place]*T, key place) *T {
	if m[key] == nil {
		m[key] = new(T)
	}
	return m[key]
}

// amongFigures reports that a row's cell stands in a column of figures and not in its heading ("Q1", "SD"): below the
// column's first figures, or beside others.
func amongFigures(row int, column, beside figureCells) bool {
	return column.numeric >= fewestFigures && float64(column.numeric) >= figureShare*float64(column.printed) &&
		(row > column.first || beside.numeric >= 2)
}

// passesForFigures reports that a doubtful reading would be one of figures but for letters that figures pass for.
func passesForFigures(t extract.Text) bool {
	return t.Confidence < surelyLetters && t.Value != "" && !only(t.Value, figureSigns) && only(t.Value, figureSigns+lookalikes)
}

// only reports that all of s is among the signs.
func only(s, signs string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(signs, r) }) < 0
}
