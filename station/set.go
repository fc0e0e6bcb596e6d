package station

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"lensd/extract"
	"lensd/store"
)

// Errors by which a Set says that a thing is not there.
var (
	ErrNoStation = errors.New("no station of this name")
	ErrNoReading = errors.New("no reading of this id")
	ErrNoPicture = errors.New("no picture is kept of this reading")
	ErrNotPush   = errors.New("this station has a camera of its own and takes no pushed frames")
)

// Status is how a station is, for those who watch.
type Status struct {
	Name    string
	Kind    extract.Kind
	Online  bool // the camera delivers fresh frames
	State   State
	Message string           // what to do about the state
	FrameAt *time.Time       // of the newest frame; nil: there was none yet
	Last    *extract.Reading // the newest reading, accepted or not; nil: none yet
	Push    bool             // takes pushed frames
}

// Set is a box's stations and their stored readings, as the LAN API and the broker's commands see them.
type Set struct {
	store Store

	mu       sync.RWMutex
	stations []*Station
}

// NewSet joins stations that write to one store.
func NewSet(st Store, stations ...*Station) *Set { return &Set{stations: stations, store: st} }

// Replace puts other stations in the place of all; what is under way at one that goes ends by itself.
func (s *Set) Replace(stations ...*Station) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stations = slices.Clone(stations)
}

func (s *Set) all() []*Station {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.stations // never changed in place
}

// Alive says whether every station still makes progress.
func (s *Set) Alive() bool {
	return !slices.ContainsFunc(s.all(), func(st *Station) bool { return !st.Alive() })
}

// StoreChanged tells all stations that the store's trouble has come, changed or passed.
func (s *Set) StoreChanged() {
	for _, st := range s.all() {
		st.StoreChanged()
	}
}

// ByName returns a station, or ErrNoStation.
func (s *Set) ByName(name string) (*Station, error) {
	for _, st := range s.all() {
		if st.cfg.Name == name {
			return st, nil
		}
	}
	return nil, ErrNoStation
}

// Stations lists the state of all stations.
func (s *Set) Stations() []Status {
	all := s.all()
	out := make([]Status, 0, len(all))
	for _, st := range all {
		out = append(out, st.Status())
	}
	return out
}

// Status returns how the station is.
func (s *Station) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.healthLocked()
	out := Status{
		Name: s.cfg.Name, Kind: s.cfg.Kind, Online: s.health.camera == "" && !s.health.waiting && h.State != StateCameraLost,
		State: h.State, Message: h.Message, Push: s.cfg.Push != nil,
	}
	if at := s.health.frameAt; !at.IsZero() {
		out.FrameAt = &at
	}
	if s.last != nil {
		last := *s.last
		last.Picture = last.Picture || s.remembers(last.ID)
		out.Last = &last
	}
	return out
}

// Read reads now and waits for the reading.
func (s *Set) Read(ctx context.Context, name string) (extract.Reading, error) {
	st, err := s.ByName(name)
	if err != nil {
		return extract.Reading{}, err
	}
	r, err := st.Read(ctx, "http")
	return r, err
}

// Frame waits for a picture with a number above after.
func (s *Set) Frame(ctx context.Context, name string, after uint64) (Frame, error) {
	st, err := s.ByName(name)
	if err != nil {
		return Frame{}, err
	}
	return st.cfg.Camera.Next(ctx, after)
}

// Push hands a picture to a push station.
func (s *Set) Push(ctx context.Context, name string, picture []byte) error {
	st, err := s.ByName(name)
	if err != nil {
		return err
	}
	return st.Push(ctx, picture)
}

// List returns stored readings, newest first.
func (s *Set) List(_ context.Context, q store.Query) ([]extract.Reading, error) {
	recs, err := s.store.List(q)
	if err != nil {
		return nil, err
	}
	out := make([]extract.Reading, 0, len(recs))
	for _, rec := range recs {
		if r, err := decode(rec); err == nil { // one that cannot be read hides no other
			out = append(out, r)
		}
	}
	return out, nil
}

// Get returns one stored reading.
func (s *Set) Get(_ context.Context, id uint64) (extract.Reading, error) {
	rec, err := s.store.Get(id)
	if err != nil {
		return extract.Reading{}, known(err, ErrNoReading)
	}
	r, err := decode(rec)
	return r, err
}

// Picture returns a reading's picture: a stored one, or one of the last that its station remembers.
func (s *Set) Picture(_ context.Context, id uint64) ([]byte, error) {
	rec, err := s.store.Get(id)
	if err != nil {
		return nil, known(err, ErrNoPicture)
	}
	if st, err := s.ByName(rec.Station); err == nil {
		if b := st.pictureOf(id); b != nil {
			return b, nil
		}
	}
	b, err := s.store.Picture(id)
	return b, known(err, ErrNoPicture)
}

// Correct passes a person's word to the station that made the reading.
func (s *Set) Correct(ctx context.Context, id uint64, c extract.Correction) (extract.Reading, error) {
	rec, err := s.store.Get(id)
	if err != nil {
		return extract.Reading{}, known(err, ErrNoReading)
	}
	st, err := s.ByName(rec.Station)
	if err != nil {
		return extract.Reading{}, err
	}
	r, err := st.Correct(ctx, id, c)
	return r, err
}

// known words the store's error in this package's terms.
func known(err, notFound error) error {
	if errors.Is(err, store.ErrNotFound) {
		return notFound
	}
	return err
}

// Ever returns the names of all stations that have read something into a store, those too that are configured no longer.
func Ever(st interface {
	States(prefix string) (map[string][]byte, error)
}) (names []string, err error) {
	all, err := st.States(judgePrefix)
	for key := range all {
		names = append(names, strings.TrimPrefix(key, judgePrefix))
	}
	slices.Sort(names)
	return names, err
}
