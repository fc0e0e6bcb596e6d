package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

// LearnedFolder lies beside the database and holds what corrected samples have taught; an erasure takes all of it.
const LearnedFolder = "learned"

// Erased counts what an erasure removed.
type Erased struct {
	Records, Messages, Samples int
	Files                      int // copies of earlier databases beside this one
}

// Erase removes what was taken before a time: records with their pictures, corrected samples, messages that stale names, and all
// values and copies of the file that were set aside, whose age nobody knows. Then the live data move to a new file and the old
// one's bytes are overwritten, so that they can be found no more. (A flash card may keep blocks that it no longer shows.)
func (s *Store) Erase(before time.Time, stale func(topic string, payload []byte) bool) (done Erased, err error) {
	err = s.update(func(tx *bbolt.Tx) error {
		done = Erased{}
		if err := s.eraseRecords(tx, before, &done); err != nil {
			return err
		}
		if err := s.eraseMessages(tx, stale, &done); err != nil {
			return err
		}
		if err := pruneSeries(tx, before.Add(SlotLength-1)); err != nil { // a slot tells when somebody was at home
			return err
		}
		return emptyBucket(tx, bucketDamaged)
	})
	if err != nil {
		return done, err
	}
	s.out.mu.Lock()
	s.out.ahead = nil
	s.out.mu.Unlock()
	if err := s.passTombs(); err != nil {
		return done, err
	}
	old, err := os.OpenFile(s.path, os.O_WRONLY, 0)
	if err != nil {
		return done, err
	}
	if _, err := s.Compact(); err != nil {
		return done, errors.Join(err, old.Close())
	}
	if err := errors.Join(s.overwrite(old), old.Close()); err != nil {
		return done, err
	}
	if done.Files, err = s.eraseCopies(); err != nil {
		return done, err
	}
	return done, os.RemoveAll(filepath.Join(filepath.Dir(s.path), LearnedFolder)) // of whose pages nobody knows the age
}

// eraseRecords removes records by their own time, damaged ones too, and the pictures and samples that belong to no record then: a
// sample whose reading retention has removed is as old as that.
func (s *Store) eraseRecords(tx *bbolt.Tx, before time.Time, done *Erased) error {
	records := tx.Bucket([]byte(bucketRecords))
	gone, err := keysWhere(records, func(k, v []byte) bool {
		h, _, ok := s.record(k, v)
		return !ok || h.at.Before(before)
	})
	if err != nil {
		return err
	}
	for _, k := range gone {
		if err := records.Delete(k); err != nil {
			return err
		}
	}
	done.Records = len(gone)
	for _, name := range []string{bucketPictures, bucketSamples} {
		b := tx.Bucket([]byte(name))
		orphans, err := keysWhere(b, func(k, _ []byte) bool { return len(k) < 8 || records.Get(k[:8]) == nil })
		if err != nil {
			return err
		}
		for _, k := range orphans {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
		if name == bucketSamples {
			done.Samples = len(orphans)
		}
	}
	return nil
}

func (s *Store) eraseMessages(tx *bbolt.Tx, stale func(string, []byte) bool, done *Erased) error {
	b := tx.Bucket([]byte(bucketOutbox))
	gone, err := keysWhere(b, func(k, v []byte) bool {
		it, ok := s.item(k, v)
		return !isTomb(k, v) && (!ok || stale(it.Topic, it.Payload))
	})
	done.Messages = len(gone)
	for _, k := range gone {
		err = errors.Join(err, remove(b, bucketOutbox, k))
	}
	return err
}

// keysWhere copies the keys of those values that is holds for.
func keysWhere(b *bbolt.Bucket, is func(k, v []byte) bool) (keys [][]byte, err error) {
	err = b.ForEach(func(k, v []byte) error {
		if is(k, v) {
			keys = append(keys, bytes.Clone(k))
		}
		return nil
	})
	return keys, err
}

// emptyBucket keeps the bucket's sequence, which counts what it has held.
func emptyBucket(tx *bbolt.Tx, name string) error {
	count := tx.Bucket([]byte(name)).Sequence()
	if err := tx.DeleteBucket([]byte(name)); err != nil {
		return err
	}
	b, err := tx.CreateBucket([]byte(name))
	if err != nil {
		return err
	}
	return b.SetSequence(count)
}

// overwrite fills a file that has lost its name with zeros.
func (s *Store) overwrite(old *os.File) error {
	st, err := old.Stat()
	if err != nil {
		return err
	}
	if now, err := os.Stat(s.path); err == nil && os.SameFile(st, now) {
		return errors.New("store: the compacted file did not take the old one's place; nothing was overwritten")
	}
	if _, err := io.CopyN(old, zeros{}, st.Size()); err != nil {
		return err
	}
	return old.Sync()
}

// zeros reads as zeros without end.
type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// eraseCopies overwrites and removes what Open and Restore have put aside, and what a power cut left of unfinished files.
func (s *Store) eraseCopies() (n int, err error) {
	for _, pattern := range []string{".damaged-*", ".replaced-*", ".restore", ".compact", ".tmp"} {
		found, err := filepath.Glob(s.path + pattern)
		if err != nil {
			return n, err
		}
		for _, path := range found {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return n, fmt.Errorf("a copy beside the database: %w", err)
			}
			if err := errors.Join(s.overwrite(f), f.Close(), os.Remove(path)); err != nil {
				return n, err
			}
			n++
		}
	}
	if n > 0 {
		return n, syncDir(filepath.Dir(s.path))
	}
	return n, nil
}
