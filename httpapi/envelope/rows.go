package envelope

import (
	"sort"

	"lensd/extract"
	"lensd/vision/geom"
)

// rowsOf groups the cells of t by row, each row ordered by column; a merged cell stands in its first row.
func rowsOf(t extract.Table) [][]extract.Cell {
	cells := append([]extract.Cell(nil), t.Cells...)
	sort.SliceStable(cells, func(i, j int) bool {
		if cells[i].Row != cells[j].Row {
			return cells[i].Row < cells[j].Row
		}
		return cells[i].Column < cells[j].Column
	})
	var out [][]extract.Cell
	for i, c := range cells {
		if i == 0 || c.Row != cells[i-1].Row {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// rows writes table_data: the rows of all tables one after the other.
func (s style) rows(f frame, tables []extract.Table) [][]cellBody {
	out := [][]cellBody{}
	for _, t := range tables {
		for _, r := range rowsOf(t) {
			row := make([]cellBody, 0, len(r))
			for _, c := range r {
				row = append(row, s.cell(f, c))
			}
			out = append(out, row)
		}
	}
	return out
}

func (s style) cell(f frame, c extract.Cell) cellBody {
	px, sh := f.boxes(quadsOf(c.Quad))
	b := cellBody{Column: c.Heading, fieldBody: fieldBody{Value: c.Text, Boxes: px, Norm: sh, Confidence: probability(c.Confidence)}}
	if s.iso != nil && s.iso("table_data") {
		b.ISO = isoOr(c.ISO)
	}
	return b
}

// quadsOf lists q unless it is the zero quad of a cell without a place.
func quadsOf(q geom.Quad) []geom.Quad {
	if q == (geom.Quad{}) {
		return nil
	}
	return []geom.Quad{q}
}
