package store

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"unicode/utf8"

	"go.etcd.io/bbolt"
)

// Values of records and outbox items are sealed with a checksum over key and value. A card returns a wrong byte now and then,
// and one that no structure of the file depends on was published, or stopped delivery for good.
const (
	sealMark = 0xa7 // no value of an unsealed one begins so: a record with its version, an item with its topic's length
	sealHead = 1 + 4
)

func seal(id uint64, v []byte) []byte {
	out := make([]byte, 0, sealHead+len(v))
	out = append(out, sealMark)
	out = binary.BigEndian.AppendUint32(out, sealSum(id, v))
	return append(out, v...)
}

func sealSum(id uint64, v []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(idKey(id), table), table, v)
}

// unseal returns what was sealed; it aliases v. Values up to legacy were written before there were seals.
func unseal(k, v []byte, legacy uint64) (value []byte, ok bool) {
	id := keyID(k)
	if len(v) >= sealHead && v[0] == sealMark {
		value = v[sealHead:]
		return value, binary.BigEndian.Uint32(v[1:]) == sealSum(id, value)
	}
	return v, id > 0 && id <= legacy
}

// loadLegacy returns up to which key a bucket may hold unsealed values, and notes it in a file that is opened for the first time
// since there are seals.
func loadLegacy(tx *bbolt.Tx, bucket string) (uint64, error) {
	meta, key := tx.Bucket([]byte(bucketMeta)), []byte("unsealed_"+bucket)
	if v := meta.Get(key); len(v) == 8 {
		return binary.BigEndian.Uint64(v), nil
	}
	last := uint64(0)
	if k, _ := tx.Bucket([]byte(bucket)).Cursor().Last(); k != nil {
		last = keyID(k)
	}
	return last, meta.Put(key, binary.BigEndian.AppendUint64(nil, last))
}

// item reads an outbox item and says whether it is sound.
func (s *Store) item(k, v []byte) (Item, bool) {
	plain, ok := unseal(k, v, s.legacy.outbox)
	if !ok {
		return Item{}, false
	}
	it, err := decodeItem(plain)
	return it, err == nil && it.valid()
}

// valid says whether a broker would take the topic: another one would end every connection.
func (it Item) valid() bool {
	return it.Topic != "" && utf8.ValidString(it.Topic) && !strings.ContainsAny(it.Topic, "+#\x00")
}

// record reads a record and says whether it is sound; body aliases v.
func (s *Store) record(k, v []byte) (h header, body []byte, ok bool) {
	plain, ok := unseal(k, v, s.legacy.records)
	if !ok {
		return h, nil, false
	}
	h, body, err := decodeRecord(plain)
	return h, body, err == nil
}

// setAsideMax bounds what is kept of damaged values for a person to look at.
const setAsideMax = 256

// setAside moves damaged values out of the way: they are counted, kept, and looked at no more.
func (s *Store) setAside(bucket string, keys [][]byte) {
	if len(keys) == 0 {
		return
	}
	s.opt.Log.Error("damaged values were set aside", "bucket", bucket, "count", len(keys))
	moved := 0
	err := s.update(func(tx *bbolt.Tx) error {
		moved = 0
		from, to := tx.Bucket([]byte(bucket)), tx.Bucket([]byte(bucketDamaged))
		for _, k := range keys {
			v := from.Get(k)
			if v == nil {
				continue
			}
			if _, err := to.NextSequence(); err != nil {
				return err
			}
			if to.Sequence() <= setAsideMax {
				if err := to.Put(append([]byte(bucket+"/"), k...), v); err != nil {
					return err
				}
			}
			if err := remove(from, bucket, k); err != nil {
				return err
			}
			moved++
		}
		return nil
	})
	if err == nil {
		err = s.marks.harmed(uint64(moved))
	}
	if err != nil {
		s.opt.Log.Error("damaged values stay where they are and are passed over", "error", err)
	}
}

// Damaged counts the records and messages that were found damaged or missing in the life of this box.
func (s *Store) Damaged() uint64 {
	s.marks.mu.Lock()
	defer s.marks.mu.Unlock()
	return s.marks.damaged
}
