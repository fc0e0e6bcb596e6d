package envelope

import (
	"encoding/json"
	"net/http"

	"lensd/extract"
)

// NoFieldDetect is the one named error of the withholding certificate.
const NoFieldDetect = "no_field_detect"

const noFieldMessage = "No field of a withholding tax certificate detected"

type tawiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// tawiBody carries error as an array, but as a string for no_field_detect, as the interface's sample does.
type tawiBody struct {
	Status    string `json:"status"`
	RequestID string `json:"request_id"`
	Error     any    `json:"error"`
	Data      []any  `json:"data"`
}

func tawiNames() []string {
	return []string{"tax_payer_id_number", "date_witholding_tax", "tax_witholder", "less_income_tax", "type_withold_tax",
		"tax_witholder_id_number", "tax_amount", "tax_payer", "form_type"}
}

func tawiEndpoint() Endpoint {
	lines := common().
		with(verdict{status: http.StatusBadRequest, code: NoFieldDetect, message: noFieldMessage}, undetected()...).
		with(verdict{status: http.StatusUnprocessableEntity, code: "invalid_input", message: "Invalid input"}, unusable()...)
	return Endpoint{
		Path: "/tawi-50/v2", Kind: extract.Tawi50, Image: ImageRule{List: true}, RequestID: true,
		element: tawiElement, success: tawiSuccess,
		failure: func(p Problem) (int, any) {
			l := lines.of(p)
			code := l.code.(string)
			var e any = []tawiError{{code, l.message}}
			if code == NoFieldDetect {
				e = noField()
			}
			return l.status, tawiBody{"error", p.RequestID, e, l.data}
		},
	}
}

func tawiSuccess(a Answer) (int, any) {
	data := dataOf(a, tawiElement)
	if partial(a.Result.Pages, a.Result.Kind) {
		return http.StatusPartialContent, tawiBody{"error", a.RequestID, noField(), data}
	}
	return http.StatusOK, tawiBody{digits(http.StatusOK), a.RequestID, []tawiError{}, data}
}

func tawiElement(_ Answer, p extract.Page, it extract.Item) any {
	return style{names: tawiNames()}.fields(frameOf(p), it)
}

// noField renders the error object as the string that the sample shows; it is JSON, so that a client can parse it.
func noField() string {
	b, _ := json.Marshal(tawiError{NoFieldDetect, noFieldMessage}) // two strings always marshal
	return string(b)
}
