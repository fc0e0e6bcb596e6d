package fleet

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"lensd/cmd/lensd/config"
)

// StewardConfig makes a Steward.
type StewardConfig struct {
	Path  string // of the box's configuration
	Check func(text []byte) error
	// Apply writes now in the place of the file, which is to hold old, and makes the box what it says; on an error the old file
	// stands there again and the box is as it was.
	Apply func(ctx context.Context, old, now []byte) error
	// Well says, while an order is on trial, what is missing for the box to be well; "": nothing.
	Well func(ctx context.Context) string
	Now  func() time.Time
	Log  *slog.Logger
}

// Owner says whose orders a box takes, as its configuration of the moment has it.
type Owner struct {
	Key   ed25519.PublicKey // nil: nobody's
	Box   string
	Dir   string        // state directory
	Trial time.Duration // within which the box has to be well with an order
}

// Steward carries out its owner's orders on one box. Use NewSteward.
type Steward struct {
	cfg     StewardConfig
	newest  chan []byte // holds one
	changed chan struct{}

	mu     sync.Mutex
	owner  Owner
	mem    memory
	report Report
}

// memory is what outlives a start, in the state directory.
type memory struct {
	Seen    uint64   `json:"seen"`             // the highest version that the owner signed
	Digest  string   `json:"digest"`           // of that order
	InUse   uint64   `json:"in_use"`           // version
	Waits   uint64   `json:"waits,omitempty"`  // version that is for others yet
	Trying  uint64   `json:"trying,omitempty"` // version on trial: a start that finds it takes the file of before
	Before  string   `json:"before,omitempty"` // that file
	Refused *Refusal `json:"refused,omitempty"`
}

const memoryName = "fleet.json"

// NewSteward returns a steward without an owner.
func NewSteward(cfg StewardConfig) *Steward {
	return &Steward{cfg: cfg, newest: make(chan []byte, 1), changed: make(chan struct{}, 1)}
}

// Obey takes an owner, whom a configuration may change.
func (s *Steward) Obey(o Owner) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.owner = o
	s.mem = memory{}
	if b, err := os.ReadFile(filepath.Join(o.Dir, memoryName)); err == nil {
		if json.Unmarshal(b, &s.mem) != nil {
			s.cfg.Log.Error("what was known of the owner's configurations is lost; an old one could be taken again")
		}
	}
	s.sayLocked(nil)
}

// Report is what the box tells of its owner's orders.
func (s *Steward) Report() Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.report
}

// Changed receives a value after the report has changed.
func (s *Steward) Changed() <-chan struct{} { return s.changed }

// Put takes what came from the broker; it never blocks, and drops what a newer one overtakes.
func (s *Steward) Put(payload []byte) {
	for {
		select {
		case s.newest <- payload:
			return
		default:
		}
		select {
		case <-s.newest:
		default:
		}
	}
}

// Serve carries out orders until ctx ends.
func (s *Steward) Serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case b := <-s.newest:
			s.take(ctx, b)
		}
	}
}

