package store

import (
	"errors"

	"go.etcd.io/bbolt"
)

// used returns the bytes of live pages; free pages inside the file will be written again before the file grows.
func (s *Store) used(tx *bbolt.Tx) int64 {
	st := tx.DB().Stats()
	return tx.Size() - int64(st.FreePageN+st.PendingPageN)*pageSize
}

// Usage is how much of its room a store takes.
type Usage struct {
	FileBytes int64 // of the file on the disk
	UsedBytes int64 // of live pages in it
	MaxBytes  int64
	Records   int
	Pictures  int
	Full      bool // the last Add was refused
}

// Usage measures the store; it counts every record, so it is for status pages, not for loops.
func (s *Store) Usage() (u Usage, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		u = Usage{
			FileBytes: tx.Size(), UsedBytes: s.used(tx), MaxBytes: s.opt.MaxBytes,
			Records:  tx.Bucket([]byte(bucketRecords)).Stats().KeyN,
			Pictures: countPictures(tx),
			Full:     s.Full(),
		}
		return nil
	})
	return u, err
}

// Size returns the bytes of live pages and of the file; unlike Usage it counts nothing.
func (s *Store) Size() (used, file int64, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		used, file = s.used(tx), tx.Size()
		return nil
	})
	return used, file, err
}

// Room is made in steps: pictures of the oldest records first, then the oldest records themselves. What waits in the
// outbox carries its own payload, so that a record may leave before its message has; the message never does.
const (
	roomTarget = 0.90 // of MaxBytes, below which making room ends
	roomBatch  = 256  // pictures or records removed in one commit at most
)

// makeRoom deletes until the live bytes are below the target or nothing deletable is left.
func (s *Store) makeRoom() error {
	for _, drop := range []func(*bbolt.Tx) (int64, error){dropOldestPicture, dropOldestRecord} {
		for {
			removed, enough, err := s.dropBatch(drop)
			if err != nil || enough {
				return err
			}
			if removed == 0 {
				break
			}
		}
	}
	return nil
}

var errEnough = errors.New("enough room")

// dropBatch drops one after the other in one commit until there is room. The pages of a commit count as used until the
// next one, so that within a batch the sizes of what went are summed.
func (s *Store) dropBatch(drop func(*bbolt.Tx) (int64, error)) (removed int, enough bool, err error) {
	err = s.update(func(tx *bbolt.Tx) error {
		need := s.used(tx) - int64(roomTarget*float64(s.opt.MaxBytes))
		if need <= 0 {
			return errEnough
		}
		for removed = 0; removed < roomBatch && need > 0; removed++ {
			size, err := drop(tx)
			if err != nil || size == 0 {
				return err
			}
			need -= size
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return 0, true, nil
	}
	return removed, false, err
}
