package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// WriteTo writes a consistent copy of the whole database while the store goes on working. Readings taken meanwhile are
// not in it. It implements io.WriterTo.
func (s *Store) WriteTo(w io.Writer) (n int64, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		n, err = tx.WriteTo(w)
		return err
	})
	return n, err
}

// Restore replaces the store in dir, which must not be open, by the copy that r gives. The copy is checked first, and
// the file that it replaces is kept beside it; replaced names it. Ids continue above all that the box has given so far.
func Restore(opt Options, r io.Reader) (replaced string, err error) {
	opt = opt.withDefaults()
	if err := os.MkdirAll(opt.Dir, 0o700); err != nil {
		return "", err
	}
	if _, err := Stage(opt, r); err != nil {
		return "", err
	}
	return Adopt(opt)
}

// Contents tells what a copy holds.
type Contents struct {
	Bytes       int64
	Readings    int
	First, Last time.Time // of the readings; zero: there are none
	Keys        []string  // names
}

const staged = ".restore"

// Stage puts the copy that r gives beside the store in opt.Dir, which may be open, checks it and tells what it holds. Nothing else is
// touched, and of a copy that is not sound nothing stays.
func Stage(opt Options, r io.Reader) (c Contents, err error) {
	opt = opt.withDefaults()
	path := filepath.Join(opt.Dir, fileName+staged)
	if c.Bytes, err = copyToFile(path, r, opt.MaxBytes+reserve); err != nil {
		return c, errors.Join(err, os.Remove(path))
	}
	probe := &Store{opt: opt, path: path}
	db, err := probe.openChecked()
	if err != nil {
		return c, errors.Join(fmt.Errorf("%w: %w", ErrNotStore, err), os.Remove(path))
	}
	err = errors.Join(hasBuckets(db), db.View(func(tx *bbolt.Tx) error { return probe.tell(tx, &c) }), db.Close())
	if err != nil {
		return c, errors.Join(err, os.Remove(path))
	}
	return c, nil
}

// tell counts readings and names keys.
func (s *Store) tell(tx *bbolt.Tx, c *Contents) error {
	records := tx.Bucket([]byte(bucketRecords))
	c.Readings = records.Stats().KeyN
	cursor := records.Cursor()
	for k, v := cursor.Last(); k != nil && c.Last.IsZero(); k, v = cursor.Prev() {
		if h, _, ok := s.record(k, v); ok {
			c.Last = h.at
		}
	}
	for k, v := cursor.First(); k != nil && c.First.IsZero() && !c.Last.IsZero(); k, v = cursor.Next() {
		if h, _, ok := s.record(k, v); ok {
			c.First = h.at
		}
	}
	if keys := tx.Bucket([]byte(bucketKeys)); keys != nil {
		return keys.ForEach(func(k, _ []byte) error {
			c.Keys = append(c.Keys, string(k))
			return nil
		})
	}
	return nil
}

// Adopt replaces the store in opt.Dir, which must not be open, by the copy that Stage has put beside it, as Restore does.
func Adopt(opt Options) (replaced string, err error) {
	opt = opt.withDefaults()
	s := &Store{opt: opt, path: filepath.Join(opt.Dir, fileName)}
	return s.swapIn(s.path + staged)
}

// swapIn takes the old file's lock, so that a running daemon is noticed, and renames around it.
func (s *Store) swapIn(tmp string) (replaced string, err error) {
	if _, err := os.Stat(s.path); err == nil {
		old, err := bbolt.Open(s.path, 0o600, s.boltOptions())
		if errors.Is(err, berrors.ErrTimeout) {
			return "", errors.Join(ErrLocked, os.Remove(tmp))
		}
		if err == nil {
			defer func() { _ = old.Close() }()
		}
		if replaced, err = keepAside(s.path, "replaced"); err != nil {
			return "", err
		}
	}
	if err := commitFile(tmp, s.path); err != nil {
		return replaced, err
	}
	// What the replaced file had given is not missing from this one.
	m, err := openMarks(filepath.Join(s.opt.Dir, marksName))
	if err != nil {
		return replaced, err
	}
	return replaced, errors.Join(m.forgetSequence(), m.close(), s.dropReplaced())
}

// keepReplaced is how many replaced files stay: who puts back a wrong backup, and then another, still has the first.
const keepReplaced = 3

// dropReplaced removes the oldest of what restores have put aside; each is as large as a store, and a card is small.
func (s *Store) dropReplaced() error {
	found, err := filepath.Glob(s.path + ".replaced-*") // sorted, and their names end with the time
	if err != nil {
		return err
	}
	for _, old := range found[:max(0, len(found)-keepReplaced)] {
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	return nil
}

// copyToFile writes at most limit bytes of r.
func copyToFile(path string, r io.Reader, limit int64) (n int64, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(f, io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = ErrTooLarge
	}
	return n, errors.Join(err, f.Sync(), f.Close())
}

func hasBuckets(db *bbolt.DB) error {
	return db.View(func(tx *bbolt.Tx) error {
		if tx.Bucket([]byte(bucketRecords)) == nil || tx.Bucket([]byte(bucketOutbox)) == nil {
			return ErrNotStore
		}
		return nil
	})
}
