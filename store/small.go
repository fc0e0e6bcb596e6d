package store

import (
	"bytes"
	"strings"

	"go.etcd.io/bbolt"
)

// SetState stores a small named value; a nil value removes it.
func (s *Store) SetState(name string, value []byte) error { return s.put(bucketState, name, value) }

// State returns a small named value, ErrNotFound when it was never set.
func (s *Store) State(name string) ([]byte, error) { return s.get(bucketState, name) }

// States returns the small values whose names begin with prefix.
func (s *Store) States(prefix string) (map[string][]byte, error) { return s.all(bucketState, prefix) }

// PutKey stores the record of a service key (name, hash, time of making) under its name; the store never sees a key
// in clear.
func (s *Store) PutKey(name string, record []byte) error { return s.put(bucketKeys, name, record) }

// DeleteKey removes a service key's record; ErrNotFound when there is none of that name.
func (s *Store) DeleteKey(name string) error {
	if _, err := s.get(bucketKeys, name); err != nil {
		return err
	}
	return s.put(bucketKeys, name, nil)
}

// Keys returns the records of all service keys by name.
func (s *Store) Keys() (map[string][]byte, error) { return s.all(bucketKeys, "") }

func (s *Store) put(bucket, name string, value []byte) error {
	return s.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		if value == nil {
			return b.Delete([]byte(name))
		}
		return b.Put([]byte(name), value)
	})
}

func (s *Store) get(bucket, name string) (value []byte, err error) {
	err = s.view(func(tx *bbolt.Tx) error {
		v := tx.Bucket([]byte(bucket)).Get([]byte(name))
		if v == nil {
			return ErrNotFound
		}
		value = bytes.Clone(v)
		return nil
	})
	return value, err
}

func (s *Store) all(bucket, prefix string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := s.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte(bucket)).Cursor()
		for k, v := c.Seek([]byte(prefix)); k != nil && strings.HasPrefix(string(k), prefix); k, v = c.Next() {
			out[string(k)] = bytes.Clone(v)
		}
		return nil
	})
	return out, err
}
