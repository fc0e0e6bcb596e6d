package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"go.etcd.io/bbolt"
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

// verifyFile walks the tree of the newest meta page with plain reads. It bounds every number that bbolt would follow
// blindly, and checks the order of keys: an Open that finds a fault in it leaves a goroutine behind that reads the file
// after it was unmapped, which ends the process. It returns errDamaged for a file that bbolt must not see. torn says that
// one of the two meta pages is not valid, as a power cut may leave it; the other one holds.
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
	if _, err := w.page(m.root, bounds{}, 0); err != nil {
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

// bounds are what the parent promises of a page's keys: the first is min, all are below max; nil: no promise. bbolt's own check is
// content with a first key above the parent's. Its next write is not: it looks the page up in the parent by that first key
// (node.spill), does not find it, and adds the page a second time.
type bounds struct{ min, max []byte }

// page checks a page with all below it and returns the last key in it, nil when there is none.
func (w *walker) page(id uint64, in bounds, depth int) (last []byte, err error) {
	if depth > maxDepth {
		return nil, errors.New("pages nested too deep")
	}
	if id >= w.high {
		return nil, fmt.Errorf("page %d lies outside of the file", id)
	}
	at := int64(id) * pageSize
	head, err := w.read(at, pageHeader)
	if err != nil {
		return nil, err
	}
	overflow := uint64(binary.LittleEndian.Uint32(head[12:]))
	if got := binary.LittleEndian.Uint64(head); got != id {
		return nil, fmt.Errorf("page %d calls itself %d", id, got)
	}
	if err := w.mark(id, overflow); err != nil {
		return nil, err
	}
	return w.elements(head, span{at: at, length: (int64(overflow) + 1) * pageSize}, in, depth)
}

// span is a page's place in the file; an inline bucket's page lies inside of another's value.
type span struct{ at, length int64 }

// element is one entry of a page, with its value's place for a leaf and the child's number for a branch.
type element struct {
	flags          uint32
	key            []byte
	valueAt, vsize int64
	child          uint64
}

func (w *walker) elements(head []byte, s span, in bounds, depth int) (last []byte, err error) {
	le := binary.LittleEndian
	flags, count := le.Uint16(head[8:]), int64(le.Uint16(head[10:]))
	if flags != branchPage && flags != leafPage {
		return nil, fmt.Errorf("page at %d has unknown flags %#x", s.at, flags)
	}
	if pageHeader+count*elementSize > s.length || flags == branchPage && count == 0 {
		return nil, fmt.Errorf("page at %d has an impossible number of elements", s.at)
	}
	table, err := w.read(s.at+pageHeader, count*elementSize)
	if err != nil {
		return nil, err
	}
	all := make([]element, count)
	for i := range all {
		if all[i], err = w.element(table[i*elementSize:], s, pageHeader+int64(i)*elementSize, flags); err != nil {
			return nil, err
		}
	}
	return w.ordered(all, flags, s, in, depth)
}

// element bounds one entry and reads its key.
func (w *walker) element(e []byte, s span, offset int64, flags uint16) (out element, err error) {
	le := binary.LittleEndian
	pos, ksize := int64(le.Uint32(e)), int64(le.Uint32(e[4:]))
	out.child = le.Uint64(e[8:])
	if flags == leafPage {
		out = element{flags: le.Uint32(e), vsize: int64(le.Uint32(e[12:]))}
		pos, ksize = int64(le.Uint32(e[4:])), int64(le.Uint32(e[8:]))
	}
	if ksize > bbolt.MaxKeySize || offset+pos+ksize+out.vsize > s.length {
		return out, fmt.Errorf("element beyond the page at %d", s.at)
	}
	out.valueAt = s.at + offset + pos + ksize
	out.key, err = w.read(s.at+offset+pos, ksize)
	return out, err
}

// ordered checks the keys' order and goes down into children and buckets.
func (w *walker) ordered(all []element, flags uint16, s span, in bounds, depth int) (last []byte, err error) {
	if in.min != nil && (len(all) == 0 || !bytes.Equal(in.min, all[0].key)) {
		return nil, fmt.Errorf("the page at %d does not begin with its parent's key", s.at)
	}
	for i, e := range all {
		if i > 0 && bytes.Compare(last, e.key) >= 0 {
			return nil, fmt.Errorf("keys out of order in the page at %d", s.at)
		}
		if in.max != nil && bytes.Compare(e.key, in.max) >= 0 {
			return nil, fmt.Errorf("key above its parent's bound in the page at %d", s.at)
		}
		last = e.key
		switch {
		case flags == branchPage:
			below := bounds{min: e.key, max: in.max}
			if i+1 < len(all) {
				below.max = all[i+1].key
			}
			last, err = w.page(e.child, below, depth+1)
		case e.flags&bucketElement != 0:
			err = w.bucket(e, depth)
		}
		if err != nil {
			return nil, err
		}
	}
	return last, nil
}

func (w *walker) bucket(e element, depth int) error {
	if e.vsize < bucketHeader {
		return fmt.Errorf("bucket cut short at %d", e.valueAt)
	}
	b, err := w.read(e.valueAt, bucketHeader)
	if err != nil {
		return err
	}
	if root := binary.LittleEndian.Uint64(b); root != 0 {
		_, err = w.page(root, bounds{}, depth+1)
		return err
	}
	return w.inline(span{at: e.valueAt + bucketHeader, length: e.vsize - bucketHeader}, depth)
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
	_, err = w.elements(head, s, bounds{}, depth+1)
	return err
}

func (w *walker) read(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := w.r.ReadAt(b, at); err != nil {
		return nil, fmt.Errorf("read at %d: %w", at, err)
	}
	return b, nil
}
