package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"go.etcd.io/bbolt"
)

// outbox is the in-memory end of the outbox bucket: items read ahead, and the sign that there may be more.
type outbox struct {
	mu      sync.Mutex
	ahead   []pending // without holes, ascending
	changed chan struct{}
}

type pending struct {
	seq  uint64
	item Item
}

const readAhead = 64 // items held in memory at most; a backlog of any length stays on the disk

var errItem = errors.New("store: malformed outbox item")

func (o *outbox) init() { o.changed = make(chan struct{}, 1) }

func (o *outbox) signal() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

func encodeItem(it Item) ([]byte, error) {
	if len(it.Topic) > 1<<16-1 {
		return nil, errItem
	}
	v := make([]byte, 0, 2+len(it.Topic)+len(it.Payload))
	v = binary.BigEndian.AppendUint16(v, uint16(len(it.Topic)))
	v = append(v, it.Topic...)
	return append(v, it.Payload...), nil
}

// decodeItem copies what it takes from v.
func decodeItem(v []byte) (Item, error) {
	if len(v) < 2 {
		return Item{}, errItem
	}
	n := int(binary.BigEndian.Uint16(v))
	if len(v) < 2+n {
		return Item{}, errItem
	}
	return Item{Topic: string(v[2 : 2+n]), Payload: append([]byte{}, v[2+n:]...)}, nil
}

// Changed receives a value after entries were added; the channel is never closed. One receiver is expected.
func (s *Store) Changed() <-chan struct{} { return s.out.changed }

// Next returns the oldest item that is neither delivered nor at or below after, again and again until Delivered is called
// with its sequence; ok is false when there is none. after lets a sender look ahead of what it has under way.
func (s *Store) Next(after uint64) (seq uint64, topic string, payload []byte, ok bool, err error) {
	s.out.mu.Lock()
	defer s.out.mu.Unlock()
	delivered, _ := s.marks.get()
	for len(s.out.ahead) > 0 && s.out.ahead[0].seq <= delivered {
		s.out.ahead = s.out.ahead[1:]
	}
	floor := max(after, delivered)
	i := s.out.above(floor)
	if i < 0 {
		more, err := s.pendingAfter(floor, readAhead)
		if err == nil && len(more) == 0 {
			err = s.passTombs()
		}
		if err != nil || len(more) == 0 {
			return 0, "", nil, false, err
		}
		i, s.out.ahead = len(s.out.ahead), append(s.out.ahead, more...)
	}
	p := s.out.ahead[i]
	return p.seq, p.item.Topic, p.item.Payload, true, nil
}

// above finds the first item read ahead with a sequence above floor, -1 when there is none.
func (o *outbox) above(floor uint64) int {
	return slices.IndexFunc(o.ahead, func(p pending) bool { return p.seq > floor })
}

func (s *Store) pendingAfter(seq uint64, limit int) (out []pending, err error) {
	var damaged [][]byte
	err = s.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte(bucketOutbox)).Cursor()
		for k, v := c.Seek(idKey(seq + 1)); k != nil && len(out) < limit; k, v = c.Next() {
			it, ok := s.item(k, v)
			if isTomb(k, v) {
				continue
			}
			if !ok {
				damaged = append(damaged, bytes.Clone(k)) // it must not hold up those behind it
				continue
			}
			out = append(out, pending{seq: keyID(k), item: it})
		}
		return nil
	})
	s.setAside(bucketOutbox, damaged)
	s.touch(len(out))
	return out, err
}

// Delivered notes that all items up to seq were acknowledged. They are removed from the file with the next commit. A disk that
// does not take the note is the store's trouble and not the sender's: this process knows it all the same, and what a restart
// sends again, a consumer drops by its id.
func (s *Store) Delivered(seq uint64) error {
	if err := s.marks.advance(seq, 0); err != nil {
		_ = s.wrote(err)
	}
	return nil
}

// Backlog counts the items that wait to be delivered.
func (s *Store) Backlog() (n int, err error) {
	delivered, _ := s.marks.get()
	err = s.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucketOutbox))
		last := b.Sequence()
		// Sequences have hardly a hole above the mark: but for damaged ones, items leave only below it.
		if k, _ := b.Cursor().Seek(idKey(delivered + 1)); k != nil {
			n = int(last - min(last, delivered))
		}
		return nil
	})
	return n, err
}

// Purge removes delivered items in a commit of its own. Add does the same along the way; an outbox that drains while
// nothing is added needs this.
func (s *Store) Purge() error {
	delivered, _ := s.marks.get()
	waiting := false
	err := s.view(func(tx *bbolt.Tx) error {
		k, _ := tx.Bucket([]byte(bucketOutbox)).Cursor().First()
		waiting = k != nil && keyID(k) <= delivered
		return nil
	})
	if err != nil || !waiting {
		return err
	}
	return s.update(s.purgeTx)
}

// purgeBatch bounds how much one commit removes, so that a drained backlog never makes a huge transaction.
const purgeBatch = 2048

func (s *Store) purgeTx(tx *bbolt.Tx) error {
	delivered, _ := s.marks.get()
	c := tx.Bucket([]byte(bucketOutbox)).Cursor()
	// First, not Next: a cursor that has deleted may step over the entry behind it.
	k, _ := c.First()
	for n := 0; k != nil && keyID(k) <= delivered && n < purgeBatch; n++ {
		if err := c.Delete(); err != nil {
			return err
		}
		k, _ = c.First()
	}
	return nil
}
