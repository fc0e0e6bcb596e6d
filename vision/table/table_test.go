package table

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/layout"
)

// drawn prints rows of cells in columns that start at xs; "" leaves a cell empty.
func drawn(p *printed.Page, xs []int, y, leading int, rows ...[]string) {
	for i, r := range rows {
		for k, s := range r {
			if s != "" {
				p.Text(xs[k], y+i*leading, 24, s)
			}
		}
	}
}

// framed draws a frame of its own around each cell of a grid, with white between neighbours.
func framed(p *printed.Page, xs, ys []int, white, thick int) {
	for i := range ys[1:] {
		for k := range xs[1:] {
			p.Grid([]int{xs[k] + white/2, xs[k+1] - white/2 - thick}, []int{ys[i] + white/2, ys[i+1] - white/2 - thick}, thick)
		}
	}
}

// sentence returns n words of running text that no two lines share.
func sentence(line, n int) string {
	words := strings.Fields("the harbour lies north of an old town where small ships wait for wind and people walk along quays to buy fish bread or paper from men who know every name in these streets")
	out := make([]string, n)
	for i := range out {
		out[i] = words[(line*line*7+line*3+i*(5+line%4))%len(words)]
	}
	return strings.Join(out, " ")
}

var body = [][]string{{"Austria", "92.9", "7.1", "5,821"}, {"Belgium", "10.0", "0.4", "5,906"}, {"Cyprus", "100.0", "8.2", "17"},
	{"Denmark", "77.9", "12.1", "3,868"}, {"Estonia", "13.2", "86.8", "114"}, {"Finland", "24.2", "19.2", "4,107"}}

