package envelope

import (
	"net/http"

	"lensd/extract"
)

// InvalidDatetime stands where a value is no date-time.
const InvalidDatetime = "Invalid Datetime"

type errorObject struct {
	Object  string `json:"object"`
	Code    any    `json:"code"`
	Message string `json:"message"`
}

type v2Body struct {
	Status    string        `json:"status"`
	RequestID string        `json:"request_id"`
	Error     []errorObject `json:"error"`
	Data      []any         `json:"data"`
}

// Failure returns status and body of a failed request in the shape of the v2 endpoints; paths without an envelope of
// their own use it too, so that a client needs one error reader only.
func Failure(p Problem) (int, any) { return v2Failure(common())(p) }

func v2Failure(lines verdicts) func(Problem) (int, any) {
	return func(p Problem) (int, any) {
		l := lines.of(p)
		return l.status, v2Body{"error", p.RequestID, []errorObject{{"error", l.code, l.message}}, l.data}
	}
}

// v2Success writes one data element an item; a page that failed beside good ones leaves an empty object in its place.
func v2Success(element func(Answer, extract.Page, extract.Item) any) func(Answer) (int, any) {
	return func(a Answer) (int, any) {
		body := v2Body{"success", a.RequestID, []errorObject{}, dataOf(a, element)}
		if !partial(a.Result.Pages, a.Result.Kind) {
			return http.StatusOK, body
		}
		body.Status = "error"
		body.Error = []errorObject{{"error", "partial_content", "Partial content"}}
		return http.StatusPartialContent, body
	}
}

func dataOf(a Answer, element func(Answer, extract.Page, extract.Item) any) []any {
	out := []any{}
	for _, p := range a.Result.Pages {
		if p.Err != nil || len(p.Items) == 0 {
			out = append(out, object{})
			continue
		}
		for _, it := range p.Items {
			out = append(out, element(a, p, it))
		}
	}
	return out
}

type fieldBody struct {
	Value      string      `json:"value"`
	Boxes      []pixelQuad `json:"bboxes"`
	Norm       []shareQuad `json:"bboxes_norm"`
	Confidence decimal     `json:"confidence"`
	ISO        string      `json:"datetime_iso,omitempty"`
}

type cellBody struct {
	Column string `json:"column"`
	fieldBody
}

// style says which members of a field result an endpoint shows.
type style struct {
	names []string          // always present, in this order, {} when not read
	iso   func(string) bool // whether the field of this name carries datetime_iso
	table bool              // table_data follows the fields
}

// fields writes the members of one data element: those that the interface names, then any further ones that were read.
func (s style) fields(f frame, it extract.Item) object {
	read := map[string]extract.Field{}
	for _, fd := range it.Fields {
		if _, twice := read[fd.Name]; !twice {
			read[fd.Name] = fd
		}
	}
	var o object
	for _, name := range s.names {
		if fd, ok := read[name]; ok {
			o.set(name, s.field(f, fd))
		} else {
			o.set(name, object{})
		}
		delete(read, name)
	}
	for _, fd := range it.Fields {
		if _, left := read[fd.Name]; left {
			o.set(fd.Name, s.field(f, fd))
			delete(read, fd.Name)
		}
	}
	if s.table {
		o.set("table_data", s.rows(f, it.Tables))
	}
	return o
}

func (s style) field(f frame, fd extract.Field) any {
	px, sh := f.boxes(fd.Quads)
	b := fieldBody{Value: fd.Value, Boxes: px, Norm: sh, Confidence: probability(fd.Confidence)}
	if s.iso != nil && s.iso(fd.Name) {
		b.ISO = isoOr(fd.ISO)
	}
	return b
}

func isoOr(iso string) string {
	if iso == "" {
		return InvalidDatetime
	}
	return iso
}

func frameOf(p extract.Page) frame { return frame{float64(p.Width), float64(p.Height)} }
