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
	// Options names the members of option that have an effect here; RequestID says whether the caller may name the request.
	// What is not named is ignored, whatever it holds.
	Options   []string
	RequestID bool
	// success and failure build the body; a Result handed to success has at least one readable page.
	success func(Answer) (int, any)
	failure func(Problem) (int, any)
	element func(Answer, extract.Page, extract.Item) any // one data element, for stores and brokers
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

// Write returns status and body for a, whose result must have a readable page; see Unreadable.
func (e Endpoint) Write(a Answer) (int, any) { return e.success(a) }

// Fail returns status and body for p.
func (e Endpoint) Fail(p Problem) (int, any) { return e.failure(p) }

// Data returns the data element that kind's endpoint would show for an item; stored and published readings carry the same.
// Kinds with two endpoints use the newer one; those without a data array give {"tables": …} and {"data": …}. own are the
// kinds that the box's owner declared.
func Data(kind extract.Kind, options extract.Options, p extract.Page, it extract.Item, own ...extract.OwnKind) any {
	all := Endpoints()
	for _, k := range own {
		all = append(all, OwnEndpoint(k))
	}
	for _, e := range all {
		if e.Kind == kind {
			return e.element(Answer{Options: options}, p, it)
		}
	}
	return object{}
}

// readable says whether p carries something to answer with; a page without a table is a good table answer.
func (e Endpoint) readable(p extract.Page) bool {
	return p.Err == nil && (e.Kind == extract.TableDocument || len(p.Items) > 0)
}

// Unreadable returns why nothing of res could be read, nil when some page could.
func (e Endpoint) Unreadable(res extract.Result) error {
	first := extract.Errorf(extract.KindNotFound, "nothing of this kind was found in the picture")
	for i := len(res.Pages) - 1; i >= 0; i-- {
		p := res.Pages[i]
		if e.readable(p) {
			return nil
		}
		if p.Err != nil {
			first = p.Err
		}
	}
	return first
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
