// Package station runs one camera with its trigger and reader: picture, reading, gate, store, and the newest values for
// those who watch. A station never waits for a broker, and what goes wrong in one shot never stops the next.
package station

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"lensd/extract"
	"lensd/store"
)

// Pictures says of which readings the picture is kept.
type Pictures string

// The three ways.
const (
	KeepNone     Pictures = "none"
	KeepRejected Pictures = "rejected" // of readings that were not accepted
	KeepAll      Pictures = "all"
)

// Config makes a station. All but the optional members must be set.
type Config struct {
	Name        string
	Kind        extract.Kind
	Camera      Camera
	Trigger     Trigger // nil: reads when asked to, and every frame that is pushed
	Reader      extract.Reader
	Judge       Judge
	Store       Store
	Live        Live  // nil: nothing is published (no broker)
	Clock       Clock // nil: the system's, taken as synced
	Topic       string
	Pictures    Pictures                             // default KeepRejected
	Element     Element                              // writes what was read
	Draw        Draw                                 // nil: no picture is published
	Small       Small                                // nil: pictures beyond the budget are not kept
	Push        func([]byte) error                   // takes a frame for a push camera; nil: this station has its own
	JPEG        Small                                // makes a JPEG of a pushed PNG; nil: these are refused
	ReadTimeout time.Duration                        // for one reading with its waiting for a worker; default 60 s
	ShotTimeout time.Duration                        // for a live picture; default 10 s
	Trouble     func() store.Trouble                 // what is wrong with the store; nil: nothing ever
	OnReading   func(extract.Reading, time.Duration) // called after each stored reading with how long it took; nil: nobody
	Log         *slog.Logger                         // default: discard
}

// Element returns the data element that stands for an item of a page, as the kind's endpoint would answer with it.
type Element func(extract.Kind, extract.Page, extract.Item) any

// Draw returns the picture with a result's boxes on it, as JPEG.
type Draw func(ctx context.Context, picture []byte, r extract.Result) ([]byte, error)

// Small returns a small copy of the picture, as JPEG.
type Small func(ctx context.Context, picture []byte) ([]byte, error)

// Station is made by New and run by Serve; its other methods are safe at any time, also before.
type Station struct {
	cfg    Config
	turn   chan struct{} // held by the one shot that is being read
	orders chan struct{} // holds one: orders that come together are one
	gone   chan struct{} // closed once the station has ended
	pushed pushQueue
	beats  beats
	// budget belongs to the shot that has its turn.
	budget budget

	mu     sync.Mutex
	last   *extract.Reading // newest stored reading, accepted or not
	recent recent
	health health
}

// New loads what the station's judge remembers and its last reading, and publishes the newest accepted one as state.
func New(cfg Config) (*Station, error) {
	cfg = cfg.withDefaults()
	s := &Station{cfg: cfg, turn: make(chan struct{}, 1), orders: make(chan struct{}, 1), gone: make(chan struct{}), pushed: make(pushQueue, 1)}
	// Until the camera's supervisor has told of a picture, the station waits for one: nobody is to take it for live.
	s.health.state, s.health.waiting = StateStarting, true
	s.health.since = cfg.now().Wall
	raw, err := cfg.Store.State(judgeKey(cfg.Name))
	if err == nil {
		err = cfg.Judge.Load(raw)
	}
	if err != nil && !isNotFound(err) {
		// A memory that cannot be read must not keep the station from reading: it starts as a new one.
		cfg.Log.Error("the gate's memory is lost; the next reading becomes its base", "station", cfg.Name, "error", err)
	}
	return s, s.restore()
}

