package sheet

import (
	"context"
	"fmt"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/extract/trace"
)

// tellLines shows a trace the lines of the sheet: the caption of each is its number in reading order, the way that it reads
// (> along the page, v down, < upside down, ^ up) and * for light print on a dark ground.
func (s *Sheet) tellLines(ctx context.Context) {
	t := trace.From(ctx)
	if !t.Wide() {
		return
	}
	var marks []overlay.Mark
	var rows []trace.Row
	for i, l := range s.lines {
		way := Way(l)
		marks = append(marks, overlay.Mark{Quad: l.Quad, Caption: fmt.Sprint(i+1, way), Confidence: l.Text.Confidence})
		rows = append(rows, trace.Row{Cells: []string{fmt.Sprint(i + 1), way, fmt.Sprint(l.Block), fmt.Sprintf("%.0f", l.Height), l.Text.Value, trace.Share(l.Text.Confidence)}})
	}
	from := "read from the picture"
	if s.trust {
		from = "taken from the PDF's own text, which the print bears out"
	}
	t.Gray("lines", from, s.page.Gray, marks)
	t.Rows("lines", "> along the page, v down, < upside down, ^ up, * light print", []string{"line", "way", "block", "height", "text", "confidence"}, rows)
}

// Way writes a line's direction and polarity for people.
func Way(l extract.Line) string {
	way := [...]string{">", "v", "<", "^"}[l.Turn&3]
	if l.Reversed {
		way += "*"
	}
	return way
}

// tellAreas shows a trace what of the sheet print or colour sets apart: filled areas green, frames red, rules without a caption.
func (s *Sheet) tellAreas(ctx context.Context, l *extract.Layout) {
	t := trace.From(ctx)
	if !t.Wide() {
		return
	}
	var marks []overlay.Mark
	for i, a := range l.Areas {
		m := overlay.Mark{Quad: a.Quad, Caption: fmt.Sprint(i)}
		if a.Filled {
			m.Confidence = 1
		}
		if a.Dark {
			m.Caption += "*"
		}
		marks = append(marks, m)
	}
	for _, c := range l.Codes {
		marks = append(marks, overlay.Mark{Quad: c.Quad, Caption: c.Format, Confidence: 1})
	}
	for _, k := range l.Ticks {
		marks = append(marks, overlay.Mark{Quad: k.Quad, Caption: trace.Share(k.Ink), Confidence: 0.5})
	}
	t.Gray("areas", fmt.Sprintf("%d areas (filled ones green, * dark), %d rules, %d boxes to tick", len(l.Areas), len(l.Rules), len(l.Ticks)), s.page.Gray, marks)
}

// tellTables shows a trace the cells of the tables that were chosen.
func (s *Sheet) tellTables(ctx context.Context) {
	t := trace.From(ctx)
	if !t.Wide() {
		return
	}
	var marks []overlay.Mark
	for _, table := range s.tables {
		for _, c := range table.Cells {
			marks = append(marks, overlay.Mark{Quad: c.Quad, Confidence: c.Confidence})
		}
	}
	t.Gray("cells", fmt.Sprintf("%d tables; empty cells are red", len(s.tables)), s.page.Gray, marks)
}
