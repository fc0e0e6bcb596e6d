// Package setup lets a box be set up from its pages: it edits the configuration file, which stays the one truth, and tries cameras
// and brokers before they are written down. What is written is checked first, and taken back when the box cannot run with it.
package setup

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"

	"lensd/cmd/lensd/admin"
	"lensd/cmd/lensd/config"
	"lensd/httpapi"
	"lensd/store"
)

// Config makes a Setup.
type Config struct {
	Path    string // of the configuration
	Environ []string
	Capture []string // program and arguments of the child that takes pictures
	// Apply writes now in the place of the file, which is to hold old, and makes the box what it says; on an error the old file
	// stands there again and the box is as it was.
	Apply  func(ctx context.Context, old, now []byte) error
	Reload func() // makes the box look at the files anew that its configuration names
	Log    *slog.Logger
}

// Setup is the set-up of one box, for the life of its process.
type Setup struct {
	cfg  Config
	turn sync.Mutex // held by the change that is being made

	mu   sync.Mutex
	code string
}

// New draws the one-time code.
func New(cfg Config) *Setup {
	s := &Setup{cfg: cfg}
	s.draw()
	return s
}

// draw makes another code of 40 bits, without letters that look like figures: it is read from a log and typed on a phone.
func (s *Setup) draw() {
	b := make([]byte, 5)
	_, _ = rand.Read(b) // never fails
	text := base32.NewEncoding("ABCDEFGHJKMNPQRSTUVWXYZ123456789").WithPadding(base32.NoPadding).EncodeToString(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.code = text[:4] + "-" + text[4:]
}

// Box is the API's side of the set-up of a box that runs with a store.
func (s *Setup) Box(st *store.Store, waits func() bool) httpapi.Setup {
	b := &box{Setup: s, keys: admin.Local{Store: st}, waits: waits}
	if waits() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.cfg.Log.Warn("this box has no key yet: open its page and enter the code", "path", "/setup", "code", s.code)
	}
	return b
}

// box joins a Setup with the keys of a store.
type box struct {
	*Setup
	keys  admin.Local
	waits func() bool // no key exists
}

// firstKey is the name of the key that the code gives.
const firstKey = "owner"

// Open implements httpapi.Setup.
func (b *box) Open() bool { return b.waits() }

// Claim implements httpapi.Setup. Of two who claim at once one gets the key: the other's finds the name taken.
func (b *box) Claim(code string) (string, bool, error) {
	code = strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(code), "-", ""))
	b.mu.Lock()
	right := subtle.ConstantTimeCompare([]byte(code), []byte(strings.ReplaceAll(b.code, "-", ""))) == 1
	b.mu.Unlock()
	if !right || !b.waits() {
		return "", false, nil
	}
	clear, err := b.keys.AddKey(firstKey, httpapi.Admin)
	if err != nil {
		return "", false, err
	}
	b.draw()
	b.cfg.Log.Info("the first key was made by the code", "name", firstKey)
	return clear, true, nil
}

// Keys implements httpapi.Setup.
func (b *box) Keys() (any, error) { return b.keys.Keys() }

// AddKey implements httpapi.Setup.
func (b *box) AddKey(name string, role httpapi.Role) (string, error) {
	clear, err := b.keys.AddKey(name, role)
	if err != nil {
		return "", httpapi.Faults{{Path: "name", Says: err.Error()}}
	}
	return clear, nil
}

// RevokeKey implements httpapi.Setup.
func (b *box) RevokeKey(name string) error {
	known, err := b.keys.Keys()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(known, func(k admin.KeyInfo) bool { return k.Name == name }) {
		return httpapi.Faults{{Path: "", Says: "there is no such key among those that were made on the box; one of the file is removed there"}}
	}
	return b.keys.RevokeKey(name)
}

// change edits the file by one function. Faults name fields as the pages know them: without what stands before them in the file.
func (s *Setup) change(ctx context.Context, prefix func(text []byte) string, edit func(text []byte) ([]byte, error)) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.cfg.Path == "" {
		return httpapi.Faults{{Says: "this box runs without a configuration file; start it with -config FILE"}}
	}
	old, err := os.ReadFile(s.cfg.Path)
	if err != nil {
		return httpapi.Faults{{Says: "the configuration cannot be read"}}
	}
	now, err := edit(old)
	if err != nil {
		return httpapi.Faults{{Says: err.Error()}}
	}
	if _, err := config.Check(now, config.KindsDir(s.cfg.Path), s.cfg.Environ); err != nil {
		return faults(err, prefix(now))
	}
	if err := s.cfg.Apply(ctx, old, now); err != nil {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return faults(err, prefix(now))
	}
	s.forgetSecrets()
	return nil
}

// faults turns what is wrong with a file into what is wrong with fields.
func faults(err error, prefix string) httpapi.Faults {
	var out httpapi.Faults
	for _, f := range config.Faults(err) {
		out = append(out, httpapi.Fault{Path: strings.TrimPrefix(strings.TrimPrefix(f.Path, prefix), "."), Says: f.Says})
	}
	return out
}

// stationAt is the path of a station in the file, as faults name it.
func stationAt(name string) func([]byte) string {
	return func(text []byte) string { return fmt.Sprintf("stations[%d]", config.StationIndex(text, name)) }
}
