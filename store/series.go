package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"

	"go.etcd.io/bbolt"
)

// A series sums what a station's records say, a quarter of an hour at a time: all zones of the world begin their days at one. It
// is written with the record, outlives it, and is what charts are drawn from; a year of it is read in milliseconds.
const (
	SlotLength = 15 * time.Minute
	seriesKeep = 5 * 366 * 24 * time.Hour
	// backWithin is how far back an amount that was counted too much can lie.
	backWithin = 24 * time.Hour
	slotBytes  = 1 + 4 + 4 + 8 + 8 + 8 + 8 // version, records, counted, sum, peak, last, span in seconds
	slotFormat = 1
)

// Tick is what one record adds to its station's series. Amounts are whole numbers in the writer's unit, so that sums are exact.
type Tick struct {
	Counted bool          // the record counts; of one that does not only the number is kept
	Sum     int64         // since the record that counted before
	Back    int64         // counted too much by the records before; what a day has not counted is another counter's, and ignored
	Peak    int64         // rate; the largest of a slot is kept
	Last    int64         // total; the newest of a slot is kept
	Span    time.Duration // for how long Sum gathered
}

// Slot is a quarter of an hour of a series.
type Slot struct {
	Start            time.Time
	Records, Counted int
	Sum, Peak, Last  int64
	Span             time.Duration // the longest of its ticks
}

func (s *Slot) add(t Tick) {
	s.Records++
	if !t.Counted {
		return
	}
	s.Counted++
	s.Sum, s.Last = s.Sum+t.Sum, t.Last
	s.Peak, s.Span = max(s.Peak, t.Peak), max(s.Span, t.Span)
}

// slotNumber counts quarters of an hour since 1970, before which no box was built.
func slotNumber(at time.Time) uint64 {
	return uint64(max(0, at.Unix())) / uint64(SlotLength/time.Second)
}

func slotPrefix(station string) []byte { return append([]byte(station), 0) }

func slotKey(station string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(slotPrefix(station), n)
}

func encodeSlot(key []byte, s Slot) []byte {
	be := binary.BigEndian
	v := append(make([]byte, 4, 4+slotBytes), slotFormat)
	v = be.AppendUint32(v, uint32(s.Records))
	v = be.AppendUint32(v, uint32(s.Counted))
	for _, n := range []int64{s.Sum, s.Peak, s.Last, int64(s.Span / time.Second)} {
		v = be.AppendUint64(v, uint64(n))
	}
	be.PutUint32(v, slotSumOf(key, v[4:]))
	return v
}

func slotSumOf(key, v []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(key, table), table, v)
}

func decodeSlot(key, v []byte) (s Slot, ok bool) {
	be := binary.BigEndian
	if len(key) < 8 || len(v) != 4+slotBytes || v[4] != slotFormat || be.Uint32(v) != slotSumOf(key, v[4:]) {
		return s, false
	}
	number := be.Uint64(key[len(key)-8:])
	at := func(i int) int64 { return int64(be.Uint64(v[13+8*i:])) }
	return Slot{
		Start: time.Unix(int64(number)*int64(SlotLength/time.Second), 0), Records: int(be.Uint32(v[5:])), Counted: int(be.Uint32(v[9:])),
		Sum: at(0), Peak: at(1), Last: at(2), Span: time.Duration(at(3)) * time.Second,
	}, true
}

// addTick adds to the slot of at; a damaged slot begins anew.
func addTick(tx *bbolt.Tx, station string, at time.Time, t Tick) error {
	b, key := tx.Bucket([]byte(bucketSeries)), slotKey(station, slotNumber(at))
	s, _ := decodeSlot(key, b.Get(key))
	s.add(t)
	if err := b.Put(key, encodeSlot(key, s)); err != nil || t.Back <= 0 {
		return err
	}
	return takeBack(b, station, at, t.Back)
}

// takeBack takes what was counted too much off the newest slots, or nothing where they have not counted so much.
func takeBack(b *bbolt.Bucket, station string, at time.Time, back int64) error {
	first, newest := slotKey(station, slotNumber(at.Add(-backWithin))), slotKey(station, slotNumber(at))
	changed := map[string]Slot{}
	c := b.Cursor()
	for k, v := c.Seek(newest); k != nil && back > 0 && bytes.Compare(k, first) >= 0; k, v = c.Prev() {
		s, ok := decodeSlot(k, v)
		if !ok || s.Sum <= 0 {
			continue
		}
		off := min(back, s.Sum)
		back, s.Sum = back-off, s.Sum-off
		changed[string(k)] = s
	}
	if back > 0 {
		return nil
	}
	var err error
	for k, s := range changed {
		err = errors.Join(err, b.Put([]byte(k), encodeSlot([]byte(k), s)))
	}
	return err
}

// Series returns a station's slots that begin from from on and before to, oldest first; a quarter of an hour without a record
// has none.
func (s *Store) Series(station string, from, to time.Time) (out []Slot, err error) {
	var damaged [][]byte
	err = s.view(func(tx *bbolt.Tx) error {
		last := slotNumber(to.Add(SlotLength - 1))
		c := tx.Bucket([]byte(bucketSeries)).Cursor()
		prefix := slotPrefix(station)
		for k, v := c.Seek(slotKey(station, slotNumber(from))); bytes.HasPrefix(k, prefix) && len(k) == len(prefix)+8; k, v = c.Next() {
			if binary.BigEndian.Uint64(k[len(prefix):]) >= last {
				break
			}
			slot, ok := decodeSlot(k, v)
			if !ok {
				damaged = append(damaged, bytes.Clone(k))
				continue
			}
			out = append(out, slot)
		}
		return nil
	})
	s.setAside(bucketSeries, damaged)
	return out, err
}

// pruneSeries removes slots that began before a time, of all stations.
func pruneSeries(tx *bbolt.Tx, before time.Time) error {
	b := tx.Bucket([]byte(bucketSeries))
	old, err := oldSlots(b, slotNumber(before))
	for _, k := range old {
		err = errors.Join(err, b.Delete(k))
	}
	return err
}

// oldSlots goes from station to station, and in each no further than the first slot that stays.
func oldSlots(b *bbolt.Bucket, first uint64) (old [][]byte, err error) {
	c := b.Cursor()
	for k, _ := c.First(); k != nil; {
		if len(k) < 9 {
			return nil, errDamaged
		}
		if binary.BigEndian.Uint64(k[len(k)-8:]) < first {
			old = append(old, bytes.Clone(k))
			k, _ = c.Next()
			continue
		}
		k, _ = c.Seek(append(bytes.Clone(k[:len(k)-9]), 1)) // behind all keys of this station
	}
	return old, nil
}

// retainSeries prunes when there is something to prune: an empty write still costs a commit.
func (s *Store) retainSeries(wall time.Time) error {
	before := wall.Add(-seriesKeep)
	any := false
	err := s.view(func(tx *bbolt.Tx) error {
		old, err := oldSlots(tx.Bucket([]byte(bucketSeries)), slotNumber(before))
		any = len(old) > 0
		return err
	})
	if err != nil || !any {
		return err
	}
	return s.update(func(tx *bbolt.Tx) error { return pruneSeries(tx, before) })
}
