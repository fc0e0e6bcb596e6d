package store

import (
	"errors"
	"os"

	"go.etcd.io/bbolt"
)

// Compact writes the live data to a new file and puts it in the place of the old one; the file of a store never
// shrinks by itself. Other calls wait meanwhile. saved is by how many bytes the file shrank.
func (s *Store) Compact() (saved int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return 0, ErrClosed
	}
	before, err := fileSize(s.path)
	if err != nil {
		return 0, err
	}
	tmp := s.path + ".compact"
	if err := s.compactTo(tmp); err != nil {
		return 0, errors.Join(err, os.Remove(tmp))
	}
	if err := s.db.Close(); err != nil {
		return 0, err
	}
	s.db = nil
	renameErr := commitFile(tmp, s.path)
	// Whether or not the rename worked, a sound file lies at path: the old or the new one.
	db, err := s.openChecked()
	if err != nil {
		return 0, errors.Join(renameErr, err)
	}
	s.db = db
	after, err := fileSize(s.path)
	return before - after, errors.Join(renameErr, err)
}

func (s *Store) compactTo(tmp string) error {
	if err := os.Remove(tmp); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	dst, err := bbolt.Open(tmp, 0o600, s.boltOptions())
	if err != nil {
		return err
	}
	const txSize = 1 << 20 // commit in steps, so that memory stays small
	return errors.Join(bbolt.Compact(dst, s.db, txSize), dst.Sync(), dst.Close())
}

func fileSize(path string) (int64, error) {
	st, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}
