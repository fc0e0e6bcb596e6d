package store

import (
	"errors"
	"log/slog"
	"time"
)

// The ways in which the store refuses.
var (
	// ErrFull: the store has reached its size limit and nothing that may be deleted is left.
	// The store stays open, and takes entries again once retention or a larger limit makes room.
	ErrFull = errors.New("the store is full: raise retention.max_mb or lower retention.days")
	// ErrNotFound: there is no such record, picture, sample, key or value.
	ErrNotFound = errors.New("not found in the store")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("the store is closed")
	// ErrLocked: another process holds the file.
	ErrLocked = errors.New("the store is held by another lensd; stop that one first")
	// ErrNotStore: the bytes to restore from are no sound store file.
	ErrNotStore = errors.New("not a sound lensd store file")
	// ErrTooLarge: the copy to restore from is larger than this store may be.
	ErrTooLarge = errors.New("the copy is larger than retention.max_mb allows: raise it first")
)

// Options configure a store. The zero value of each field but Dir has a sensible default.
type Options struct {
	Dir         string        // the directory that holds state.db and marks; created with mode 0700 when missing
	MaxBytes    int64         // size limit for live data; default 256 MiB
	MaxAge      time.Duration // age at which records go; 0: only size limits
	LockTimeout time.Duration // how long Open waits for another process to let go; default 5 s
	Log         *slog.Logger  // default: discard
	// OnTrouble is called with each change of Trouble, from whatever goroutine wrote; nil: nobody is.
	OnTrouble func(Trouble)
	// Now gives the wall clock and whether it was set from a time source; default: time.Now, synced.
	Now func() (time.Time, bool)
}

const (
	defaultMaxBytes    = 256 << 20
	defaultLockTimeout = 5 * time.Second
	minMaxBytes        = 1 << 20 // below this bbolt's own pages leave no room for records
)

func (o Options) withDefaults() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultMaxBytes
	}
	o.MaxBytes = max(o.MaxBytes, minMaxBytes)
	if o.LockTimeout <= 0 {
		o.LockTimeout = defaultLockTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = func() (time.Time, bool) { return time.Now(), true }
	}
	return o
}
