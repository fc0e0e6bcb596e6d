package statement

import (
	"context"
	"strings"
	"testing"
	"time"

	"lensd/extract"
	"lensd/vision/geom"
)

// Typewriter paper: a page drawn as text is a page whose characters are pen pixels wide and whose rows are pitch apart.
const (
	pen    = 10.0
	pitch  = 36.0
	letter = 18.0
)

// paper makes the layout of a page from its rows as typed; wide gaps part lines, as the page engine does it.
func paper(number int, text string) *extract.Layout {
	l := &extract.Layout{Number: number, Width: 1200, Height: 1700}
	for y, row := range strings.Split(strings.Trim(text, "\n"), "\n") {
		col := 0
		for _, part := range strings.SplitAfter(row, "  ") {
			if line, ok := typeLine(part, col, y); ok {
				l.Lines = append(l.Lines, line)
			}
			col += len([]rune(part))
		}
	}
	return l
}

func typeLine(part string, col, y int) (extract.Line, bool) {
	top := 40 + float64(y)*pitch
	box := func(from, to int) geom.Quad {
		return geom.QuadOf(geom.Rect{X0: float64(from) * pen, X1: float64(to) * pen, Y0: top, Y1: top + letter})
	}
	line := extract.Line{Height: letter, Area: -1, Text: extract.Text{Value: strings.TrimSpace(part), Confidence: 0.97}}
	if line.Text.Value == "" {
		return line, false
	}
	at := col
	for _, word := range strings.SplitAfter(part, " ") {
		n := len([]rune(word))
		if w := strings.TrimSpace(word); w != "" {
			line.Words = append(line.Words, extract.Word{Quad: box(at, at+len([]rune(w))), Text: extract.Text{Value: w, Confidence: 0.97}})
		}
		at += n
	}
	line.Quad = box(col, at)
	return line, true
}

// typed is a sheet of typewriter paper. second are the readings that a closer look gives of places, by what stands there.
type typedSheet struct {
	extract.Sheet
	layout *extract.Layout
	second map[string]extract.Text
	closer map[string]extract.Text // of the closest look
	asked  []geom.Quad
}

func (s *typedSheet) Layout(context.Context) (*extract.Layout, error) { return s.layout, nil }
func (s *typedSheet) ToSource(q geom.Quad) geom.Quad                  { return q }

func (s *typedSheet) Read(_ context.Context, regions []geom.Quad, h extract.Hint) ([]extract.Text, error) {
	out := make([]extract.Text, len(regions))
	says := s.second
	if h.Closely {
		says = s.closer
	}
	for i, q := range regions {
		for _, l := range s.layout.Lines {
			for _, w := range l.Words {
				if q.Bounds().Contains(w.Quad.Center()) {
					out[i] = says[w.Text.Value]
				}
			}
		}
	}
	s.asked = append(s.asked, regions...)
	return out, nil
}

func readPaper(t *testing.T, pages ...string) Document {
	t.Helper()
	var layouts []*extract.Layout
	for i, text := range pages {
		layouts = append(layouts, paper(i+1, text))
	}
	return readLayouts(t, layouts...)
}

func readLayouts(t *testing.T, layouts ...*extract.Layout) Document {
	t.Helper()
	r := New(func() time.Time { return time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC) })
	var read []*Page
	for _, l := range layouts {
		p, err := r.Collect(context.Background(), &typedSheet{layout: l})
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, p)
	}
	return r.Join(read)
}

// rowsAs writes the entries as "date amount balance", one a line, '!' after those that are not sound although they could be.
func rowsAs(d Document) string {
	var b strings.Builder
	for _, e := range d.Entries {
		if e.Dated {
			b.WriteString(e.Day.ISO())
		} else {
			b.WriteString("-")
		}
		if e.Moves {
			b.WriteString(" " + baht(e.Satang))
		}
		if e.Balance != nil {
			b.WriteString(" =" + baht(*e.Balance))
		}
		if e.Broken != "" {
			b.WriteString(" !")
		}
		b.WriteString("\n")
	}
	return b.String()
}
