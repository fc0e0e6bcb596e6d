package extract

import (
	"encoding/json"
	"time"
)

// Reading is one reading as it is stored, published and answered: the event of the reading topic, when accepted the state, and
// a row of /v1/readings are the same JSON.
type Reading struct {
	ID           uint64          `json:"id"`
	At           time.Time       `json:"ts"`    // when the picture was taken
	Clock        string          `json:"clock"` // synced or unsynced
	Station      string          `json:"station"`
	Kind         Kind            `json:"kind"`
	Trigger      string          `json:"trigger"` // every, cron, settle, mqtt, http, push or correction
	Accepted     bool            `json:"accepted"`
	Reason       string          `json:"reason"`                  // why it was not accepted, or what was special; "" for neither
	Message      string          `json:"message,omitempty"`       // the reader's words for a picture that could not be read
	DuplicateOf  uint64          `json:"duplicate_of,omitempty"`  // an earlier reading of the same document
	CorrectionOf uint64          `json:"correction_of,omitempty"` // this one replaces that one
	Corrected    string          `json:"corrected,omitempty"`     // what a person said it should have been
	Confidence   float64         `json:"confidence"`
	Picture      bool            `json:"picture"`           // a picture is kept
	Counter      *Counter        `json:"counter,omitempty"` // of meters
	Data         json.RawMessage `json:"data"`              // the data element of the kind's endpoint; {} where nothing was read

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

// Correction is a person's word on what a reading should have been.
type Correction struct {
	Value  string            `json:"value,omitempty"`  // of a counter
	Fields map[string]string `json:"fields,omitempty"` // of a document, by member
	By     string            `json:"-"`                // name of the key
}
