package envelope

import (
	"net/http"
	"strconv"

	"lensd/extract"
)

// Reason says why a request gets no reading: the kinds of extract.Error, and those that only a server knows.
type Reason string

// The reasons that no reader gives.
const (
	Unauthorized Reason = "unauthorized"           // no key, or not one of ours
	Forbidden    Reason = "forbidden"              // a key whose role does not allow it
	Throttled    Reason = "too_many_requests"      // too many wrong keys from one address, or requests of one key
	NotFound     Reason = "no_such_path"           // no such path on this box
	Method       Reason = "method_not_allowed"     // not POST
	MediaType    Reason = "unsupported_media_type" // the body is not announced as JSON
	BodyTooLarge Reason = "payload_too_large"      // more bytes than this box takes
	Malformed    Reason = "bad_request"            // not JSON, or nested too deeply
	Invalid      Reason = "unprocessable_entity"   // JSON, but a member is missing or of the wrong type
	BadBase64    Reason = "invalid_base64"         // the picture is no base64
)

// verdict is one line of an endpoint's error table. An empty message gives the problem's own detail.
type verdict struct {
	status  int
	code    any // a string, or a number where the interface says so
	message string
	data    []any
}

// verdicts maps reasons to lines; one table an endpoint, so that each kind of error is mapped once.
type verdicts map[Reason]verdict

// common answers what the interface does not show: the usual HTTP status, a code in words, a message that helps.
func common() verdicts {
	unprocessable := verdict{status: http.StatusUnprocessableEntity, code: "unprocessable_entity"}
	bad := verdict{status: http.StatusBadRequest, code: "bad_request"}
	internal := verdict{status: http.StatusInternalServerError, code: "internal_server_error", message: "Internal Server Error"}
	away := verdict{status: http.StatusServiceUnavailable, code: "service_unavailable"}
	return verdicts{
		Unauthorized: {status: http.StatusUnauthorized, code: "unauthorized"},
		Forbidden:    {status: http.StatusForbidden, code: "forbidden"},
		Throttled:    {status: http.StatusTooManyRequests, code: "too_many_requests"},
		NotFound:     {status: http.StatusNotFound, code: "not_found"},
		Method:       {status: http.StatusMethodNotAllowed, code: "method_not_allowed"},
		MediaType:    {status: http.StatusUnsupportedMediaType, code: "unsupported_media_type"},
		BodyTooLarge: {status: http.StatusRequestEntityTooLarge, code: "payload_too_large"},
		Malformed:    bad, Invalid: unprocessable, BadBase64: unprocessable,
		Reason(extract.KindUnsupported): unprocessable, Reason(extract.KindUndecodable): unprocessable,
		Reason(extract.KindTooSmall): unprocessable, Reason(extract.KindTooLarge): unprocessable,
		Reason(extract.KindPassword): unprocessable,
		Reason(extract.KindQuality):  bad, Reason(extract.KindNotFound): bad,
		Reason(extract.KindBusy): away, Reason(extract.KindUnavailable): away,
		Reason(extract.KindTimeout): internal, Reason(extract.KindCrashed): internal, Reason(extract.KindInternal): internal,
	}
}

// with returns a copy of v in which the given reasons are answered by line.
func (v verdicts) with(line verdict, reasons ...Reason) verdicts {
	out := make(verdicts, len(v))
	for r, l := range v {
		out[r] = l
	}
	for _, r := range reasons {
		out[r] = line
	}
	return out
}

// of returns the line for p with the message filled in; an unknown reason is our own fault.
func (v verdicts) of(p Problem) verdict {
	line, ok := v[p.Reason]
	if !ok {
		line = v[Reason(extract.KindInternal)]
	}
	if line.message == "" {
		line.message = p.Detail
	}
	if line.message == "" {
		line.message = http.StatusText(line.status)
	}
	if line.data == nil {
		line.data = []any{}
	}
	return line
}

// unusable lists the reasons for which the request itself carries no usable picture.
func unusable() []Reason {
	return []Reason{Invalid, BadBase64, Reason(extract.KindUnsupported), Reason(extract.KindUndecodable),
		Reason(extract.KindTooSmall), Reason(extract.KindTooLarge), Reason(extract.KindPassword)}
}

// undetected lists the reasons for which a usable picture shows nothing of the kind.
func undetected() []Reason {
	return []Reason{Reason(extract.KindNotFound), Reason(extract.KindQuality)}
}

// faults lists the reasons that are ours.
func faults() []Reason {
	return []Reason{Reason(extract.KindInternal), Reason(extract.KindCrashed), Reason(extract.KindTimeout)}
}

// digits writes a status as the string that the older envelopes carry.
func digits(status int) string { return strconv.Itoa(status) }