func (c Config) withDefaults() Config {
	if c.Pictures == "" {
		c.Pictures = KeepRejected
	}
	if c.ReadTimeout <= 0 {
		c.ReadTimeout = time.Minute
	}
	if c.ShotTimeout <= 0 {
		c.ShotTimeout = 10 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Live == nil {
		c.Live = nobody{}
	}
	if c.Trouble == nil {
		c.Trouble = func() store.Trouble { return store.Trouble{} }
	}
	return c
}

func (c Config) now() Moment {
	m := Moment{Mono: time.Now(), Synced: true}
	m.Wall = m.Mono
	if c.Clock != nil {
		m.Wall, m.Synced = c.Clock.Now()
	}
	m.Wall = m.Wall.Round(0).UTC()
	return m
}

const judgePrefix = "judge/"

func judgeKey(station string) string { return judgePrefix + station }
func stateKey(station string) string { return "state/" + station }

// restore takes the last reading and the last state from the store: a broker that forgot its retained messages, as an
// embedded one does over a restart, gets them again.
func (s *Station) restore() error {
	recs, err := s.cfg.Store.List(store.Query{Station: s.cfg.Name, Limit: 1})
	if err != nil {
		return err
	}
	for _, rec := range recs {
		if r, err := decode(rec); err == nil {
			s.last = &r
		}
	}
	s.publishHealth()
	return s.restoreState()
}

// restoreState publishes the newest accepted reading; one that retention has removed is no state any more.
func (s *Station) restoreState() error {
	number, err := s.cfg.Store.State(stateKey(s.cfg.Name))
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	id, err := strconv.ParseUint(string(number), 10, 64)
	if err != nil {
		s.cfg.Log.Warn("the last state is not known", "station", s.cfg.Name, "error", err)
		return nil
	}
	rec, err := s.cfg.Store.Get(id)
	if isNotFound(err) {
		return nil
	}
	if err == nil {
		s.cfg.Live.SetState(s.cfg.Name, rec.Body)
	}
	return err
}

// Serve reads whenever the trigger or an order says so, until ctx ends; it returns ctx's error. It is called once: then no shot is
// being read any more and none will be, so that another station may take the name and what is stored under it.
func (s *Station) Serve(ctx context.Context) error {
	defer s.end()
	var orders sync.WaitGroup
	defer orders.Wait()
	orders.Go(func() { s.obey(ctx) })
	s.setState(StateReady, "")
	trigger := s.cfg.Trigger
	if trigger == nil {
		trigger = s.pushed
	}
	for {
		shot, err := trigger.Next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			_, err = s.read(ctx, shot)
		}
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("no reading", "station", s.cfg.Name, "cause", shot.Cause, "error", err)
			// A trigger that fails at once, again and again, must not spin.
			pause(ctx, time.Second)
		}
	}
}

// end ends the shots that others asked for.
func (s *Station) end() {
	close(s.gone)
	s.turn <- struct{}{} // never given back
	s.setState(StateStopped, "")
}

// errEnded is the answer of a station that has ended.
func errEnded() error { return extract.Errorf(extract.KindUnavailable, "the station has ended") }

// Read reads now and waits for the stored reading. A refused reading is no error; a missing picture and a full store are.
func (s *Station) Read(ctx context.Context, cause string) (extract.Reading, error) {
	return s.read(ctx, Shot{Cause: cause})
}

// Push hands a frame to a push camera. Where no trigger says when to read, the frame itself does: a camera node that
// wakes, sends one picture and sleeps again needs no second message.
func (s *Station) Push(ctx context.Context, jpeg []byte) error {
	if s.cfg.Push == nil {
		return ErrNotPush
	}
	if s.cfg.JPEG != nil && bytes.HasPrefix(jpeg, []byte("\x89PNG")) {
		var err error
		if jpeg, err = s.cfg.JPEG(ctx, jpeg); err != nil {
			return err
		}
	}
	if err := s.cfg.Push(jpeg); err != nil {
		return extract.Errorf(extract.KindUndecodable, "the picture is not accepted: %w", err)
	}
	if s.cfg.Trigger == nil {
		s.pushed.put(Shot{Cause: "push", Frame: &Frame{JPEG: jpeg, At: time.Now()}})
	}
	return nil
}

// pushQueue is the trigger of pushed frames. It holds one: of frames that come faster than they are read, the newest.
type pushQueue chan Shot

func (q pushQueue) put(shot Shot) {
	for {
		select {
		case q <- shot:
			return
		default:
		}
		select {
		case <-q:
		default:
		}
	}
}

// Next waits for a pushed frame.
func (q pushQueue) Next(ctx context.Context) (Shot, error) {
	select {
	case shot := <-q:
		return shot, nil
	case <-ctx.Done():
		return Shot{}, ctx.Err()
	}
}

// Alive is false when one reading has taken so much longer than its time-outs allow that only a restart can help.
func (s *Station) Alive() bool {
	return s.beats.within(2*(s.cfg.ReadTimeout+s.cfg.ShotTimeout) + time.Minute)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// nobody is the Live of a box without a broker.
type nobody struct{}

func (nobody) SetState(string, []byte)  {}
func (nobody) SetImage(string, []byte)  {}
func (nobody) SetHealth(string, []byte) {}
