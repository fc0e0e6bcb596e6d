package envelope

import (
	"encoding/base64"
	"fmt"
	"net/http"

	"lensd/extract"
)

type faceBody struct {
	Boxes pixelQuad `json:"bboxes"`
	Norm  shareQuad `json:"bboxes_norm"`
	Image string    `json:"image_b64"`
}

func passportEndpoint() Endpoint {
	lines := common().with(
		verdict{http.StatusBadRequest, "bad_request", "Bad Request", []any{object{}}},
		append(append(unusable(), undetected()...), Malformed)...)
	return Endpoint{
		Path: "/passport-ocr/v2", Kind: extract.Passport, Options: []string{"return_face"}, RequestID: true,
		element: passportElement, success: v2Success(passportElement),
		failure: func(p Problem) (int, any) {
			return v2Failure(lines.with(passportFault(p), faults()...))(p)
		},
	}
}

// passportFault is the one message of the interface that names a page.
func passportFault(p Problem) verdict {
	return verdict{http.StatusInternalServerError, "internal_server_error",
		fmt.Sprintf("Page %d : Internal Server Error", max(1, p.Page)), []any{object{}}}
}

func passportStyle() style {
	return style{names: []string{"type", "country_code", "passport_number", "surname_en", "title_name_en",
		"title_name_surname_th", "nationality", "date_of_birth", "identification_number", "sex", "height", "place_of_birth",
		"date_of_issue", "date_of_expiry", "issuing_authority", "holder_signature", "mrz_1", "mrz_2"}}
}

func passportElement(a Answer, p extract.Page, it extract.Item) any {
	f := frameOf(p)
	o := passportStyle().fields(f, it)
	if a.Options.ReturnFace {
		o.set("option", object{{"face", faceOf(f, it.Face)}})
	}
	return o
}

// faceOf writes the portrait, {} when a face was asked for and none was found.
func faceOf(f frame, face *extract.Face) any {
	if face == nil {
		return object{}
	}
	return faceBody{f.pixels(face.Quad), f.shares(face.Quad), base64.StdEncoding.EncodeToString(face.JPEG)}
}
