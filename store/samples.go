package store

import (
	"bytes"
	"encoding/binary"

	"go.etcd.io/bbolt"
)

// Sample is a reading that a person corrected, kept with its picture as material for training.
type Sample struct {
	ID      uint64 // of the correcting record
	Label   []byte
	Picture []byte
}

// maxSamples bounds the bucket; the oldest go first.
const maxSamples = 500

func putSample(tx *bbolt.Tx, id uint64, label, picture []byte) error {
	b := tx.Bucket([]byte(bucketSamples))
	v := binary.BigEndian.AppendUint32(nil, uint32(len(label)))
	v = append(append(v, label...), picture...)
	if err := b.Put(idKey(id), v); err != nil {
		return err
	}
	// Counted by hand, because Stats does not see what this transaction has added; a correction is rare enough.
	n := 0
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	for ; n > maxSamples; n-- {
		first, _ := b.Cursor().First()
		if err := b.Delete(first); err != nil {
			return err
		}
	}
	return nil
}

// Samples calls fn with each sample, oldest first, until fn returns an error, which is returned.
func (s *Store) Samples(fn func(Sample) error) error {
	var after uint64
	for {
		sample, ok, err := s.sampleAfter(after)
		if err != nil || !ok {
			return err
		}
		if err := fn(sample); err != nil {
			return err
		}
		after = sample.ID
	}
}

// sampleAfter copies one sample, so that no read transaction stays open while the caller works on it.
func (s *Store) sampleAfter(id uint64) (out Sample, ok bool, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		k, v := tx.Bucket([]byte(bucketSamples)).Cursor().Seek(idKey(id + 1))
		if k == nil || len(v) < 4 {
			return nil
		}
		n := int(binary.BigEndian.Uint32(v))
		if n > len(v)-4 {
			return errRecord
		}
		out = Sample{ID: keyID(k), Label: bytes.Clone(v[4 : 4+n]), Picture: bytes.Clone(v[4+n:])}
		ok = true
		return nil
	})
	return out, ok, err
}
