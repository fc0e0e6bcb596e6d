package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

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
	s := &Store{opt: opt, path: opt.Dir + "/" + fileName}
	tmp := s.path + ".restore"
	if err := copyToFile(tmp, r); err != nil {
		return "", err
	}
	probe := &Store{opt: opt, path: tmp}
	db, err := probe.openChecked()
	if err != nil {
		return "", errors.Join(fmt.Errorf("%w: %w", ErrNotStore, err), os.Remove(tmp))
	}
	if err := errors.Join(hasBuckets(db), db.Close()); err != nil {
		return "", errors.Join(err, os.Remove(tmp))
	}
	return s.swapIn(tmp)
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
		if replaced, err = moveAside(s.path, "replaced"); err != nil {
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
	return replaced, errors.Join(m.forgetSequence(), m.close())
}

func copyToFile(path string, r io.Reader) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Sync(), f.Close())
}

func hasBuckets(db *bbolt.DB) error {
	return db.View(func(tx *bbolt.Tx) error {
		if tx.Bucket([]byte(bucketRecords)) == nil || tx.Bucket([]byte(bucketOutbox)) == nil {
			return ErrNotStore
		}
		return nil
	})
}
