package envelope

import (
	"net/http"

	"lensd/extract"
)

type tableBody struct {
	Cells   []tableCell `json:"cells"`
	Rows    int         `json:"n_row"`
	Columns int         `json:"n_column"`
}

// tableCell carries row_span and column_span only where a cell is merged, so that plain clients see the plain shape.
type tableCell struct {
	Text       string    `json:"text"`
	Confidence decimal   `json:"confidence"`
	Row        int       `json:"row"`
	Column     int       `json:"column"`
	Box        pixelQuad `json:"bbox"`
	RowSpan    int       `json:"row_span,omitempty"`
	ColumnSpan int       `json:"column_span,omitempty"`
}

func tableEndpoint() Endpoint {
	lines := v1Lines()
	return Endpoint{
		Path: "/table-exraction/v1", Kind: extract.TableDocument,
		element: tableElement, success: tableSuccess,
		failure: func(p Problem) (int, any) {
			if p.Reason == Reason(extract.KindNotFound) { // a page without a table is a good answer
				return tableSuccess(Answer{Result: extract.Result{Kind: extract.TableDocument, Pages: []extract.Page{{Number: 1}}}, ResponseID: p.ResponseID})
			}
			return v1Failure(lines, p, nil)
		},
	}
}

// tableSuccess lists the tables of every picture; a picture that failed beside good ones has none.
func tableSuccess(a Answer) (int, any) {
	b := v1Body{Status: digits(http.StatusOK), Message: "success", ResponseID: a.ResponseID, ErrorList: []v1Error{}, Result: []any{}}
	for _, p := range a.Result.Pages {
		tables := []tableBody{}
		for _, it := range p.Items {
			tables = append(tables, tablesOf(p, it)...)
		}
		b.Result = append(b.Result, tables)
	}
	return v1Partial(a, &b), b
}

func tableElement(_ Answer, p extract.Page, it extract.Item) any {
	return object{{"tables", tablesOf(p, it)}}
}

func tablesOf(p extract.Page, it extract.Item) []tableBody {
	out := []tableBody{}
	for _, t := range it.Tables {
		out = append(out, tableOf(frameOf(p), t))
	}
	return out
}

func tableOf(f frame, t extract.Table) tableBody {
	out := tableBody{Cells: []tableCell{}, Rows: t.Rows, Columns: t.Columns}
	for _, r := range rowsOf(t) {
		for _, c := range r {
			out.Cells = append(out.Cells, tableCell{c.Text, probability(c.Confidence), c.Row, c.Column, f.pixels(c.Quad), span(c.RowSpan), span(c.ColumnSpan)})
		}
	}
	return out
}

func span(n int) int {
	if n <= 1 {
		return 0
	}
	return n
}
