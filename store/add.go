package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// Entry is one reading to store.
type Entry struct {
	Station string
	At      time.Time
	Synced  bool // whether At comes from a clock that was set from a time source
	// Build is called inside the transaction with the record's id, and again with another one if the transaction
	// is retried. It must not call the store.
	Build func(id uint64) (Built, error)
}

// Built is what one entry stores, all of it or nothing.
type Built struct {
	Body    []byte            // the record
	Picture []byte            // nil: none is kept
	Items   []Item            // to be published, in this order
	State   map[string][]byte // small values that change with the record, such as the gate's base
	Tick    *Tick             // what it adds to its station's series; nil: nothing
	Sample  []byte            // a corrected reading, kept beside Picture's copy beyond the record's life; nil: none
}

// Item is one message of the outbox.
type Item struct {
	Topic   string
	Payload []byte
}

// Add commits the entries and returns their ids. Entries added at the same time by several goroutines share a commit.
// When the store is full, the oldest delivered pictures and records make room; ErrFull means that there were none.
func (s *Store) Add(ctx context.Context, entries ...Entry) ([]uint64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ids, seq, err := s.tryAdd(entries)
	if errors.Is(err, ErrFull) || errors.Is(err, ErrDiskFull) {
		if rerr := s.makeRoom(); rerr != nil {
			s.opt.Log.Error("making room in the store failed", "error", rerr)
		}
		ids, seq, err = s.tryAdd(entries)
	}
	if err := s.note(err, true); err != nil {
		return nil, err
	}
	if err := s.marks.gave(ids[len(ids)-1], seq); err != nil {
		_ = s.wrote(err)
	}
	s.out.signal()
	s.touch(len(ids))
	return ids, nil
}

func (s *Store) tryAdd(entries []Entry) (ids []uint64, seq uint64, err error) {
	if len(entries) == 0 {
		return nil, 0, errors.New("store: nothing to add")
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return nil, 0, ErrClosed
	}
	// Batch may run the function more than once, so it starts from an empty result each time.
	err = s.db.Batch(func(tx *bbolt.Tx) error {
		ids = ids[:0]
		if s.used(tx) >= s.opt.MaxBytes {
			return ErrFull
		}
		for _, e := range entries {
			id, err := s.addOne(tx, e)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		seq = tx.Bucket([]byte(bucketOutbox)).Sequence()
		if err := s.purgeTx(tx); err != nil {
			return err
		}
		return s.lived.save(tx)
	})
	return ids, seq, classified(err)
}

func (s *Store) addOne(tx *bbolt.Tx, e Entry) (uint64, error) {
	records := tx.Bucket([]byte(bucketRecords))
	id, err := records.NextSequence()
	if err != nil {
		return 0, err
	}
	built, err := e.Build(id)
	if err != nil {
		return 0, fmt.Errorf("build record %d: %w", id, err)
	}
	h := header{station: e.Station, at: e.At, synced: e.Synced, picture: len(built.Picture) > 0, lived: s.lived.now()}
	v, err := encodeRecord(h, built.Body)
	if err != nil {
		return 0, err
	}
	if err := appendTo(records, idKey(id), seal(id, v)); err != nil {
		return 0, err
	}
	if h.picture {
		if err := putPicture(tx, id, built.Picture); err != nil {
			return 0, err
		}
	}
	for k, v := range built.State {
		if err := tx.Bucket([]byte(bucketState)).Put([]byte(k), v); err != nil {
			return 0, err
		}
	}
	if built.Sample != nil {
		if err := putSample(tx, id, built.Sample, built.Picture); err != nil {
			return 0, err
		}
	}
	if built.Tick != nil {
		if err := addTick(tx, e.Station, e.At, *built.Tick); err != nil {
			return 0, err
		}
	}
	return id, queueItems(tx, built.Items)
}

// appendTo puts a value whose key is above all others. Full pages at the right edge are left full: keys only grow.
func appendTo(b *bbolt.Bucket, key, value []byte) error {
	b.FillPercent = 0.95
	return b.Put(key, value)
}

func queueItems(tx *bbolt.Tx, items []Item) error {
	b := tx.Bucket([]byte(bucketOutbox))
	for _, it := range items {
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		v, err := encodeItem(it)
		if err != nil {
			return err
		}
		if err := appendTo(b, idKey(seq), seal(seq, v)); err != nil {
			return err
		}
	}
	return nil
}
