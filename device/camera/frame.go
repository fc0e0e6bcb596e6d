// Package camera turns cameras of every make into one thing: a newest picture that is known to be live, or a reason why there
// is none. Sources deliver JPEGs; a supervisor watches them, re-opens what hangs, freezes or dies, and tells its state.
// Nothing here decodes pixels or links OpenCV: captures that need it run in a child process that prints JPEGs.
package camera

import (
	"fmt"
	"time"
)

// Frame is one picture as the camera made it. JPEG must not be changed by those who receive it; it is shared.
type Frame struct {
	JPEG []byte
	Time time.Time // when it reached the box, with the monotonic clock's reading
	Seq  uint64    // from 1, never repeated while the daemon runs; gaps mean dropped pictures
}

// State says what a camera is doing, in the words that the page and MQTT show.
type State string

// The states of a camera. Only StateLive hands out frames.
const (
	StateStarting State = "starting" // opened, no picture yet
	StateLive     State = "live"     // the newest picture is fresh and the pictures change
	StateStale    State = "stale"    // no picture for too long; being re-opened
	StateFrozen   State = "frozen"   // pictures arrive but are the same to the last bit; being re-opened
	StateFailed   State = "failed"   // the source ended with an error; being re-opened
	StateStopped  State = "stopped"  // Serve has returned or has not been called
)

// Status is a camera's state for people and machines.
type Status struct {
	State     State     `json:"state"`
	Reason    string    `json:"reason,omitempty"`    // what is wrong and what to do; "" while all is well
	Since     time.Time `json:"since"`               // when State was entered
	LastFrame time.Time `json:"last_frame,omitzero"` // zero: none yet
	Frames    uint64    `json:"frames"`              // delivered since the start
	Reopens   uint64    `json:"reopens"`             // how often the source was opened again
	NextTry   time.Time `json:"next_try,omitzero"`   // when a failed source is opened again
}

// NotLiveError is returned instead of a frame while the camera is not live. Its text is fit to be shown to the user.
type NotLiveError struct{ Status Status }

// Error says what is wrong and since when.
func (e *NotLiveError) Error() string {
	if e.Status.Reason == "" {
		return fmt.Sprintf("the camera is %s and has no live picture yet", e.Status.State)
	}
	return fmt.Sprintf("the camera is %s: %s", e.Status.State, e.Status.Reason)
}
