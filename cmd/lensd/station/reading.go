package station

import (
	"encoding/json"
	"time"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/envelope"
)

// Reading is one reading as it is stored and published: the event of the reading topic and, when accepted, the state.
type Reading struct {
	ID           uint64          `json:"id"`
	At           time.Time       `json:"ts"`    // when the picture was taken
	Clock        string          `json:"clock"` // synced or unsynced
	Station      string          `json:"station"`
	Kind         extract.Kind    `json:"kind"`
	Trigger      string          `json:"trigger,omitempty"`
	Accepted     bool            `json:"accepted"`
	Reason       string          `json:"reason"`                  // why it was not accepted, or what was special
	Message      string          `json:"message,omitempty"`       // the reader's words for a picture that could not be read
	DuplicateOf  uint64          `json:"duplicate_of,omitempty"`  // an earlier reading of the same document
	CorrectionOf uint64          `json:"correction_of,omitempty"` // this one replaces that one
	Corrected    string          `json:"corrected,omitempty"`     // what a person said it should have been
	Confidence   float64         `json:"confidence"`
	Picture      bool            `json:"picture"` // a picture is kept
	Counter      *Counter        `json:"counter,omitempty"`
	Data         json.RawMessage `json:"data"` // the data element of the kind's endpoint; {} where nothing was read

	More []json.RawMessage `json:"more,omitempty"` // the elements after the first, where a picture shows several
}

// Counter is a meter's reading as the gate understood it.
type Counter struct {
	Value    float64 `json:"value"`         // m³
	Delta    float64 `json:"delta"`         // m³ since the last accepted reading
	Flow     float64 `json:"flow_m3_per_h"` // over that time
	Leak     bool    `json:"leak"`          // water has flowed without a pause for too long
	Resolved bool    `json:"resolved"`      // a roller in transit was decided by the reading before
}

// api converts to the LAN API's form.
func (r Reading) api() httpapi.Reading {
	return httpapi.Reading{
		ID: r.ID, At: r.At, Clock: r.Clock, Station: r.Station, Kind: r.Kind, Accepted: r.Accepted, Reason: r.Reason, Message: r.Message,
		DuplicateOf: r.DuplicateOf, Corrected: r.Corrected, Confidence: r.Confidence, Picture: r.Picture, Data: r.Data, More: r.More,
	}
}

// dataElements writes each item of a result as the kind's endpoint would: a picture may show two labels. A result without
// items, a page without a table, has none.
func dataElements(r extract.Result) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for _, p := range r.Pages {
		if p.Err != nil {
			continue
		}
		for _, it := range p.Items {
			raw, err := json.Marshal(envelope.Data(r.Kind, extract.Options{}, p, it))
			if err != nil {
				return nil, err
			}
			out = append(out, raw)
		}
	}
	return out, nil
}

// confidence of a result: a meter's own, else that of its weakest field.
func confidence(r extract.Result) float64 {
	worst, any := 1.0, false
	for _, p := range r.Pages {
		for _, it := range p.Items {
			if it.Meter != nil {
				return it.Meter.Confidence
			}
			for _, f := range it.Fields {
				worst, any = min(worst, f.Confidence), true
			}
		}
	}
	if !any {
		return 0
	}
	return worst
}
