package store

import (
	"encoding/binary"
	"time"

	"go.etcd.io/bbolt"
)

// livedClock measures how long this store has been open over all its lives. A wall clock on a box without a battery
// jumps, by decades at times; running time cannot, so that age measured in it never deletes what is young.
type livedClock struct {
	before time.Duration // of earlier lives, as of the last commit
	opened time.Time     // carries Go's monotonic reading
}

const livedKey = "lived"

func loadLived(tx *bbolt.Tx) *livedClock {
	c := &livedClock{opened: time.Now()}
	if v := tx.Bucket([]byte(bucketMeta)).Get([]byte(livedKey)); len(v) == 8 {
		c.before = time.Duration(binary.BigEndian.Uint64(v)) * time.Second
	}
	return c
}

func (c *livedClock) now() time.Duration { return c.before + time.Since(c.opened) }

// save rides along with another write; it costs no commit of its own.
func (c *livedClock) save(tx *bbolt.Tx) error {
	v := binary.BigEndian.AppendUint64(nil, uint64(c.now()/time.Second))
	return tx.Bucket([]byte(bucketMeta)).Put([]byte(livedKey), v)
}
