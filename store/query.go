package store

import (
	"bytes"
	"time"

	"go.etcd.io/bbolt"
)

// Query selects records, newest first.
type Query struct {
	Station string    // "": all stations
	Since   time.Time // zero: from the beginning
	Before  uint64    // only ids below this one, to page on; 0: from the newest
	Limit   int       // default 100, at most 1000
}

const (
	defaultLimit = 100
	maxLimit     = 1000
	// A clock that jumped leaves a few old stamps between newer ones; only a long run of old ones ends a search.
	oldRun = 1000
)

// List returns the records that q selects, newest first.
func (s *Store) List(q Query) (out []Record, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Limit = min(q.Limit, maxLimit)
	var damaged [][]byte
	err = s.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte(bucketRecords)).Cursor()
		old := 0
		for k, v := before(c, q.Before); k != nil && len(out) < q.Limit && old < oldRun; k, v = c.Prev() {
			h, body, ok := s.record(k, v)
			if !ok {
				damaged = append(damaged, bytes.Clone(k)) // it must not hide the others
				continue
			}
			if !q.Since.IsZero() && h.at.Before(q.Since) {
				old++
				continue
			}
			old = 0
			if q.Station == "" || q.Station == h.station {
				out = append(out, record(keyID(k), h, body))
			}
		}
		return nil
	})
	s.setAside(bucketRecords, damaged)
	s.touch(len(out))
	return out, err
}

// before positions the cursor on the last key below id.
func before(c *bbolt.Cursor, id uint64) (k, v []byte) {
	if id == 0 {
		return c.Last()
	}
	if k, _ = c.Seek(idKey(id)); k == nil {
		return c.Last()
	}
	return c.Prev()
}

func record(id uint64, h header, body []byte) Record {
	return Record{ID: id, Station: h.station, At: h.at, Synced: h.synced, Body: bytes.Clone(body), HasPicture: h.picture}
}

// Get returns one record; ErrNotFound when it never was or is no more.
func (s *Store) Get(id uint64) (rec Record, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		v := tx.Bucket([]byte(bucketRecords)).Get(idKey(id))
		if v == nil {
			return ErrNotFound
		}
		h, body, ok := s.record(idKey(id), v)
		if !ok {
			return ErrNotFound // the next look at the list sets it aside
		}
		h.picture = h.picture && hasPicture(tx, id)
		rec = record(id, h, body)
		return nil
	})
	return rec, err
}

// Picture returns a record's picture as it was given; ErrNotFound when none was kept.
func (s *Store) Picture(id uint64) (picture []byte, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		if picture = getPicture(tx, id); picture == nil {
			return ErrNotFound
		}
		return nil
	})
	return picture, err
}

// Replace exchanges a record's body, as a correction does. Its id, time and picture stay.
func (s *Store) Replace(id uint64, body []byte) error {
	return s.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucketRecords))
		v := b.Get(idKey(id))
		if v == nil {
			return ErrNotFound
		}
		h, _, ok := s.record(idKey(id), v)
		if !ok {
			return ErrNotFound
		}
		v, err := encodeRecord(h, body)
		if err != nil {
			return err
		}
		return b.Put(idKey(id), seal(id, v))
	})
}
