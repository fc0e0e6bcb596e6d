// Package envelope writes the ten documented answers: it turns an extract.Result, or what went wrong, into the status
// and JSON body of one endpoint. Spellings, code types and the odd shapes are those of the interface; nothing here knows
// HTTP beyond status numbers, so that the command line and the uplink can write the same data elements.
package envelope

import (
	"lensd/extract"
)

// Endpoint is one documented path with its way of answering.
type Endpoint struct {
	Path  string       // below the base path
	Kind  extract.Kind // whose reader answers
	Image ImageRule
	// success and failure build the body; a Result handed to success has at least one readable page.
	success func(Answer) (int, any)
	failure func(Problem) (int, any)
}

// ImageRule says which pictures an endpoint takes before any reader sees them. PDFs are not measured.
type ImageRule struct {
	List    bool // a list of pictures is the documented form
	MinSide int  // both sides at least this long in pixels; 0: the reader decides
	MaxSide int  // both sides at most this long in pixels; 0: the reader decides
}

// Answer is a reading on its way to the caller.
type Answer struct {
	Result     extract.Result
	Options    extract.Options
	RequestID  string // the caller's, or ours where the caller gave none
	ResponseID string // ours
}

// Problem is a request that gets no reading.
type Problem struct {
	Reason     Reason
	Page       int    // from 1; 0: the whole request
	Detail     string // what the sender can do about it
	RequestID  string
	ResponseID string
}

// Endpoints returns the ten documented endpoints.
func Endpoints() []Endpoint {
	return []Endpoint{
		passportEndpoint(), labelEndpoint(), generalInvoiceEndpoint(), bankV2Endpoint(), bankV1Endpoint(),
		shippingInvoiceEndpoint(), tawiEndpoint(), meterEndpoint(), policyEndpoint(), tableEndpoint(),
	}
}

// Write returns status and body for a. A result without any readable page is answered as the problem of its first page.
func (e Endpoint) Write(a Answer) (int, any) {
	for _, p := range a.Result.Pages {
		if e.readable(p) {
			return e.success(a)
		}
	}
	return e.Fail(firstProblem(a))
}

// Fail returns status and body for p.
func (e Endpoint) Fail(p Problem) (int, any) { return e.failure(p) }

// readable says whether p carries something to answer with; a page without a table is a good table answer.
func (e Endpoint) readable(p extract.Page) bool {
	return p.Err == nil && (e.Kind == extract.TableDocument || len(p.Items) > 0)
}

// firstProblem names why nothing of a could be read.
func firstProblem(a Answer) Problem {
	p := Problem{Reason: Reason(extract.KindNotFound), Page: 1, Detail: "nothing of this kind was found in the picture",
		RequestID: a.RequestID, ResponseID: a.ResponseID}
	for _, page := range a.Result.Pages {
		if page.Err != nil {
			p.Reason, p.Page, p.Detail = Reason(page.Err.Kind), page.Number, page.Err.Message
			return p
		}
	}
	return p
}

// partial says whether some page, though not every one, failed.
func partial(pages []extract.Page, kind extract.Kind) bool {
	e := Endpoint{Kind: kind}
	for _, p := range pages {
		if !e.readable(p) {
			return true
		}
	}
	return false
}