// sayLocked makes the report of the memory, or of a refusal that is not worth remembering: anybody may publish a forgery.
func (s *Steward) sayLocked(passing *Refusal) {
	s.report = Report{InUse: s.mem.InUse, Waits: s.mem.Waits, Trying: s.mem.Trying, Refused: s.mem.Refused}
	if passing != nil {
		s.report.Refused = passing
	}
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

func (s *Steward) say(passing *Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sayLocked(passing)
}

func (s *Steward) refusal(version uint64, why error) *Refusal {
	s.cfg.Log.Warn("a configuration of the fleet is refused", "version", version, "reason", why)
	return &Refusal{version, why.Error(), s.cfg.Now().UTC().Truncate(time.Second)}
}

var errReplayed = errors.New("it is older than one that this box has seen, or another one of the same version")

// take carries out one order from its bytes to its report.
func (s *Steward) take(ctx context.Context, b []byte) {
	s.mu.Lock()
	owner, mem := s.owner, s.mem
	s.mu.Unlock()
	if owner.Key == nil || len(b) == 0 { // an empty one takes the retained order away
		return
	}
	o, err := Open(owner.Key, b)
	switch {
	case err != nil && !errors.Is(err, ErrForged) && o.Version > mem.Seen: // signed, but no order
		s.note(func(m *memory) { m.Seen, m.Digest, m.Refused = o.Version, o.digest(), s.refusal(o.Version, err) })
	case err != nil:
		s.say(s.refusal(0, err))
	case o.Version < mem.Seen || o.Version == mem.Seen && o.digest() != mem.Digest:
		s.say(s.refusal(o.Version, errReplayed))
	case o.Version == mem.Seen: // the broker sends it again with every connection
		s.say(nil)
	case !o.For(owner.Box):
		s.note(func(m *memory) { m.Seen, m.Digest, m.Waits = o.Version, o.digest(), o.Version })
	default:
		if err := s.carryOut(ctx, owner, o); err != nil && ctx.Err() == nil {
			refused := s.refusal(o.Version, err)
			s.note(func(m *memory) { m.Waits, m.Trying, m.Before, m.Refused = 0, 0, "", refused })
		}
	}
}

// carryOut changes the box to what an order asks for, and back if it is not well with it.
func (s *Steward) carryOut(ctx context.Context, owner Owner, o Order) error {
	old, now, err := s.edited(o)
	if err == nil {
		err = s.remember(func(m *memory) {
			m.Seen, m.Digest, m.Waits, m.Trying, m.Before = o.Version, o.digest(), 0, o.Version, string(old)
		})
	} else {
		s.note(func(m *memory) { m.Seen, m.Digest = o.Version, o.digest() })
	}
	if err != nil {
		return err
	}
	if string(now) != string(old) {
		if err := s.cfg.Apply(ctx, old, now); err != nil {
			return fmt.Errorf("rolled back, the box cannot run with it: %w", err)
		}
	}
	if missing := s.trial(ctx, owner.Trial); missing != "" {
		if ctx.Err() != nil {
			return ctx.Err() // the next start takes the file of before
		}
		if err := s.cfg.Apply(ctx, now, old); err != nil {
			return fmt.Errorf("%s, and the configuration of before cannot be taken either: %w", missing, err)
		}
		return fmt.Errorf("rolled back after %s: %s", owner.Trial, missing)
	}
	return s.remember(func(m *memory) { m.InUse, m.Trying, m.Before, m.Refused = o.Version, 0, "", nil })
}

// edited is the box's file with an order in it, checked as `lensd check` does.
func (s *Steward) edited(o Order) (old, now []byte, err error) {
	if old, err = os.ReadFile(s.cfg.Path); err != nil {
		return nil, nil, errors.New("the box's own configuration cannot be read")
	}
	now = old
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		if now, err = config.EditSection(now, name, o.Set[name]); err != nil {
			return nil, nil, err
		}
	}
	return old, now, s.cfg.Check(now)
}

// trial waits until the box is well, and says what is missing when it is not in time.
func (s *Steward) trial(ctx context.Context, limit time.Duration) (missing string) {
	end := time.Now().Add(limit)
	for {
		if missing = s.cfg.Well(ctx); missing == "" {
			return ""
		}
		if time.Now().After(end) {
			return missing
		}
		select {
		case <-ctx.Done():
			return missing
		case <-time.After(trialPause):
		}
	}
}

const trialPause = 250 * time.Millisecond

// remember changes the memory, on the disk first.
func (s *Steward) remember(change func(*memory)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.mem
	change(&next)
	if err := next.write(s.owner.Dir); err != nil {
		return err
	}
	s.mem = next
	s.sayLocked(nil)
	return nil
}

// note changes the memory where nothing hangs on it: an order that a disk does not let the box remember is judged again, alike,
// when the broker sends it the next time.
func (s *Steward) note(change func(*memory)) {
	if err := s.remember(change); err != nil {
		s.cfg.Log.Warn("what the fleet's owner asked for cannot be noted", "error", err)
	}
}

func (m memory) write(dir string) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return config.Write(filepath.Join(dir, memoryName), b)
}

// Recover is called at a start, before the configuration is read: a box that ended while an order was on trial takes the file of
// before. It returns the version of that order, 0 for none.
func Recover(path, stateDir string, now time.Time) (version uint64, err error) {
	b, err := os.ReadFile(filepath.Join(stateDir, memoryName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	var m memory
	if err != nil || json.Unmarshal(b, &m) != nil || m.Trying == 0 {
		return 0, err
	}
	version = m.Trying
	if err := config.Write(path, []byte(m.Before)); err != nil {
		return version, err
	}
	m.Refused = &Refusal{version, "rolled back: the box ended while it was on trial", now.UTC().Truncate(time.Second)}
	m.Trying, m.Before = 0, ""
	return version, m.write(stateDir)
}
