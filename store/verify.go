package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// The parts of bbolt's file format that can make a mapped file crash the process: page numbers, lengths and offsets.
// See https://github.com/etcd-io/bbolt/blob/v1.5.0/internal/common/page.go and meta.go; integers are little-endian on
// both of our targets.
const (
	pageHeader    = 16 // id uint64, flags uint16, count uint16, overflow uint32
	elementSize   = 16 // branch: pos, ksize uint32, pgid uint64; leaf: flags, pos, ksize, vsize uint32
	bucketHeader  = 16 // root uint64, sequence uint64
	metaBytes     = 56 // the part of a meta page that its checksum covers
	branchPage    = 0x01
	leafPage      = 0x02
	metaPage      = 0x04
	bucketElement = 0x01
	boltMagic     = 0xED0CDAED
	boltVersion   = 2
	maxDepth      = 64 // pages and buckets nested; a sound file of ours has less than 8
)

// verifyFile walks the tree of the newest meta page with plain reads and bounds every number that bbolt would follow
// blindly. It returns errDamaged for a file that bbolt must not map; order of keys and double use are left to Check.
// torn says that one of the two meta pages is not valid, as a power cut may leave it; the other one holds.
func verifyFile(path string) (torn bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("open the store: %w", err)
	}
	defer func() { _ = f.Close() }()
	st, err := f.Stat()
	if err != nil {
		return false, err
	}
	w := walker{r: f, size: st.Size()}
	m, valid, err := w.newestMeta()
	if err != nil {
		return false, fmt.Errorf("%w: %w", errDamaged, err)
	}
	w.high, w.seen = m.high, make([]uint64, m.high/64+1)
	if err := w.page(m.root, 0); err != nil {
		return false, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return valid < 2, nil
}

type walker struct {
	r    io.ReaderAt
	size int64
	high uint64   // pages at and above this number are not in use
	seen []uint64 // one bit a page, against cycles
}

type meta struct{ root, high, tx uint64 }

func (w *walker) newestMeta() (best meta, valid int, err error) {
	for i := range int64(2) {
		b := make([]byte, pageHeader+metaBytes+8)
		if _, err := w.r.ReadAt(b, i*pageSize); err != nil {
			continue
		}
		m, ok := parseMeta(b[pageHeader:])
		if !ok {
			continue
		}
		// The header has no checksum of its own; Check looks at it, bbolt's Open does not.
		if binary.LittleEndian.Uint64(b) == uint64(i) && binary.LittleEndian.Uint16(b[8:]) == metaPage {
			valid++
		}
		if best.high == 0 || m.tx > best.tx {
			best = m
		}
	}
	switch {
	case best.high == 0:
		return best, valid, errors.New("no valid meta page")
	case best.high > uint64(w.size/pageSize):
		return best, valid, fmt.Errorf("file ends at page %d of %d", w.size/pageSize, best.high)
	}
	return best, valid, nil
}

func parseMeta(b []byte) (m meta, ok bool) {
	le := binary.LittleEndian
	sum := fnv.New64a()
	_, _ = sum.Write(b[:metaBytes])
	ok = le.Uint32(b) == boltMagic && le.Uint32(b[4:]) == boltVersion && le.Uint32(b[8:]) == pageSize &&
		le.Uint64(b[metaBytes:]) == sum.Sum64()
	return meta{root: le.Uint64(b[16:]), high: le.Uint64(b[40:]), tx: le.Uint64(b[48:])}, ok
}

// mark notes pages first..first+overflow as visited.
func (w *walker) mark(first, overflow uint64) error {
	if first < 2 || first >= w.high || overflow >= w.high-first {
		return fmt.Errorf("page %d+%d lies outside of the file", first, overflow)
	}
	for p := first; p <= first+overflow; p++ {
		if w.seen[p/64]&(1<<(p%64)) != 0 {
			return fmt.Errorf("page %d is reached twice", p)
		}
		w.seen[p/64] |= 1 << (p % 64)
	}
	return nil
}

func (w *walker) page(id uint64, depth int) error {
	if depth > maxDepth {
		return errors.New("pages nested too deep")
	}
	if id >= w.high {
		return fmt.Errorf("page %d lies outside of the file", id)
	}
	at := int64(id) * pageSize
	head, err := w.read(at, pageHeader)
	if err != nil {
		return err
	}
	overflow := uint64(binary.LittleEndian.Uint32(head[12:]))
	if got := binary.LittleEndian.Uint64(head); got != id {
		return fmt.Errorf("page %d calls itself %d", id, got)
	}
	if err := w.mark(id, overflow); err != nil {
		return err
	}
	length := (int64(overflow) + 1) * pageSize
	return w.elements(head, span{at: at, length: length}, depth)
}

// span is a page's place in the file; an inline bucket's page lies inside of another's value.
type span struct{ at, length int64 }

func (w *walker) elements(head []byte, s span, depth int) error {
	le := binary.LittleEndian
	flags, count := le.Uint16(head[8:]), int64(le.Uint16(head[10:]))
	if flags != branchPage && flags != leafPage {
		return fmt.Errorf("page at %d has unknown flags %#x", s.at, flags)
	}
	if pageHeader+count*elementSize > s.length {
		return fmt.Errorf("page at %d has too many elements", s.at)
	}
	table, err := w.read(s.at+pageHeader, count*elementSize)
	if err != nil {
		return err
	}
	for i := range count {
		e := table[i*elementSize : (i+1)*elementSize]
		offset := pageHeader + i*elementSize
		if flags == branchPage {
			err = w.branch(e, s, offset, depth)
		} else {
			err = w.leaf(e, s, offset, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) branch(e []byte, s span, offset int64, depth int) error {
	le := binary.LittleEndian
	if offset+int64(le.Uint32(e))+int64(le.Uint32(e[4:])) > s.length {
		return fmt.Errorf("key beyond the page at %d", s.at)
	}
	return w.page(le.Uint64(e[8:]), depth+1)
}

func (w *walker) leaf(e []byte, s span, offset int64, depth int) error {
	le := binary.LittleEndian
	pos, ksize, vsize := int64(le.Uint32(e[4:])), int64(le.Uint32(e[8:])), int64(le.Uint32(e[12:]))
	if offset+pos+ksize+vsize > s.length {
		return fmt.Errorf("value beyond the page at %d", s.at)
	}
	if le.Uint32(e)&bucketElement == 0 {
		return nil
	}
	if vsize < bucketHeader {
		return fmt.Errorf("bucket cut short at %d", s.at)
	}
	at := s.at + offset + pos + ksize
	b, err := w.read(at, bucketHeader)
	if err != nil {
		return err
	}
	if root := le.Uint64(b); root != 0 {
		return w.page(root, depth+1)
	}
	return w.inline(span{at: at + bucketHeader, length: vsize - bucketHeader}, depth)
}

// inline checks a small bucket, whose only page is part of its value.
func (w *walker) inline(s span, depth int) error {
	if depth > maxDepth || s.length < pageHeader {
		return fmt.Errorf("inline bucket cut short at %d", s.at)
	}
	head, err := w.read(s.at, pageHeader)
	if err != nil {
		return err
	}
	if binary.LittleEndian.Uint16(head[8:]) != leafPage {
		return fmt.Errorf("inline bucket at %d is no leaf", s.at)
	}
	return w.elements(head, s, depth+1)
}

func (w *walker) read(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := w.r.ReadAt(b, at); err != nil {
		return nil, fmt.Errorf("read at %d: %w", at, err)
	}
	return b, nil
}
