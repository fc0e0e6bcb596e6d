// Package store keeps a box's readings: records with their pictures, the outbox of what a broker has yet to get, the
// gate's small values, service keys and corrected samples, all in one bbolt file. It knows bytes only.
//
// A record and its outbox items are committed in one transaction, so that a reading is either known and will be
// published, or was never taken. Ids are monotone for the life of the box, even across a lost database file.
package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"go.etcd.io/bbolt"
)

// bucketNames lists the top-level buckets. Small buckets are stored inline in the root page, which keeps commits small.
func bucketNames() []string {
	return []string{bucketRecords, bucketPictures, bucketOutbox, bucketState, bucketKeys, bucketSamples, bucketMeta, bucketDamaged, bucketSeries}
}

const (
	bucketRecords  = "records"
	bucketPictures = "pictures"
	bucketOutbox   = "outbox"
	bucketState    = "state"
	bucketKeys     = "keys"
	bucketSamples  = "samples"
	bucketMeta     = "meta"
	bucketDamaged  = "damaged"
	bucketSeries   = "series"

	fileName  = "state.db"
	marksName = "marks"
)

// Store is an open state directory. Its methods are safe for concurrent use.
type Store struct {
	opt   Options
	path  string
	lived *livedClock
	marks *marks
	moved string // where a damaged file was put aside by this Open; "": none

	mu sync.RWMutex // guards db; held for writing only while compaction or restore swaps the file
	db *bbolt.DB

	out     outbox
	touched atomic.Int64 // records that passed through the mapping since it was last released

	trouble troubles
	legacy  struct{ records, outbox uint64 } // keys up to which values are unsealed
}

// Open opens the store in opt.Dir, creating it when there is none. A file that fails its check is moved aside with a
// time stamp and an empty store takes its place; MovedAside tells. ErrLocked means that another process has it.
func Open(opt Options) (*Store, error) {
	opt = opt.withDefaults()
	if err := os.MkdirAll(opt.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("state directory: %w", err)
	}
	s := &Store{opt: opt, path: filepath.Join(opt.Dir, fileName)}
	s.out.init()
	_ = os.Remove(s.path + staged) // a copy that nobody adopted
	var err error
	if s.marks, err = openMarks(filepath.Join(opt.Dir, marksName)); err != nil {
		return nil, err
	}
	if err := s.openFile(); err != nil {
		_ = s.marks.close()
		return nil, err
	}
	return s, nil
}

// openFile opens, checks and prepares the database file.
func (s *Store) openFile() error {
	fresh, err := s.ensureFile()
	if err != nil {
		return err
	}
	db, err := s.openChecked()
	if errors.Is(err, errDamaged) {
		s.opt.Log.Error("the store is damaged and is moved aside", "error", err)
		if s.moved, err = moveAside(s.path, "damaged"); err != nil {
			return err
		}
		if fresh, err = s.ensureFile(); err != nil {
			return err
		}
		db, err = s.openChecked()
	}
	if err != nil {
		return err
	}
	if err = s.prepare(db, fresh); err != nil {
		_ = db.Close()
		return err
	}
	s.db = db
	return s.passTombs()
}

// prepare lifts the sequences to what the marks file has seen, so that a new or restored database continues the
// box's ids instead of repeating them, and loads the running-time clock.
func (s *Store) prepare(db *bbolt.DB, fresh bool) error {
	delivered, lastID := s.marks.get()
	return db.Update(func(tx *bbolt.Tx) error {
		for _, name := range bucketNames() {
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		if fresh && lastID > 0 {
			lastID += idGap
		}
		if err := liftSequence(tx.Bucket([]byte(bucketRecords)), lastID); err != nil {
			return err
		}
		if err := liftSequence(tx.Bucket([]byte(bucketOutbox)), delivered); err != nil {
			return err
		}
		s.lived = loadLived(tx)
		var err error
		if s.moved != "" {
			if err = s.rescue(tx); err != nil {
				return err
			}
		} else if fresh { // the file was lost; nothing can be missing from it
			delivered = max(delivered, s.marks.sequence())
			if err = s.marks.advance(delivered, 0); err != nil {
				return err
			}
		}
		if err = s.countMissing(tx); err != nil {
			return err
		}
		if s.legacy.records, err = loadLegacy(tx, bucketRecords); err != nil {
			return err
		}
		s.legacy.outbox, err = loadLegacy(tx, bucketOutbox)
		return err
	})
}

// idGap is skipped when the database file is new but the marks are not: the marks may lag by what a power cut lost.
const idGap = 1000

func liftSequence(b *bbolt.Bucket, atLeast uint64) error {
	if k, _ := b.Cursor().Last(); k != nil {
		atLeast = max(atLeast, keyID(k))
	}
	if b.Sequence() >= atLeast && b.Sequence()-atLeast < wildJump {
		return nil
	}
	return b.SetSequence(atLeast)
}

// wildJump is further above all that was given than a lagging mark explains: a wrong byte, after which ids would be numbers that no
// client can read.
const wildJump = 1 << 32

// MovedAside returns the path of the damaged file that this Open put aside, "" when the file was sound.
func (s *Store) MovedAside() string { return s.moved }

// Close purges what was delivered and closes the files. It is not an error to close twice.
func (s *Store) Close() error {
	if err := s.Purge(); err != nil && !errors.Is(err, ErrClosed) {
		s.opt.Log.Warn("purging the outbox failed", "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	err := s.db.Close()
	s.db = nil
	return errors.Join(err, s.marks.close())
}

// Check walks the whole database and returns what is wrong with it; nil for a sound one.
func (s *Store) Check(ctx context.Context) error {
	return s.view(func(tx *bbolt.Tx) error { return checkTx(ctx, tx) })
}

// view runs fn in a read transaction.
func (s *Store) view(fn func(*bbolt.Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return ErrClosed
	}
	return s.db.View(fn)
}

// update runs fn in a write transaction of its own, durable when update returns.
func (s *Store) update(fn func(*bbolt.Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return ErrClosed
	}
	return s.wrote(s.db.Update(fn))
}
