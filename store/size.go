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
			Pictures: tx.Bucket([]byte(bucketPictures)).Stats().KeyN,
			Full:     s.Full(),
		}
		return nil
	})
	return u, err
}

// Room is made in steps: pictures of the oldest records first, then the oldest records themselves. What waits in the
// outbox carries its own payload, so that a record may leave before its message has; the message never does.
const (
	roomTarget = 0.90 // of MaxBytes, below which making room ends
	roomBatch  = 256  // entries removed in one commit
)

// makeRoom deletes until the live bytes are below the target or nothing deletable is left.
func (s *Store) makeRoom() error {
	for _, bucket := range []string{bucketPictures, bucketRecords} {
		for {
			removed, enough, err := s.dropOldest(bucket, roomBatch)
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

// dropOldest removes up to limit of a bucket's oldest entries unless there is room already. The newest record of all
// stays, so that a full box still shows its last reading.
func (s *Store) dropOldest(bucket string, limit int) (removed int, enough bool, err error) {
	err = s.update(func(tx *bbolt.Tx) error {
		if float64(s.used(tx)) < roomTarget*float64(s.opt.MaxBytes) {
			return errEnough
		}
		c := tx.Bucket([]byte(bucket)).Cursor()
		last, _ := c.Last()
		newest := keyID(last)
		for k, _ := c.First(); k != nil && keyID(k) < newest && removed < limit; k, _ = c.First() {
			if err := c.Delete(); err != nil {
				return err
			}
			removed++
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return 0, true, nil
	}
	return removed, false, err
}
