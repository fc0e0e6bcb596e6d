package station

import (
	"encoding/json"
	"time"

	"lensd/extract"
)

// State is what a station is doing, in the words of the API and the health topic.
type State string

// The states. A settle trigger adds its own by TriggerState.
const (
	StateStarting   State = "starting"
	StateReady      State = "ready"
	StateReading    State = "reading"
	StateCameraLost State = "camera_lost"
	StateFailed     State = "failed"
	StateStopped    State = "stopped"
)

// A store in trouble gives its own word as the state: store_full, disk_full, disk_read_only, disk_error.

// health is what the health topic tells.
type health struct {
	state   State
	message string
	since   time.Time
	frameAt time.Time
	camera  string // what is wrong with the camera; "" while it is live or has yet to deliver its first picture
	waiting bool   // for the camera's first picture, which is no problem yet
	trigger State  // of a settle trigger, shown while all else is well
	refused int    // readings in a row that were not accepted
	leak    bool
}

// refusedProblem readings in a row without an accepted one are a problem to tell: dirt, a lamp that failed, a camera
// that was knocked.
const refusedProblem = 3

// Health is the payload of the health topic.
type Health struct {
	Problem bool      `json:"problem"`
	State   State     `json:"state"`
	Message string    `json:"message"`
	Leak    bool      `json:"leak"`
	Since   time.Time `json:"since"`
}

// Health returns what the station says of itself.
func (s *Station) Health() Health {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.healthLocked()
}

func (s *Station) healthLocked() Health {
	h := s.health
	out := Health{State: h.state, Message: h.message, Leak: h.leak, Since: h.since}
	trouble := s.cfg.Trouble()
	switch {
	case trouble.Word != "":
		out.Problem, out.State, out.Message = true, State(trouble.Word), trouble.Message
	case h.camera != "":
		out.Problem, out.State, out.Message = true, StateCameraLost, h.camera
	case h.state == StateCameraLost || h.state == StateFailed:
		out.Problem = true
	case h.refused >= refusedProblem:
		out.Problem = true
		out.Message = "the last readings were not accepted; look at the picture, clean the glass, or correct the reading"
	}
	if out.State == StateReady && h.waiting {
		out.State = StateStarting
	} else if out.State == StateReady && h.trigger != "" {
		out.State = h.trigger
	}
	return out
}

// CameraChanged tells the station what its camera's supervisor sees; problem is "" while the camera is live, and while it
// starts, when frameAt is zero.
func (s *Station) CameraChanged(problem string, frameAt time.Time) {
	s.mu.Lock()
	s.health.camera, s.health.frameAt, s.health.waiting = problem, frameAt, problem == "" && frameAt.IsZero()
	if problem == "" && s.health.state == StateCameraLost {
		s.health.state, s.health.message = StateReady, ""
	}
	s.health.since = s.cfg.now().Wall
	s.mu.Unlock()
	s.publishHealth()
}

// StoreChanged tells the station that the store's trouble has come, changed or passed.
func (s *Station) StoreChanged() { s.publishHealth() }

// TriggerState shows a settle trigger's state (empty, settling, hold, please_turn, …) while all else is well.
func (s *Station) TriggerState(state string) {
	s.mu.Lock()
	s.health.trigger = State(state)
	s.mu.Unlock()
	s.publishHealth()
}

func (s *Station) setState(state State, message string) {
	s.mu.Lock()
	changed := s.health.state != state || s.health.message != message
	if changed {
		s.health.state, s.health.message, s.health.since = state, message, s.cfg.now().Wall
	}
	s.mu.Unlock()
	// The short time of reading is shown on the page, which asks; it would only be noise on the broker.
	if changed && state != StateReading {
		s.publishHealth()
	}
}

// settle notes a stored reading.
func (s *Station) settle(r extract.Reading, readErr error) {
	s.mu.Lock()
	s.last = &r
	if r.Accepted || r.DuplicateOf != 0 {
		s.health.refused = 0
	} else {
		s.health.refused++
	}
	if r.Accepted && r.Counter != nil {
		s.health.leak = r.Counter.Leak
	}
	s.mu.Unlock()
	if readErr != nil {
		s.cfg.Log.Info("the picture could not be read", "station", s.cfg.Name, "id", r.ID, "error", readErr)
	}
	s.setState(StateReady, "")
	s.publishHealth()
}

// publishHealth hands the newest health on when it differs from what was handed on before.
func (s *Station) publishHealth() {
	s.mu.Lock()
	h := s.healthLocked()
	h.Since = h.Since.Truncate(time.Second)
	payload, err := json.Marshal(h)
	told := s.recent.health
	same := told.Problem == h.Problem && told.State == h.State && told.Message == h.Message && told.Leak == h.Leak
	s.recent.health = h
	s.mu.Unlock()
	if err == nil && !(same && !told.Since.IsZero()) {
		s.cfg.Live.SetHealth(s.cfg.Name, payload)
	}
}
