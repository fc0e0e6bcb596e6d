// Package admin is what a box's owner does to its store from the command line: keys, backup, samples. While the daemon
// holds the database, the command line asks it over a socket in the state directory; otherwise it opens the store itself.
package admin

import (
	"archive/tar"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"lensd/httpapi"
	"lensd/station"
	"lensd/store"
)

// KeyInfo tells of a service key what may be told.
type KeyInfo struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Role    string    `json:"role"`
}

// Admin is done by a Local or, through the daemon, by a Remote.
type Admin interface {
	AddKey(name string, role httpapi.Role) (clear string, err error)
	Keys() ([]KeyInfo, error)
	RevokeKey(name string) error
	Backup(w io.Writer) error  // a copy of the database
	Samples(w io.Writer) error // a tar of corrected readings
	Erase(before time.Time) (store.Erased, error)
	Learned() error // new things were learned: readers are to take them
}

// Local works on an open store.
type Local struct {
	Store *store.Store
	// Eraser erases where more than the store remembers readings; nil: the store alone does.
	Eraser func(before time.Time) (store.Erased, error)
	Reload func() // nil: no daemon runs that would have to
}

// Learned has the readers of a running daemon take what was learned.
func (l Local) Learned() error {
	if l.Reload != nil {
		l.Reload()
	}
	return nil
}

// keyRecord is how a key lies in the store.
type keyRecord struct {
	Hash    []byte    `json:"sha256"`
	Created time.Time `json:"created"`
	Role    string    `json:"role,omitempty"`
}

// role of a key that was made before there were roles is all of them.
func (r keyRecord) role() httpapi.Role {
	if r.Role == "" {
		return httpapi.Admin
	}
	role, _ := httpapi.ParseRole(r.Role) // one that a newer version knew opens nothing here
	return role
}

var keyName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 _.@-]{0,62}$`)

// AddKey makes a key and returns it in clear; only its hash is kept.
func (l Local) AddKey(name string, role httpapi.Role) (string, error) {
	if !keyName.MatchString(name) {
		return "", fmt.Errorf("%q is no name for a key: letters, digits, spaces and . _ @ - only, at most 63", name)
	}
	known, err := l.Store.Keys()
	if err != nil {
		return "", err
	}
	if _, ok := known[name]; ok {
		return "", fmt.Errorf("there is a key %q already; revoke it first or choose another name", name)
	}
	clear, key, err := httpapi.NewKey(name, role)
	if err != nil {
		return "", err
	}
	rec, err := json.Marshal(keyRecord{Hash: key.Hash[:], Created: time.Now().UTC().Truncate(time.Second), Role: role.String()})
	if err != nil {
		return "", err
	}
	return clear, l.Store.PutKey(name, rec)
}

// Keys lists the stored keys by name.
func (l Local) Keys() ([]KeyInfo, error) {
	known, err := l.Store.Keys()
	if err != nil {
		return nil, err
	}
	out := make([]KeyInfo, 0, len(known))
	for name, raw := range known {
		var rec keyRecord
		if err := json.Unmarshal(raw, &rec); err != nil {
			return nil, fmt.Errorf("key %q: %w", name, err)
		}
		out = append(out, KeyInfo{name, rec.Created, rec.role().String()})
	}
	slices.SortFunc(out, func(a, b KeyInfo) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// RevokeKey ends a key at once.
func (l Local) RevokeKey(name string) error { return l.Store.DeleteKey(name) }

// Erase removes what was taken before a time.
func (l Local) Erase(before time.Time) (store.Erased, error) {
	if l.Eraser != nil {
		return l.Eraser(before)
	}
	return l.Store.Erase(before, station.TakenBefore(before))
}

// Backup writes a consistent copy while the box works on.
func (l Local) Backup(w io.Writer) error {
	_, err := l.Store.WriteTo(w)
	return err
}

// Samples writes each corrected reading as NNN.json (label) and NNN.jpg (picture), the format of scripts/train.
func (l Local) Samples(w io.Writer) error {
	t := tar.NewWriter(w)
	err := l.Store.Samples(func(s store.Sample) error {
		if err := addFile(t, fmt.Sprintf("%08d.json", s.ID), s.Label); err != nil {
			return err
		}
		return addFile(t, fmt.Sprintf("%08d.jpg", s.ID), s.Picture)
	})
	if err != nil {
		return err
	}
	return t.Close()
}

func addFile(t *tar.Writer, name string, b []byte) error {
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(b)), Format: tar.FormatPAX}); err != nil {
		return err
	}
	_, err := t.Write(b)
	return err
}

// APIKeys returns the stored keys as the API compares them.
func (l Local) APIKeys() ([]httpapi.Key, error) {
	known, err := l.Store.Keys()
	if err != nil {
		return nil, err
	}
	out := make([]httpapi.Key, 0, len(known))
	for name, raw := range known {
		var rec keyRecord
		if json.Unmarshal(raw, &rec) == nil && len(rec.Hash) == 32 {
			out = append(out, httpapi.Key{Name: name, Hash: [32]byte(rec.Hash), Role: rec.role()})
		}
	}
	return out, nil
}
