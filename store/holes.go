package store

import (
	"bytes"

	"go.etcd.io/bbolt"
)

// The outbox has no holes above what was delivered: what leaves it otherwise, erased or damaged, leaves a tomb in its place. So a
// message that is missing can be told from one that never was.

// tomb is the sealed value of an item that is not there any more.
func tomb(seq uint64) []byte { return seal(seq, nil) }

func isTomb(k, v []byte) bool { return bytes.Equal(v, tomb(keyID(k))) }

// remove takes a value out of a bucket; of the outbox a tomb stays.
func remove(b *bbolt.Bucket, bucket string, k []byte) error {
	if bucket == bucketOutbox {
		return b.Put(k, tomb(keyID(k)))
	}
	return b.Delete(k)
}

// mostHoles bounds what a wrong byte in a number can make this fill.
const mostHoles = 1 << 20

// fillHoles puts a tomb in the place of each item of (delivered, last] that is not there, and returns how many there were.
func fillHoles(b *bbolt.Bucket, delivered, last uint64) (missing uint64, err error) {
	if k, _ := b.Cursor().Last(); k != nil {
		last = max(last, keyID(k))
	}
	if last <= delivered || last-delivered > mostHoles {
		return 0, liftSequence(b, max(delivered, last))
	}
	var holes []uint64
	next := delivered + 1
	c := b.Cursor()
	for k, _ := c.Seek(idKey(next)); k != nil; k, _ = c.Next() {
		for ; next < keyID(k); next++ {
			holes = append(holes, next)
		}
		next = keyID(k) + 1
	}
	for ; next <= last; next++ {
		holes = append(holes, next)
	}
	for _, seq := range holes {
		if err := b.Put(idKey(seq), tomb(seq)); err != nil {
			return 0, err
		}
	}
	return uint64(len(holes)), liftSequence(b, last)
}

// wholeKey says in the meta bucket that the outbox has been kept without holes since.
const wholeKey = "outbox_whole"

// countMissing notes as damaged what the outbox should hold and does not. A file from before there were tombs has holes that say
// nothing.
func (s *Store) countMissing(tx *bbolt.Tx) error {
	delivered, _ := s.marks.get()
	b, meta := tx.Bucket([]byte(bucketOutbox)), tx.Bucket([]byte(bucketMeta))
	last := s.marks.sequence()
	if last == 0 {
		last = b.Sequence()
	}
	missing, err := fillHoles(b, delivered, last)
	if err != nil || missing == 0 && meta.Get([]byte(wholeKey)) != nil {
		return err
	}
	if meta.Get([]byte(wholeKey)) == nil && s.moved == "" {
		return meta.Put([]byte(wholeKey), []byte{1})
	}
	s.opt.Log.Error("messages are missing from the outbox", "count", missing)
	if err := s.marks.harmed(missing); err != nil {
		return err
	}
	return meta.Put([]byte(wholeKey), []byte{1})
}

// passTombs notes tombs that have nothing before them as delivered, so that they count as no backlog.
func (s *Store) passTombs() error {
	delivered, _ := s.marks.get()
	to := delivered
	err := s.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte(bucketOutbox)).Cursor()
		for k, v := c.Seek(idKey(delivered + 1)); k != nil && isTomb(k, v); k, v = c.Next() {
			to = keyID(k)
		}
		return nil
	})
	if err != nil || to == delivered {
		return err
	}
	return s.marks.advance(to, 0)
}