// shape writes a table as its size and, a row a line, the extent of its cells: a letter for a cell with print, a dot for an
// empty one, a number for how many columns it spans.
func shape(t Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", t.Rows, t.Cols)
	row := -1
	for _, c := range t.Cells {
		if c.Row != row {
			b.WriteByte('\n')
			row = c.Row
		}
		switch {
		case c.ColSpan > 1 || c.RowSpan > 1:
			fmt.Fprintf(&b, "[%dx%d]", c.RowSpan, c.ColSpan)
		case len(c.Phrases) > 0:
			b.WriteByte('x')
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// detect finds the tables of a drawn page.
func detect(t *testing.T, p *printed.Page) []Table {
	t.Helper()
	d, err := NewDetector()
	require.NoError(t, err)
	return d.Find(context.Background(), layout.Analyse(p.Gray))
}

func TestStructures(t *testing.T) {
	xs := []int{120, 420, 620, 820}
	whole := "6x4" + strings.Repeat("\nxxxx", 6)
	cases := []struct {
		name string
		draw func(p *printed.Page)
		want []string
	}{
		{"printed grid", func(p *printed.Page) {
			p.Grid([]int{100, 400, 600, 800, 1000}, []int{100, 150, 200, 250, 300, 350, 400}, 2)
			drawn(p, xs, 135, 50, body...)
		}, []string{whole}},
		{"cells framed one by one", func(p *printed.Page) {
			framed(p, []int{100, 400, 600, 800, 1000}, []int{100, 150, 200, 250, 300, 350, 400}, 4, 2)
			drawn(p, xs, 135, 50, body...)
		}, []string{whole}},
		{"cells framed one by one in a frame", func(p *printed.Page) {
			p.Grid([]int{92, 1008}, []int{92, 408}, 2)
			framed(p, []int{100, 400, 600, 800, 1000}, []int{100, 150, 200, 250, 300, 350, 400}, 6, 3)
			drawn(p, xs, 135, 50, body...)
		}, []string{whole}},
		{"merged heading", func(p *printed.Page) {
			p.Grid([]int{100, 400, 600, 800, 1000}, []int{150, 200, 250, 300, 350, 400, 450}, 2)
			p.Grid([]int{100, 400, 1000}, []int{100, 150}, 2)
			p.Text(560, 135, 24, "spanning heading")
			p.Text(120, 135, 24, "country")
			drawn(p, xs, 185, 50, body...)
		}, []string{"7x4\nx[1x3]" + strings.Repeat("\nxxxx", 6)}},
		{"rules across", func(p *printed.Page) {
			for _, y := range []int{90, 150, 460} {
				p.Fill(image.Rect(100, y, 1000, y+2), 0)
			}
			drawn(p, xs, 130, 50, append([][]string{{"Country", "Home", "Away", "Total"}}, body...)...)
		}, []string{"7x4" + strings.Repeat("\nxxxx", 7)}},
		{"rules across, a heading amid the columns of figures", func(p *printed.Page) {
			for _, y := range []int{40, 150, 460} {
				p.Fill(image.Rect(100, y, 1000, y+2), 0)
			}
			p.Fill(image.Rect(400, 94, 1000, 96), 0)
			p.Text(610, 80, 24, "Nights spent")
			drawn(p, xs, 130, 50, append([][]string{{"Country", "Home", "Away", "Total"}}, body...)...)
		}, []string{"8x4\n[2x1][1x3]\nxxx" + strings.Repeat("\nxxxx", 6)}},
		{"no rules", func(p *printed.Page) { drawn(p, xs, 130, 50, body...) }, []string{whole}},
		{"rows far apart", func(p *printed.Page) { drawn(p, xs, 130, 85, body...) }, []string{whole}},
		{"figures as close as words", func(p *printed.Page) {
			drawn(p, []int{120, 420, 481, 820}, 130, 50, [][]string{{"Austria", "92.9", "37.1", "5,821"}, {"Belgium", "10.0", "20.4", "5,906"}, {"Cyprus", "10.5", "98.2", "4,117"},
				{"Denmark", "77.9", "12.1", "3,868"}, {"Estonia", "13.2", "86.8", "1,114"}, {"Finland", "24.2", "19.2", "4,107"}}...)
		}, []string{whole}},
		{"words that all begin alike", func(p *printed.Page) {
			drawn(p, []int{120, 420, 820}, 130, 50, [][]string{{"Austria", "Grade 3", "5,821"}, {"Belgium", "Grade 4", "5,906"}, {"Cyprus", "Grade 6", "4,117"},
				{"Denmark", "Grade 8", "3,868"}, {"Estonia", "Grade 2", "1,114"}, {"Finland", "Grade 5", "4,107"}}...)
		}, []string{"6x3" + strings.Repeat("\nxxx", 6)}},
		{"rows that name those below", func(p *printed.Page) {
			drawn(p, xs, 130, 36, [][]string{{"Country", "Home", "Away", "Total"}, {"Europe"}, {"  Denmark", "77.9", "12.1", "3,868"}, {"  Finland", "24.2", "19.2", "4,107"},
				{"Asia"}, {"  Cyprus", "10.5", "98.2", "4,117"}, {"  Jordan", "13.2", "86.8", "1,114"}}...)
		}, []string{"7x4\nxxxx\nx...\nxxxx\nxxxx\nx...\nxxxx\nxxxx"}},
		{"rules under the heading only", func(p *printed.Page) {
			p.Grid([]int{100, 400, 600, 800, 1000}, []int{90, 150}, 2)
			p.Grid([]int{100, 400, 600, 800, 1000}, []int{150, 510}, 2)
			drawn(p, xs, 130, 58, append([][]string{{"Country", "Home", "Away", "Total"}}, body...)...)
		}, []string{"7x4" + strings.Repeat("\nxxxx", 7)}},
		{"empty cells are listed", func(p *printed.Page) {
			p.Grid([]int{100, 400, 600, 800, 1000}, []int{100, 150, 200, 250}, 2)
			drawn(p, xs, 135, 50, []string{"Austria", "92.9", "", "5,821"}, []string{"Belgium", "", "0.4", ""}, []string{"Cyprus", "1", "2", "3"})
		}, []string{"3x4\nxx.x\nx.x.\nxxxx"}},
		{"rows under one name for several", func(p *printed.Page) {
			for _, y := range []int{100, 150, 350} {
				p.Fill(image.Rect(100, y, 1000, y+3), 0)
			}
			drawn(p, xs, 135, 50, []string{"Group", "Length", "Width", "Height"})
			drawn(p, xs, 185, 34, []string{"Harbour", "12.5", "3.1", "4"}, []string{"", "13.5", "3.7", "5"}, []string{"", "12.1", "3.9", "6"},
				[]string{"Market", "22.5", "4.1", "7"}, []string{"", "25.5", "4.2", "8"})
		}, []string{"6x4\nxxxx\nxxxx\n.xxx\n.xxx\nxxxx\n.xxx"}},
		{"two tables", func(p *printed.Page) {
			p.Grid([]int{100, 400, 600}, []int{100, 150, 200, 250}, 2)
			drawn(p, xs, 135, 50, []string{"Austria", "92.9"}, []string{"Belgium", "3"}, []string{"Cyprus", "1"})
			p.Grid([]int{100, 400, 600}, []int{450, 500, 550}, 2)
			drawn(p, xs, 485, 50, []string{"Malta", "92.9"}, []string{"Spain", "3"})
		}, []string{"3x2\nxx\nxx\nxx", "2x2\nxx\nxx"}},
		{"wrapped text in a ruled row", func(p *printed.Page) {
			p.Grid([]int{100, 400, 1000}, []int{100, 150, 250, 300, 350}, 2)
			drawn(p, xs, 135, 50, []string{"Term", "Meaning"})
			drawn(p, xs, 185, 40, []string{"Harbour", "a place where ships lie"}, []string{"", "safe from wind and sea"})
			drawn(p, xs, 285, 50, []string{"Market", "a place to buy"}, []string{"Village", "a small place"})
		}, []string{"4x2\nxx\nxx\nxx\nxx"}},
		{"text that wraps without rules", func(p *printed.Page) {
			drawn(p, xs, 130, 60, []string{"Harbour", "12", "3.1", "4,117"}, nil, []string{"Market of the", "13", "3.7", "5,906"}, nil, []string{"Village", "14", "3.9", "6,018"},
				[]string{"Bridge over", "15", "4.1", "7,554"}, nil, []string{"Castle", "16", "4.4", "8,310"})
			drawn(p, xs, 288, 60, []string{"fishermen"}, nil, nil, []string{"the river"})
		}, []string{"5x4" + strings.Repeat("\nxxxx", 5)}},
		{"prose", func(p *printed.Page) {
			for y := 100; y < 600; y += 38 {
				p.Text(100, y, 24, sentence(y, 11))
			}
		}, nil},
		{"prose in two columns", func(p *printed.Page) {
			for y := 100; y < 600; y += 38 {
				p.Text(80, y, 24, sentence(y, 5))
				p.Text(560, y, 24, sentence(y+1, 5))
			}
		}, nil},
		{"list", func(p *printed.Page) {
			for y := 100; y < 400; y += 40 {
				p.Fill(image.Rect(100, y-14, 112, y-2), 0)
				p.Text(150, y, 24, sentence(y, 6))
			}
		}, nil},
		{"contents with leaders", func(p *printed.Page) {
			for i := range 12 {
				p.Text(100+40*(i%3), 100+38*i, 24, sentence(i, 2+i%4))
				p.Text(560, 100+38*i, 24, strings.Repeat(". ", 20))
				p.Text(940, 100+38*i, 24, strconv.Itoa(3+7*i))
			}
		}, nil},
		{"numbered headings and paragraphs", func(p *printed.Page) {
			for i := range 4 {
				p.Text(80, 100+150*i, 28, fmt.Sprintf("%d.%d", 1+i/2, 1+i%2))
				p.Text(220, 100+150*i, 28, sentence(i, 3))
				for k := range 2 {
					p.Text(80, 145+150*i+38*k, 24, sentence(5*i+k, 10))
				}
			}
		}, nil},
		{"frame around text", func(p *printed.Page) {
			p.Grid([]int{80, 1000}, []int{80, 420}, 3)
			for y := 130; y < 400; y += 38 {
				p.Text(110, y, 24, sentence(y, 9))
			}
		}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(1100, 700)
			c.draw(p)
			var got []string
			for _, tb := range detect(t, p) {
				got = append(got, shape(tb))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// Names and values beside a curve stand in columns too, with gaps where the curve is.
func TestAChartsLabelsAreNoTable(t *testing.T) {
	labels := [][]string{{"Austria", "92.9", "5,821"}, {"Belgium", "10.0", "5,906"}, {"Cyprus", "8.2", "17"},
		{"Denmark", "", "3,868"}, {"Estonia", "", "114"}, {"Finland", "", "4,107"}, {"Greece", "", "831"}, {"Hungary", "", "70"}}
	find := func(curve bool) []Table {
		p := printed.NewPage(1100, 700)
		drawn(p, []int{120, 420, 820}, 135, 50, labels...)
		for x := 540; curve && x < 680; x++ {
			p.Fill(image.Rect(x, 3*x-1360, x+4, 3*x-1352), 0) // most of it is below the print
		}
		return detect(t, p)
	}
	assert.Len(t, find(false), 1, "the same print without the curve is a table")
	assert.Empty(t, find(true))
}

// TestEveryPlaceIsCoveredOnce holds the promise of Table: cells neither overlap nor leave a hole.
func TestEveryPlaceIsCoveredOnce(t *testing.T) {
	p := printed.NewPage(1100, 700)
	p.Grid([]int{100, 400, 600, 800, 1000}, []int{150, 200, 250, 300, 350}, 2)
	p.Grid([]int{100, 400, 1000}, []int{100, 150}, 2)
	drawn(p, []int{120, 420, 620, 820}, 185, 50, body[:4]...)
	p.Text(500, 135, 24, "over all of them")
	for _, tb := range detect(t, p) {
		seen := map[[2]int]int{}
		for _, c := range tb.Cells {
			for r := range c.RowSpan {
				for k := range c.ColSpan {
					seen[[2]int{c.Row + r, c.Col + k}]++
				}
			}
		}
		assert.Len(t, seen, tb.Rows*tb.Cols)
		for place, n := range seen {
			assert.Equal(t, 1, n, "%v", place)
		}
	}
}

// The heading of a ruled table is often filled a little less wide than its cells.
func TestAFillThatDoesNotReachItsBordersMakesNoColumn(t *testing.T) {
	p := printed.NewPage(1000, 500)
	p.Grid([]int{100, 380, 640, 900}, []int{100, 140, 240, 340}, 2)
	for i, x := range []int{100, 380, 640} {
		p.Fill(image.Rect(x+16, 102, []int{380, 640, 900}[i]-16, 139), 10)
		p.Toned(x+60, 129, 24, "heading", 255)
		p.Text(x+30, 190, 24, "one entry")
		p.Text(x+30, 290, 24, "one more")
	}
	found := detect(t, p)
	require.Len(t, found, 1)
	assert.Equal(t, [2]int{3, 3}, [2]int{found[0].Rows, found[0].Cols})
}

func TestARowOfLongFiguresIsCutAtEveryColumn(t *testing.T) {
	row := func(xs ...int) (p layout.Phrase) { // words 18 wide
		for _, x := range xs {
			w := layout.Word{Box: layout.Box{X0: x, X1: x + 18, Y1: 20}}
			p.Words, p.Box = append(p.Words, w), p.Box.Union(w.Box)
		}
		return p
	}
	cols := []column{{0, 20}, {20, 40}, {40, 60}, {60, 80}}
	assert.Len(t, place([]layout.Phrase{row(1, 21, 41, 61)}, cols, 9), 4, "a gap in every valley")
	spanning := place([]layout.Phrase{row(1, 31, 61)}, cols, 19)
	require.Len(t, spanning, 1, "a heading whose words do not stand in the columns")
	assert.Equal(t, [2]int{0, 4}, [2]int{spanning[0].c0, spanning[0].c1})
	assert.Len(t, place([]layout.Phrase{row(1, 21)}, cols, 9), 1, "two words may meet a valley by chance")
}
