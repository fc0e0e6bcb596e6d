package sheet

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// Tables implements extract.Sheet. The lines of all cells are read in one batch.
func (s *Sheet) Tables(ctx context.Context) ([]extract.Table, error) {
	if s.tabled {
		return s.tables, nil
	}
	found := table.Find(s.Layout())
	var quads []geom.Quad
	var owner [][2]int // table and cell of each line
	for i, t := range found {
		for k, c := range t.Cells {
			for _, l := range cellLines(c) {
				quads = append(quads, quadOf(l.Box, padding(l.Height)))
				owner = append(owner, [2]int{i, k})
			}
		}
	}
	texts, err := s.Read(ctx, quads, extract.Hint{})
	if err != nil {
		return nil, err
	}
	s.tables = assembleTables(found, owner, texts)
	s.tabled = true
	return s.tables, nil
}

// cellLines joins the phrases of a cell that stand on one line.
func cellLines(c table.Cell) []layout.Phrase {
	var out []layout.Phrase
	for _, p := range c.Phrases {
		if n := len(out); n > 0 && p.X0 >= out[n-1].X1-2 && 2*(min(p.Y1, out[n-1].Y1)-max(p.Y0, out[n-1].Y0)) > min(p.H(), out[n-1].H()) {
			out[n-1].Box = out[n-1].Union(p.Box)
			continue
		}
		out = append(out, p)
	}
	return out
}

func assembleTables(found []table.Table, owner [][2]int, texts []extract.Text) []extract.Table {
	out := make([]extract.Table, len(found))
	for i, t := range found {
		out[i] = extract.Table{Rows: t.Rows, Columns: t.Cols, Quad: quadOf(t.Box, 0)}
		for _, c := range t.Cells {
			out[i].Cells = append(out[i].Cells, extract.Cell{
				Row: c.Row + 1, Column: c.Col + 1, RowSpan: c.RowSpan, ColumnSpan: c.ColSpan, Quad: quadOf(c.Box, 0),
			})
		}
	}
	lengths := map[[2]int]int{}
	for k, text := range texts {
		value := strings.TrimSpace(text.Value)
		if value == "" {
			continue
		}
		c := &out[owner[k][0]].Cells[owner[k][1]]
		if c.Text != "" {
			c.Text += " "
		}
		c.Text += value
		// The mean over lines, by their length.
		n, m := lengths[owner[k]], len(text.Chars)
		c.Confidence = (c.Confidence*float64(n) + text.Confidence*float64(m)) / float64(max(1, n+m))
		lengths[owner[k]] = n + m
	}
	return out
}
