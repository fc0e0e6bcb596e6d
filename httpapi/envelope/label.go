package envelope

import (
	"net/http"

	"lensd/extract"
)

const (
	labelAbsent  = "Cannot detect Parcel Label in an image"
	labelTooBig  = "The request base64 size is too large"
	labelInvalid = "Invalid base64 request or Image size is not supported"
)

func labelEndpoint() Endpoint {
	lines := common().
		with(verdict{http.StatusBadRequest, "400", labelAbsent, []any{object{}}}, undetected()...).
		with(verdict{status: http.StatusBadRequest, code: "400"}, Malformed).
		with(verdict{status: http.StatusRequestEntityTooLarge, code: http.StatusRequestEntityTooLarge, message: labelTooBig}, BodyTooLarge).
		with(verdict{status: http.StatusUnprocessableEntity, code: "422", message: labelInvalid}, unusable()...)
	return Endpoint{
		Path: "/shipping-label/v2", Kind: extract.ShippingLabel, Options: []string{"omit_codes"}, RequestID: true,
		element: labelElement, success: v2Success(labelElement),
		failure: v2Failure(lines),
	}
}

type codeBody struct {
	Format string      `json:"format"`
	Text   string      `json:"text"`
	Boxes  []pixelQuad `json:"bboxes"`
	Norm   []shareQuad `json:"bboxes_norm"`

	Payment map[string]string `json:"payment,omitempty"`
}

// codesOf writes the codes of an item, an empty list for none.
func codesOf(f frame, it extract.Item) []codeBody {
	codes := make([]codeBody, 0, len(it.Codes))
	for _, c := range it.Codes {
		px, sh := f.boxes(quadsOf(c.Quad))
		codes = append(codes, codeBody{c.Format, c.Text, px, sh, c.Payment})
	}
	return codes
}

type trackingBody struct {
	Number  string `json:"number"`
	Carrier string `json:"carrier"`
	Rule    string `json:"rule"`
}

// labelElement writes the receiver; codes, tracking and printed are additions that option.omit_codes switches off.
func labelElement(a Answer, p extract.Page, it extract.Item) any {
	f := frameOf(p)
	o := style{names: []string{"reciever_name", "reciever_address", "reciever_phone_number"}}.fields(f, it)
	if a.Options.OmitCodes {
		return o
	}
	o.set("codes", codesOf(f, it))
	if it.Tracking != nil {
		o.set("tracking", trackingBody{it.Tracking.Number, it.Tracking.Carrier, it.Tracking.Rule})
	}
	if p := printed(it); p != nil {
		o.set("printed", p)
	}
	return o
}

// printed holds, by field, the text as read where the value differs from it by a documented correction.
func printed(it extract.Item) map[string]string {
	var out map[string]string
	for _, f := range it.Fields {
		if f.Printed == "" || f.Printed == f.Value {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[f.Name] = f.Printed
	}
	return out
}
