package store

import (
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// wallTrust decides when the wall clock may delete. It must be set from a time source and have run in step with the
// monotonic clock for a while: a jump of the wall, forward by years or back, restarts the wait.
type wallTrust struct {
	mu     sync.Mutex
	wall   time.Time // without a monotonic reading
	mono   time.Time
	steady time.Duration
}

const (
	trustAfter = time.Hour        // of steady running
	trustSlack = 30 * time.Second // by which the two clocks may drift between two looks
)

// look takes the wall's time now and says whether it can be trusted to delete by.
func (t *wallTrust) look(wall time.Time, synced bool, mono time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	wall = wall.Round(0)
	ran := mono.Sub(t.mono)
	drift := wall.Sub(t.wall) - ran
	switch {
	case t.mono.IsZero() || !synced || drift > trustSlack || drift < -trustSlack:
		t.steady = 0
	default:
		t.steady += ran
	}
	t.wall, t.mono = wall, mono
	return synced && t.steady >= trustAfter
}

// expired says whether a record's age is above limit: in the box's running time, which no clock jump touches, or by
// the wall clock where both ends of the interval are trusted. Time during which the box was off counts only by the wall.
func expired(h header, lived, limit time.Duration, wall time.Time, trusted bool) bool {
	if lived-h.lived > limit {
		return true
	}
	return trusted && h.synced && wall.Sub(h.at) > limit
}

// retainBatch bounds how many records one commit looks at or deletes.
const retainBatch = 512

// retain deletes records and pictures above MaxAge, then what is above the size limit. It returns how many records
// went. trusted says that wall may be used to delete by.
func (s *Store) retain(wall time.Time, trusted bool) (removed int, err error) {
	if s.maxAge() > 0 {
		for {
			n, err := s.dropExpired(wall, trusted)
			removed += n
			if err != nil {
				return removed, err
			}
			if n < retainBatch {
				break
			}
		}
	}
	over := false
	err = s.view(func(tx *bbolt.Tx) error { over = s.used(tx) >= s.opt.MaxBytes; return nil })
	if err == nil && over {
		err = s.makeRoom()
	}
	return removed, err
}

// Limit sets Options.MaxBytes and Options.MaxAge anew; the next addition and the next sweep go by them.
func (s *Store) Limit(maxBytes int64, maxAge time.Duration) {
	s.mu.Lock() // no transaction is under way
	defer s.mu.Unlock()
	s.opt.MaxBytes, s.opt.MaxAge = Options{MaxBytes: maxBytes}.withDefaults().MaxBytes, maxAge
	if s.db != nil {
		s.db.MaxSize = int(s.opt.MaxBytes + reserve)
	}
}

func (s *Store) maxAge() time.Duration {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.opt.MaxAge
}

// dropExpired deletes from the oldest on and stops at the first that stays: ids and running time grow together. By the
// wall alone the order may be broken around a jump, which delays a deletion and never hastens one.
func (s *Store) dropExpired(wall time.Time, trusted bool) (removed int, err error) {
	keys, err := s.expiredKeys(wall, trusted)
	if err != nil || len(keys) == 0 {
		return 0, err
	}
	err = s.update(func(tx *bbolt.Tx) error {
		for _, k := range keys {
			if err := tx.Bucket([]byte(bucketRecords)).Delete(k); err != nil {
				return err
			}
			if _, err := deletePicture(tx, keyID(k)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(keys), nil
}

// expiredKeys looks first in a read transaction: most runs find nothing, and an empty write transaction still costs
// a commit's worth of card writes.
func (s *Store) expiredKeys(wall time.Time, trusted bool) (keys [][]byte, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte(bucketRecords)).Cursor()
		for k, v := c.First(); k != nil && len(keys) < retainBatch; k, v = c.Next() {
			h, _, ok := s.record(k, v)
			// A damaged record that has become the oldest goes: it can never be read.
			if ok && !expired(h, s.lived.now(), s.opt.MaxAge, wall, trusted) {
				return nil
			}
			keys = append(keys, append([]byte{}, k...))
		}
		return nil
	})
	return keys, err
}
