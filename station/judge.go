package station

import (
	"encoding/json"
	"time"

	"lensd/extract"
)

// Moment is when a picture was taken: on the wall, whether the wall can be believed, and on the monotonic clock.
type Moment struct {
	Wall   time.Time
	Synced bool
	Mono   time.Time
}

// oldestFrame bounds how far back a frame dates a reading: cameras deliver live pictures, a frame without a time is of now.
const oldestFrame = time.Hour

// before is the moment age ago. A camera that takes a picture every ten seconds shows two readings a second apart ten seconds'
// worth of water.
func (m Moment) before(age time.Duration) Moment {
	if age > 0 && age < oldestFrame {
		m.Wall, m.Mono = m.Wall.Add(-age), m.Mono.Add(-age)
	}
	return m
}

// Verdict is a judge's word on one result.
type Verdict struct {
	Accepted    bool
	Reason      string
	DuplicateOf uint64
	Counter     *extract.Counter
	Span        time.Duration // for which Counter.Delta gathered
	Fallen      float64       // m³ that were counted before and never flowed, or the way down to another counter
}

// Judge decides which results become a station's state. A station calls it from one goroutine at a time.
type Judge interface {
	// Judge decides on r and returns the memory to store with it, which becomes the judge's own only through Keep.
	Judge(r extract.Result, at Moment) (Verdict, Memory)
	// Correct takes a person's value for reading id.
	Correct(id uint64, value string, at Moment) (Verdict, Memory, error)
	// Keep is called when the reading with its memory is stored, with the id that it got.
	Keep(m Memory, id uint64)
	// Encode and Load carry a memory through the store; Load is called once, before all others.
	Encode(m Memory, id uint64) (json.RawMessage, error)
	Load(json.RawMessage) error
}

// Memory is what a judge remembers between readings; only the judge knows what is in it.
type Memory any
