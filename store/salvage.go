package store

import (
	"encoding/binary"
	"maps"
	"os"
	"slices"

	"go.etcd.io/bbolt"
)

// salvage reads the messages that wait in a damaged file, by sequence: those above delivered whose seal holds. It trusts no
// structure of the file beyond a single page, so that one wrong byte costs the messages of one page at most. Pages that are no
// longer in use give messages that were delivered, which delivered leaves out.
func salvage(path string, delivered uint64) map[uint64]Item {
	out := map[uint64]Item{}
	f, err := os.Open(path)
	if err != nil {
		return out
	}
	defer func() { _ = f.Close() }()
	st, err := f.Stat()
	if err != nil {
		return out
	}
	w := walker{r: f, size: st.Size()}
	for at := int64(2 * pageSize); at+pageSize <= w.size; at += pageSize {
		head, err := w.read(at, pageHeader)
		if err != nil {
			continue
		}
		length := (int64(binary.LittleEndian.Uint32(head[12:])) + 1) * pageSize
		if length > w.size-at || length > maxTorn {
			length = pageSize
		}
		if page, err := w.read(at, length); err == nil {
			salvagePage(page, delivered, out)
		}
	}
	return out
}

// maxTorn bounds one page with its overflow, whose length a wrong byte can make anything.
const maxTorn = 64 << 20

// salvagePage takes what it can of a leaf page, and of small buckets inside of it.
func salvagePage(page []byte, delivered uint64, out map[uint64]Item) {
	le := binary.LittleEndian
	if len(page) < pageHeader || le.Uint16(page[8:])&leafPage == 0 {
		return
	}
	count := min(int(le.Uint16(page[10:])), (len(page)-pageHeader)/elementSize)
	for i := range count {
		e := page[pageHeader+i*elementSize:]
		pos, ksize, vsize := uint64(le.Uint32(e[4:])), uint64(le.Uint32(e[8:])), uint64(le.Uint32(e[12:]))
		if pos+ksize+vsize > uint64(len(e)) {
			continue
		}
		key, value := e[pos:pos+ksize], e[pos+ksize:pos+ksize+vsize]
		if le.Uint32(e)&bucketElement != 0 && vsize > bucketHeader {
			salvagePage(value[bucketHeader:], delivered, out)
			continue
		}
		seq := keyID(key)
		plain, ok := unseal(key, value, 0)
		if !ok || seq <= delivered {
			continue
		}
		if it, err := decodeItem(plain); err == nil && it.valid() {
			out[seq] = it
		}
	}
}

// rescue puts the messages of the file that was moved aside into the new one.
func (s *Store) rescue(tx *bbolt.Tx) error {
	delivered, _ := s.marks.get()
	items := salvage(s.moved, delivered)
	s.opt.Log.Warn("messages of the damaged store were rescued", "rescued", len(items))
	b := tx.Bucket([]byte(bucketOutbox))
	for _, seq := range slices.Sorted(maps.Keys(items)) {
		v, err := encodeItem(items[seq])
		if err != nil {
			return err
		}
		if err := appendTo(b, idKey(seq), seal(seq, v)); err != nil {
			return err
		}
	}
	return nil
}
