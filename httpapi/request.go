package httpapi

import (
	"bytes"
	"encoding/json"
	"slices"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// maxOption bounds the members beside the pictures before they are parsed: a map of a million names takes much more memory than
// its text.
const maxOption = 16 << 10

// wireRequest is the common body of the ten endpoints. Members are looked at only where they have an effect.
type wireRequest struct {
	Image     imageMember     `json:"image"`
	RequestID json.RawMessage `json:"request_id"`
	Option    json.RawMessage `json:"option"`
}

// imageMember keeps what is wrong with image, so that the members after it are still read: the caller's request_id is echoed.
type imageMember struct {
	pictures
	err error
}

// UnmarshalJSON never fails.
func (m *imageMember) UnmarshalJSON(b []byte) error {
	m.err = m.pictures.UnmarshalJSON(b)
	return nil
}

// request is a body as an endpoint takes it.
type request struct {
	image     pictures
	requestID string // the caller's; "": none
	options   extract.Options
}

// decodeRequest reads data for e. What has no effect at e is ignored; null counts as absent.
func decodeRequest(data []byte, e envelope.Endpoint) (request, *problem) {
	var wire wireRequest
	p := decode(data, &wire)
	if p == nil && wire.Image.err != nil {
		p = refusalOf(wire.Image.err)
	}
	req := request{image: wire.Image.pictures}
	if e.RequestID && json.Valid(wire.RequestID) {
		id, wrong := callerID(wire.RequestID)
		if req.requestID = id; p == nil {
			p = wrong
		}
	}
	if len(wire.Option) > maxOption {
		return req, problemOf(envelope.Invalid, "option is too large")
	}
	if p == nil && len(e.Options) > 0 {
		req.options, p = optionsOf(wire.Option, e.Options)
	}
	if p == nil && req.options.PDFPassword == "" {
		req.options.PDFPassword = passwordOf(wire.Option)
	}
	return req, p
}

// passwordOf is the password of a locked PDF, which every endpoint takes; where the interface knows no such option, another type is
// ignored as other options are.
func passwordOf(option json.RawMessage) string {
	var o struct {
		Password string `json:"pdf_password"`
	}
	if json.Unmarshal(option, &o) != nil {
		return ""
	}
	return o.Password
}

// callerID reads a request_id. It is echoed and logged, so that its length and characters are limited.
func callerID(raw json.RawMessage) (string, *problem) {
	if len(raw) > maxOption {
		return "", problemOf(envelope.Invalid, "request_id is longer than 128 bytes")
	}
	var s *string
	if json.Unmarshal(raw, &s) != nil {
		return "", problemOf(envelope.Invalid, "request_id must be a string")
	}
	if s == nil {
		return "", nil
	}
	if len(*s) > 128 {
		return "", problemOf(envelope.Invalid, "request_id is longer than 128 bytes")
	}
	for _, r := range *s {
		if r < ' ' || r == 0x7f {
			return "", problemOf(envelope.Invalid, "request_id holds control characters")
		}
	}
	return *s, nil
}

// optionsOf reads those members of an option object that are known at an endpoint. An empty list is the empty object of
// languages that tell the two apart by their first member only, such as PHP.
func optionsOf(raw json.RawMessage, known []string) (extract.Options, *problem) {
	var o extract.Options
	raw = bytes.TrimSpace(raw)
	var list []any
	if len(raw) == 0 || json.Unmarshal(raw, &list) == nil && len(list) == 0 {
		return o, nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return o, problemOf(envelope.Invalid, "option must be an object")
	}
	for _, c := range []struct {
		name string
		into any
		want string
	}{
		{"return_face", &o.ReturnFace, "true or false"},
		{"return_statement_summary", &o.ReturnStatementSummary, "true or false"},
		{"return_datetime_iso", &o.ReturnDatetimeISO, "true or false"},
		{"pdf_password", &o.PDFPassword, "a string"},
		{"omit_codes", &o.OmitCodes, "true or false"},
		{"burst", &o.Burst, "true or false"},
		{"dials", &o.Dials, "true or false"},
		{"unit", &o.Unit, "true or false"},
		{"registers", &o.Registers, "true or false"},
	} {
		v, sent := members[c.name]
		if sent && slices.Contains(known, c.name) && json.Unmarshal(v, c.into) != nil {
			return o, problemOf(envelope.Invalid, "option."+c.name+" must be "+c.want)
		}
	}
	return o, nil
}
