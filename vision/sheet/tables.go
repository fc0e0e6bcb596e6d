package sheet

import (
	"context"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/table"
)

// Tables implements extract.Sheet. The lines of all cells are read in one batch.
func (s *Sheet) Tables(ctx context.Context) ([]extract.Table, error) {
	if s.tabled {
		return s.tables, nil
	}
	s.analyse(ctx)
	defer trace.Stage(ctx, "tables")()
	detector, err := s.detector()
	if err != nil {
		return nil, err
	}
	found := detector.Find(ctx, s.analysis())
	lines, marks := s.cellsToRead(found)
	quads, owner := make([]geom.Quad, len(lines)), make([]place, len(lines), len(lines)+len(marks))
	for i, l := range lines {
		quads[i], owner[i] = quadOf(l.box, l.pad), l.place
	}
	texts, err := s.Read(ctx, quads, extract.Hint{})
	if err != nil {
		return nil, err
	}
	if err := s.figures(ctx, found, owner, quads, texts); err != nil {
		return nil, err
	}
	figureHeights(lines, marks, texts)
	s.tellDashes(found, lines, texts)
	for _, l := range marks {
		owner, texts = append(owner, l.place), append(texts, markText(l.said()))
	}
	s.tables = s.legible(assembleTables(found, owner, texts))
	s.tabled = true
	s.tellTables(ctx)
	return s.tables, nil
}

// cellLine is a line of print in a cell, and the height of its table's print.
type cellLine struct {
	place
	box    layout.Box
	pad    float64
	height int
	mark   string // of what stands for no value, where nothing else is to be read: that which is no dash
}

// cellsToRead returns the lines of all cells, apart the cells that hold a mark for no value, which no text layer tells, and
// nothing else.
func (s *Sheet) cellsToRead(found []table.Table) (lines, marks []cellLine) {
	for i, t := range found {
		height := printHeight(t, s.analysis().TextHeight)
		rows := make([][]layout.Phrase, t.Rows)
		for _, c := range t.Cells {
			rows[c.Row] = append(rows[c.Row], c.Phrases...)
		}
		for k, c := range t.Cells {
			for _, p := range cellLines(c) {
				l := cellLine{place: place{i, k}, box: p.Box, pad: padding(p.Height), height: height}
				if _, typeset := s.fromLayer(quadOf(l.box, l.pad), extract.Hint{}); !typeset && len(p.Words) == 1 && dashOf(p.Box, height) != 0 {
					marks = append(marks, l)
				} else {
					lines = append(lines, l)
				}
			}
			if len(c.Phrases) == 0 {
				mark, stroke := s.markOf(c, rows[c.Row], height)
				marks = append(marks, cellLine{place: place{i, k}, box: stroke, height: height, mark: mark})
			}
		}
	}
	return lines, marks
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

func assembleTables(found []table.Table, owner []place, texts []extract.Text) []extract.Table {
	out := make([]extract.Table, len(found))
	for i, t := range found {
		out[i] = extract.Table{Rows: t.Rows, Columns: t.Cols, Quad: quadOf(t.Box, 0)}
		for _, c := range t.Cells {
			out[i].Cells = append(out[i].Cells, extract.Cell{
				Row: c.Row + 1, Column: c.Col + 1, RowSpan: c.RowSpan, ColumnSpan: c.ColSpan, Quad: quadOf(c.Box, 0),
			})
		}
	}
	lengths := map[place]int{}
	for k, text := range texts {
		value := strings.TrimSpace(text.Value)
		if value == "" {
			continue
		}
		c := &out[owner[k].table].Cells[owner[k].cell]
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

// legible drops charts and patterns that happened to stand in columns: what cannot be read for the most part, or has a scale.
func (s *Sheet) legible(in []extract.Table) []extract.Table {
	// Print that had to be enlarged is read with less confidence anyway.
	least := 0.6
	if s.page.ToSource[0] < 0.7 {
		least = 0.1
	}
	out := in[:0]
	for _, t := range in {
		sum, filled := 0.0, 0
		for _, c := range t.Cells {
			if c.Text != "" {
				filled++
				sum += c.Confidence
			}
		}
		if filled >= 2 && sum >= least*float64(filled) && speaks(t, least) && !scaled(t) {
			out = append(out, t)
		}
	}
	return out
}

// speaks reports that enough of the cells hold a word or a number that was read with some certainty. Bits of drawings read
// as single letters, and surely at that.
func speaks(t extract.Table, least float64) bool {
	said, all := 0, 0
	for _, c := range t.Cells {
		letters, digits := 0, 0
		for _, r := range c.Text {
			switch {
			case unicode.IsLetter(r):
				letters++
			case unicode.IsDigit(r):
				digits++
			}
		}
		if c.Text == "" || letters+digits == 0 && c.Confidence >= least { // a dash for want of a value
			continue
		}
		all++
		if c.Confidence >= least && (digits > 0 || letters > 1) {
			said++
		}
	}
	return 3*said >= all
}
