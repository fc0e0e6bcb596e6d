package envelope

import (
	"math"
	"net/http"

	"lensd/extract"
	"lensd/vision/geom"
)

// policyRange ends the messages 1001 to 1003; the figures are the interface's own. Its 10000x1000 would refuse every
// upright page, so that sides up to 10000 pixels are taken.
const policyRange = "; the image must be base64 and its size must be between 500x500 and 10000x1000"

type policyBody struct {
	ResponseID string       `json:"response_id"`
	RequestID  string       `json:"request_id"`
	Status     string       `json:"status"`
	ErrorCode  string       `json:"error_code,omitempty"`
	Message    string       `json:"message"`
	Data       []policyItem `json:"data"`
}

type policyItem struct {
	Key        string     `json:"key"`
	Value      string     `json:"value"`
	Rect       [4]int     `json:"rect"` // x, y, width, height
	RectNorm   [4]decimal `json:"rect_norm"`
	Confidence decimal    `json:"confidence"`
}

func policyEndpoint() Endpoint {
	bad := func(code, message string) verdict {
		return verdict{status: http.StatusBadRequest, code: code, message: message + policyRange}
	}
	lines := common().
		with(bad("1003", "Image cannot be converted"), unusable()...).
		with(bad("1001", "Resolution too low"), Reason(extract.KindTooSmall)).
		with(bad("1002", "Image quality not acceptable"), undetected()...).
		with(verdict{status: http.StatusInternalServerError, code: "2001", message: "Error on the server side"}, faults()...)
	return Endpoint{
		Path: "/vehicle-insurance-policy/v1", Kind: extract.VehiclePolicy, Image: ImageRule{MinSide: 500, MaxSide: 10000}, RequestID: true,
		element: policyElement, success: policySuccess,
		failure: func(p Problem) (int, any) {
			l := lines.of(p)
			return l.status, policyBody{p.ResponseID, p.RequestID, "0", numbered(l), l.message, []policyItem{}}
		},
	}
}

// numbered keeps a numeric code and replaces one in words by the status, because the older envelopes know numbers only.
func numbered(l verdict) string {
	if s, ok := l.code.(string); ok && len(s) == 4 && s[0] >= '0' && s[0] <= '9' {
		return s
	}
	return digits(l.status)
}

func policySuccess(a Answer) (int, any) {
	b := policyBody{a.ResponseID, a.RequestID, "1", "", "success", []policyItem{}}
	status := http.StatusOK
	for _, p := range a.Result.Pages {
		for _, it := range p.Items {
			b.Data = append(b.Data, policyItems(p, it)...)
		}
	}
	if partial(a.Result.Pages, a.Result.Kind) {
		status, b.Message = http.StatusPartialContent, "Partial content"
	}
	return status, b
}

func policyElement(_ Answer, p extract.Page, it extract.Item) any {
	return object{{"data", policyItems(p, it)}}
}

func policyItems(p extract.Page, it extract.Item) []policyItem {
	out := []policyItem{}
	for _, f := range it.Fields {
		out = append(out, policyItemOf(frameOf(p), f))
	}
	return out
}

func policyItemOf(f frame, fd extract.Field) policyItem {
	var r geom.Rect
	for _, q := range fd.Quads {
		r = r.Union(q.Bounds())
	}
	x0, y0, x1, y1 := within(r.X0, f.w), within(r.Y0, f.h), within(r.X1, f.w), within(r.Y1, f.h)
	round := func(v float64) int { return int(math.Round(v)) }
	return policyItem{
		Key: fd.Name, Value: fd.Value, Confidence: probability(fd.Confidence),
		Rect:     [4]int{round(x0), round(y0), round(x1) - round(x0), round(y1) - round(y0)},
		RectNorm: [4]decimal{ratio(x0, f.w), ratio(y0, f.h), ratio(x1-x0, f.w), ratio(y1-y0, f.h)},
	}
}
