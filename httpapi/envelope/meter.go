package envelope

import (
	"net/http"
	"strconv"

	"lensd/extract"
	"lensd/vision/geom"
)

// meterBody has no request_id: the interface shows none.
type meterBody struct {
	Status string        `json:"status"`
	Error  []errorObject `json:"error"`
	Data   []any         `json:"data"`
}

type numbersBody struct {
	Value       string      `json:"value"`
	Boxes       []pixelQuad `json:"bboxes"`
	Norm        []shareQuad `json:"bboxes_norm"`
	Rotated     []pixelQuad `json:"bboxes_rotated"`
	RotatedNorm []shareQuad `json:"bboxes_rotated_norm"`
	Confidence  decimal     `json:"confidence"`
	Angle       decimal     `json:"angle"`
}

func meterEndpoint() Endpoint {
	lines := common().with(verdict{http.StatusBadRequest, "bad_request", "Bad Request", []any{nothingCounted()}}, undetected()...)
	return Endpoint{
		Path: "/water-meter/v2", Kind: extract.WaterMeter, Options: []string{"burst", "dials", "unit", "registers"},
		element: meterElement, success: meterSuccess,
		failure: func(p Problem) (int, any) {
			l := lines.of(p)
			b := meterBody{"error", []errorObject{{"error", l.code, l.message}}, l.data}
			if len(l.data) > 0 { // nothing detected is a success with HTTP 400, as the interface shows it
				b.Status = "success"
			}
			return l.status, b
		},
	}
}

func meterSuccess(a Answer) (int, any) {
	status, body := v2Success(meterElement)(a)
	b := body.(v2Body)
	return status, meterBody{b.Status, b.Error, b.Data}
}

// dialBody is a pointer beside the wheels, beyond the interface.
type dialBody struct {
	Place      int         `json:"place"`
	Value      string      `json:"value"`
	Position   decimal     `json:"position"`
	Boxes      []pixelQuad `json:"bboxes"`
	Norm       []shareQuad `json:"bboxes_norm"`
	Confidence decimal     `json:"confidence"`
}

func dialsOf(f frame, dials []extract.Dial) []dialBody {
	out := make([]dialBody, 0, len(dials))
	for _, d := range dials {
		b := dialBody{Place: d.Place, Value: strconv.Itoa(d.Digit), Position: decimal(d.Position), Confidence: probability(d.Confidence)}
		b.Boxes, b.Norm = f.boxes([]geom.Quad{d.Quad})
		out = append(out, b)
	}
	return out
}

func meterElement(a Answer, p extract.Page, it extract.Item) any {
	if it.Meter == nil {
		return nothingCounted()
	}
	f, m := frameOf(p), it.Meter
	n := numbersBody{Value: m.Value, Confidence: probability(m.Confidence), Angle: decimal(m.Angle)}
	n.Boxes, n.Norm = f.boxes(upright(m.Digits))
	n.Rotated, n.RotatedNorm = f.boxes(m.Digits)
	o := object{{"numbers", n}}
	if a.Options.Unit {
		o.set("unit", unitOf(f, m.Unit))
		o.set("meter_kind", m.Sort)
	}
	if a.Options.Registers {
		o.set("registers", registersOf(f, m.Registers))
	}
	if a.Options.Dials {
		o.set("dials", dialsOf(f, m.Dials))
	}
	return o
}

// unitBody is what a row of digits counts, beyond the interface.
type unitBody struct {
	Value      string      `json:"value"`
	Exponent   int         `json:"exponent"`
	Boxes      []pixelQuad `json:"bboxes"`
	Norm       []shareQuad `json:"bboxes_norm"`
	Confidence decimal     `json:"confidence"`
}

// unitOf is the empty object where no unit was told.
func unitOf(f frame, u *extract.Unit) any {
	if u == nil {
		return object{}
	}
	b := unitBody{Value: u.Name, Exponent: u.Exponent, Confidence: probability(u.Confidence)}
	b.Boxes, b.Norm = f.boxes([]geom.Quad{u.Quad})
	return b
}

// registerBody is one row of digits of a display, beyond the interface.
type registerBody struct {
	Value       string      `json:"value"`
	Unit        any         `json:"unit"`
	Reading     bool        `json:"reading"`
	Boxes       []pixelQuad `json:"bboxes"`
	Norm        []shareQuad `json:"bboxes_norm"`
	Rotated     []pixelQuad `json:"bboxes_rotated"`
	RotatedNorm []shareQuad `json:"bboxes_rotated_norm"`
	Confidence  decimal     `json:"confidence"`
}

func registersOf(f frame, all []extract.Register) []registerBody {
	out := make([]registerBody, 0, len(all))
	for _, r := range all {
		b := registerBody{Value: r.Value, Unit: unitOf(f, r.Unit), Reading: r.Reading, Confidence: probability(r.Confidence)}
		b.Boxes, b.Norm = f.boxes(upright(r.Digits))
		b.Rotated, b.RotatedNorm = f.boxes(r.Digits)
		out = append(out, b)
	}
	return out
}

// nothingCounted is the documented element for a picture without a counter.
func nothingCounted() object {
	return object{{"numbers", numbersBody{Boxes: []pixelQuad{}, Norm: []shareQuad{}, Rotated: []pixelQuad{},
		RotatedNorm: []shareQuad{}, Confidence: -1}}}
}
