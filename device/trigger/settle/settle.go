// Package settle watches a desk through small grey pictures and says when something new lies still and sharp on it, once.
// It is the logic of a scanning station without camera, clock or reader: pictures and times go in, events come out, so
// that rendered sequences drive it in tests exactly as a camera does. Pure Go, no goroutines.
package settle

import (
	"image"
	"time"
)

// State is what the desk looks like, in the words that an operator's page shows.
type State string

// The states.
const (
	Empty    State = "empty"    // nothing lies on the desk
	Moving   State = "moving"   // something moves: a parcel comes, a hand is in view
	Settling State = "settling" // it lies still, but not long enough
	Blurred  State = "blurred"  // it lies still and is out of focus
	Hold     State = "hold"     // it was taken; waiting until it goes
	Dark     State = "dark"     // no light
)

// Config bounds the decisions. The zero value of a member means its default.
type Config struct {
	Rest    time.Duration // how long nothing may move before a picture is taken; default 400 ms
	Gone    time.Duration // how long the desk has to be empty before the same thing counts as new; default 500 ms
	Focus   float64       // least variance of the Laplacian at 1280 pixels width; default 150
	Frames  int           // the sharpest of so many still pictures is taken; default 5
	Present float64       // least share of the picture that something new covers; default 0.05
	Noise   float64       // share of the picture that may change while it counts as still; default 0.01
}

// Event is what one picture led to.
type Event[F any] struct {
	State State
	Take  bool // read Frame now
	Frame F    // the sharpest of the still pictures
	Again bool // taken without the desk having been empty since the last: the same thing moved, or another took its place
}

// Machine holds the state between pictures. F is whatever the caller wants back for a picture, such as the camera's JPEG.
type Machine[F any] struct {
	cfg   Config
	state State
	last  *grid // the picture before
	empty *grid // the desk with nothing on it; nil until seen
	held  *grid // what was taken and lies there still

	stillSince time.Time
	goneSince  time.Time
	still      []sample[F] // the newest still pictures
	sharpOnce  bool        // of the still pictures at least one is in focus
}

type sample[F any] struct {
	frame F
	focus float64
}

// New returns a Machine for an unknown desk: what lies there first is taken if it looks like print on paper.
func New[F any](cfg Config) *Machine[F] {
	def := func(v *time.Duration, d time.Duration) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&cfg.Rest, 400*time.Millisecond)
	def(&cfg.Gone, 500*time.Millisecond)
	if cfg.Focus <= 0 {
		cfg.Focus = 150
	}
	if cfg.Frames <= 0 {
		cfg.Frames = 5
	}
	if cfg.Present <= 0 {
		cfg.Present = 0.05
	}
	if cfg.Noise <= 0 {
		cfg.Noise = 0.01
	}
	return &Machine[F]{cfg: cfg, state: Empty}
}

// State returns the newest state.
func (m *Machine[F]) State() State { return m.state }

// Observe takes the next picture. Times have to rise. A picture smaller than 64 x 48 is ignored.
func (m *Machine[F]) Observe(img *image.Gray, at time.Time, frame F) Event[F] {
	g := newGrid(img)
	if g == nil {
		return Event[F]{State: m.state}
	}
	last := m.last
	m.last = g
	if g.mean() < darkness {
		m.unrest(Dark)
		m.last = nil // what stands there when the light returns did not move in
		return Event[F]{State: Dark}
	}
	if last == nil || changed(last, g) > m.cfg.Noise {
		m.unrest(Moving)
		m.stillSince = at
		if last == nil {
			m.state = Settling
		}
		return Event[F]{State: m.state}
	}
	return m.rest(img, g, at, frame)
}

func (m *Machine[F]) unrest(s State) {
	m.state, m.still, m.sharpOnce, m.goneSince = s, nil, false, time.Time{}
}

// rest decides on a picture in which nothing moves.
func (m *Machine[F]) rest(img *image.Gray, g *grid, at time.Time, frame F) Event[F] {
	if m.isEmpty(g) {
		return m.rested(g, at)
	}
	m.goneSince = time.Time{}
	if m.held != nil && changed(m.held, g) <= 2*m.cfg.Noise {
		m.state, m.still = Hold, nil
		return Event[F]{State: Hold}
	}
	s := sample[F]{frame, Focus(img, m.region(g))}
	m.still = append(m.still, s)
	if len(m.still) > m.cfg.Frames {
		m.still = m.still[1:]
	}
	m.sharpOnce = m.sharpOnce || s.focus >= m.cfg.Focus
	switch {
	case at.Sub(m.stillSince) < m.cfg.Rest || len(m.still) < min(3, m.cfg.Frames):
		m.state = Settling
	case m.best().focus < m.cfg.Focus:
		m.state = Blurred
	default:
		e := Event[F]{State: Hold, Take: true, Frame: m.best().frame, Again: m.held != nil}
		m.state, m.held, m.still = Hold, g, nil
		return e
	}
	return Event[F]{State: m.state}
}

// rested handles a still, empty desk.
func (m *Machine[F]) rested(g *grid, at time.Time) Event[F] {
	m.still, m.sharpOnce = nil, false
	if m.goneSince.IsZero() {
		m.goneSince = at
	}
	if m.held != nil && at.Sub(m.goneSince) < m.cfg.Gone {
		m.state = Hold
		return Event[F]{State: Hold}
	}
	m.held, m.state = nil, Empty
	// The desk may change slowly, as daylight does.
	m.empty = g
	return Event[F]{State: Empty}
}

// isEmpty says that nothing lies on the desk. Before the desk was ever seen empty, anything counts as empty that does
// not look like print on paper.
func (m *Machine[F]) isEmpty(g *grid) bool {
	if m.empty == nil {
		return g.printed() < m.cfg.Present
	}
	return changed(m.empty, g) < m.cfg.Present
}

// region returns where something lies, as a rectangle in shares of the picture.
func (m *Machine[F]) region(g *grid) [4]float64 {
	if m.empty == nil {
		return [4]float64{0, 0, 1, 1}
	}
	return span(m.empty, g)
}

// best returns the sharpest of the still pictures.
func (m *Machine[F]) best() sample[F] {
	b := m.still[0]
	for _, s := range m.still[1:] {
		if s.focus > b.focus {
			b = s
		}
	}
	return b
}
