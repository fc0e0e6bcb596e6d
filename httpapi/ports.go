package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"lensd/extract"
)

// Key is a named service key as it is kept: never in clear.
type Key struct {
	Name string
	Hash [32]byte // SHA-256 of the key
	Role Role
}

// Keys lists the keys that are valid now; it is asked at every request, so that a revoked key ends at once.
type Keys interface {
	Keys() []Key
}

// KeyList is a fixed set of keys.
type KeyList []Key

// Keys returns l.
func (l KeyList) Keys() []Key { return l }

// The errors by which ports say that a thing is not there.
var (
	ErrNoStation = errors.New("no station of this name")
	ErrNoReading = errors.New("no reading of this id")
	ErrNoPicture = errors.New("no picture is kept of this reading")
	ErrNotPush   = errors.New("this station has a camera of its own and takes no pushed frames")
)

// Stations is what the box's stations offer to the network. Read and Push return ErrNoStation for an unknown name.
type Stations interface {
	Stations() []Station
	// Read triggers a reading now and waits for it. A refused reading is no error.
	Read(ctx context.Context, name string) (extract.Reading, error)
	// Frame waits for a frame with a number above after and returns it; it never returns a stale frame.
	Frame(ctx context.Context, name string, after uint64) (Frame, error)
	// Aim reads the newest frame as a reading would, and keeps nothing of it.
	Aim(ctx context.Context, name string) (Aim, error)
	// Push hands a picture to a station whose source is push.
	Push(ctx context.Context, name string, picture []byte) error
}

// Frame is one picture of a camera.
type Frame struct {
	Number uint64 // rises with every frame
	At     time.Time
	JPEG   []byte
}

// Aim tells how a camera sees what it is to read.
type Aim struct {
	JPEG       []byte          `json:"jpeg"` // the frame, no larger than a screen
	Data       json.RawMessage `json:"data"` // as a reading's
	Confidence float64         `json:"confidence"`
	Message    string          `json:"message,omitempty"` // why nothing was read
	Focus      float64         `json:"focus"`             // variance of the Laplacian where it was read, of use against other frames of this camera alone
	Glare      float64         `json:"glare"`             // share of pixels without print for light
	Light      float64         `json:"light"`             // mean, from 0 to 255
	Height     float64         `json:"height"`            // of the print or digits, in pixels of the frame; 0: nothing was found
	Advice     []string        `json:"advice"`            // what to mend: closer, blurred, glare, dark, bright
}

// Station is the state of one station.
type Station struct {
	Name    string           `json:"name"`
	Kind    extract.Kind     `json:"kind"`
	Online  bool             `json:"online"`             // the camera delivers fresh frames
	State   string           `json:"state"`              // such as ready, reading, camera_lost; a settling station also empty, settling, hold, duplicate, please_turn
	Message string           `json:"message,omitempty"`  // what to do about the state
	FrameAt *time.Time       `json:"frame_at,omitempty"` // of the newest frame
	Last    *extract.Reading `json:"last,omitempty"`     // the newest reading, accepted or not
	Push    bool             `json:"push"`               // takes frames by POST …/frame
}

// Query selects stored readings, newest first.
type Query struct {
	Station string    // "": all
	Since   time.Time // zero: from the first
	Before  uint64    // only ids below; 0: from the newest
	Limit   int
}

// Readings is the store of readings. Unknown ids give ErrNoReading, a picture that is gone ErrNoPicture.
type Readings interface {
	List(ctx context.Context, q Query) ([]extract.Reading, error)
	Get(ctx context.Context, id uint64) (extract.Reading, error)
	Picture(ctx context.Context, id uint64) ([]byte, error)
	// Usage sums a station's readings by quarters of an hour that begin from from on and before to, oldest first; those without a reading
	// are left out. It returns ErrNoStation for an unknown name.
	Usage(ctx context.Context, station string, from, to time.Time) ([]Slot, error)
	Correct(ctx context.Context, id uint64, c extract.Correction) (extract.Reading, error)
	// Erase removes what was taken before a time, with pictures, corrections and messages, so that its bytes are gone, and returns
	// the number of readings.
	Erase(ctx context.Context, before time.Time) (int, error)
}

// Check is one thing that readiness depends on.
type Check struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Message string `json:"message,omitempty"` // what to do when it is not
}

// Health tells how the box is. Alive is false only when a restart would help.
type Health interface {
	Alive() bool
	Ready(ctx context.Context) []Check
}
