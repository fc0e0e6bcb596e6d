package envelope

import (
	"net/http"
	"strings"

	"lensd/extract"
)

// v1Body is the envelope of bank statement v1; the table endpoint has it without additional_result.
type v1Body struct {
	Status     string    `json:"status"`
	Message    string    `json:"message"`
	ResponseID string    `json:"response_id"`
	ErrorCode  string    `json:"error_code,omitempty"` // failures only: the errors table calls it so
	ErrorList  []v1Error `json:"error_list"`
	Result     []any     `json:"result"`
	Additional *[]any    `json:"additional_result,omitempty"`
}

type v1Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type v1Cell struct {
	Key        string      `json:"key"`
	Text       string      `json:"text"`
	Confidence decimal     `json:"confidence"`
	Box        []pixelQuad `json:"bbox"`
}

// Codes of the v1 error lists; 1000, 1001 and 2001 are the interface's, the others follow its numbering.
const (
	v1Internal   = "1000"
	v1Unturned   = "1001" // no side of the page read clearly better than the others; the answer is a success all the same
	v1PartPage   = "1002" // a page beside good ones could not be read
	v1TooSmall   = "2001"
	v1Unreadable = "2002" // no picture or PDF that we can open
	v1TooLarge   = "2003"
	v1Locked     = "2004"
	v1Quality    = "2005"
	v1Nothing    = "2006"
	v1Unbalanced = "2007" // a row that does not add up; the answer is a success all the same
)

// unturned says that a page may lie on its side or head, and what to do.
const unturned = "which side is up could not be told, the page was read as it came: send it upright and sharp"

// v1Lines are the failures that both v1 endpoints share.
func v1Lines() verdicts {
	return common().
		with(verdict{status: http.StatusInternalServerError, code: v1Internal, message: "Internal server error"}, faults()...).
		with(verdict{status: http.StatusUnprocessableEntity, code: v1Unreadable}, Reason(extract.KindUnsupported), Reason(extract.KindUndecodable), BadBase64).
		with(verdict{status: http.StatusUnprocessableEntity, code: v1TooLarge}, Reason(extract.KindTooLarge)).
		with(verdict{status: http.StatusUnprocessableEntity, code: v1Locked}, Reason(extract.KindPassword)).
		with(verdict{status: http.StatusBadRequest, code: v1Quality}, Reason(extract.KindQuality)).
		with(verdict{status: http.StatusBadRequest, code: v1Nothing}, Reason(extract.KindNotFound)).
		with(verdict{status: http.StatusBadRequest, code: v1TooSmall}, Reason(extract.KindTooSmall))
}

func bankV1Endpoint() Endpoint {
	lines := v1Lines().with(verdict{status: http.StatusBadRequest, code: v1TooSmall,
		message: "Image too small expect > 1000X1000 pixels"}, Reason(extract.KindTooSmall)).
		with(verdict{status: http.StatusBadRequest, code: v1Locked}, Reason(extract.KindPassword))
	return Endpoint{
		Path: "/bank-statement/v1", Kind: extract.BankStatement, Image: ImageRule{MinSide: 1001},
		element: bankElement, success: bankV1Success,
		failure: func(p Problem) (int, any) { return v1Failure(lines, p, &[]any{}) },
	}
}

func v1Failure(lines verdicts, p Problem, additional *[]any) (int, any) {
	l := lines.of(p)
	code := numbered(l)
	return l.status, v1Body{digits(l.status), l.message, p.ResponseID, code, []v1Error{{code, l.message}}, []any{}, additional}
}

func bankV1Success(a Answer) (int, any) {
	extra := []any{}
	b := v1Body{Status: digits(http.StatusOK), Message: "success", ResponseID: a.ResponseID, ErrorList: []v1Error{}, Result: []any{}}
	for _, p := range a.Result.Pages {
		rows, bank := [][]v1Cell{}, [][]v1Cell{}
		for _, it := range p.Items {
			rows = append(rows, v1Rows(frameOf(p), it.Tables)...)
			bank = append(bank, bankNames(frameOf(p), it.Fields)...)
		}
		b.Result, extra = append(b.Result, rows), append(extra, bank)
		if p.UnsureSide && p.Err == nil {
			b.ErrorList = append(b.ErrorList, v1Error{v1Unturned, (&extract.Error{Page: p.Number, Message: unturned}).Error()})
		}
		for _, w := range p.Warnings {
			b.ErrorList = append(b.ErrorList, v1Error{v1Unbalanced, w.Error()})
		}
	}
	b.Additional = &extra
	return v1Partial(a, &b), b
}

// v1Partial adds the failed pages to the error list and returns the status.
func v1Partial(a Answer, b *v1Body) int {
	if !partial(a.Result.Pages, a.Result.Kind) {
		return http.StatusOK
	}
	b.Status, b.Message = digits(http.StatusPartialContent), "Partial content"
	for _, p := range a.Result.Pages {
		if p.Err != nil {
			b.ErrorList = append(b.ErrorList, v1Error{v1PartPage, p.Err.Error()})
		} else if len(p.Items) == 0 && a.Result.Kind != extract.TableDocument {
			b.ErrorList = append(b.ErrorList, v1Error{v1PartPage, (&extract.Error{Page: p.Number, Message: "nothing of this kind was found"}).Error()})
		}
	}
	return http.StatusPartialContent
}

func v1Rows(f frame, tables []extract.Table) [][]v1Cell {
	var out [][]v1Cell
	for _, t := range tables {
		for _, r := range rowsOf(t) {
			row := make([]v1Cell, 0, len(r))
			for _, c := range r {
				row = append(row, v1CellOf(f, c))
			}
			out = append(out, row)
		}
	}
	return out
}

// v1CellOf writes an empty cell without a box and with confidence 0, as the interface has it.
func v1CellOf(f frame, c extract.Cell) v1Cell {
	if c.Text == "" {
		return v1Cell{Key: v1Key(c.Heading), Box: []pixelQuad{}}
	}
	px, _ := f.boxes(quadsOf(c.Quad))
	return v1Cell{v1Key(c.Heading), c.Text, probability(c.Confidence), px}
}

// bankNames gives the page's bank as one row of one cell.
func bankNames(f frame, fields []extract.Field) [][]v1Cell {
	for _, fd := range fields {
		if fd.Name == "bank_name" {
			px, _ := f.boxes(fd.Quads)
			return [][]v1Cell{{{"bank_name", fd.Value, probability(fd.Confidence), px}}}
		}
	}
	return nil
}

// v1Key maps a printed heading to the literal key of v1, ชองทางบริการ without its tone mark; others stay as printed.
func v1Key(heading string) string {
	h := strings.ToLower(strings.Join(strings.Fields(heading), ""))
	for _, k := range []struct {
		key   string
		parts []string
	}{
		{"ชองทางบริการ", []string{"ช่องทาง", "ชองทาง", "channel", "via"}},
		{"ยอดคงเหลือ", []string{"คงเหลือ", "balance"}},
		{"ถอนเงิน", []string{"ถอน", "withdraw", "debit"}},
		{"ฝากเงิน", []string{"ฝาก", "deposit", "credit"}},
		{"วันที่ทำรายการ", []string{"วันที่", "date"}},
		{"รายการ", []string{"รายการ", "particular", "description", "transaction"}},
	} {
		for _, p := range k.parts {
			if strings.Contains(h, p) {
				return k.key
			}
		}
	}
	return heading
}
