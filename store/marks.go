package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
)

// marks is a file of two slots, written in turn, that remembers how far the outbox was delivered and the last id given.
//
// It is written without fsync at each acknowledgement: a killed process loses nothing that it has written, so that a
// kill repeats at most the one message in flight, while a flash card is spared a synchronous commit a message. After a
// power cut the marks may lag; the messages since the last commit of the database are then sent again, none is lost.
// Kept outside of the database, it also lets a new file continue the ids of a lost one.
type marks struct {
	mu        sync.Mutex
	f         *os.File
	gen       uint64
	delivered uint64 // outbox sequence up to which all was acknowledged
	lastID    uint64 // last record id given
	lastSeq   uint64 // last outbox sequence given; 0: not known
	damaged   uint64 // values found damaged or missing: counted here, where no wrong byte of the database reaches
}

const (
	slotSize = 8 + 8 + 8 + 8 + 8 + 4 // generation, delivered, last id, last sequence, damaged, CRC-32C of these
	slotsAt  = 64                    // behind the two slots of oldSlot bytes that were written before sequences were
	oldSlot  = 8 + 8 + 8 + 4
)

func openMarks(path string) (*marks, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("marks: %w", err)
	}
	m := &marks{f: f}
	buf := make([]byte, slotsAt+2*slotSize)
	n, err := f.ReadAt(buf, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(fmt.Errorf("marks: %w", err), f.Close())
	}
	m.parse(buf[:n])
	return m, nil
}

// parse takes the newest slot whose checksum holds; a file with none counts as new.
func (m *marks) parse(buf []byte) {
	for i := range 4 {
		at, size := i*oldSlot, oldSlot
		if i >= 2 {
			at, size = slotsAt+(i-2)*slotSize, slotSize
		}
		if len(buf) < at+size {
			return
		}
		s, sum := buf[at:at+size-4], buf[at+size-4:]
		gen := binary.BigEndian.Uint64(s)
		if binary.BigEndian.Uint32(sum) != slotSum(s) || gen <= m.gen {
			continue
		}
		m.gen, m.delivered, m.lastID, m.lastSeq, m.damaged = gen, binary.BigEndian.Uint64(s[8:]), binary.BigEndian.Uint64(s[16:]), 0, 0
		if size == slotSize {
			m.lastSeq, m.damaged = binary.BigEndian.Uint64(s[24:]), binary.BigEndian.Uint64(s[32:])
		}
	}
}

func slotSum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func (m *marks) get() (delivered, lastID uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.delivered, m.lastID
}

// sequence is the last one that was given, 0 when it is not known.
func (m *marks) sequence() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lastSeq
}

// harmed counts n more damaged values.
func (m *marks) harmed(n uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.damaged += n
	return m.write()
}

// forgetSequence is for a database that another one takes the place of.
func (m *marks) forgetSequence() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lastSeq = 0
	return m.write()
}

// gave raises the marks of what an addition has given.
func (m *marks) gave(lastID, lastSeq uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lastID, m.lastSeq = max(m.lastID, lastID), max(m.lastSeq, lastSeq)
	return m.write()
}

// advance raises either mark and writes the slot that is not the newest.
func (m *marks) advance(delivered, lastID uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if delivered <= m.delivered && lastID <= m.lastID {
		return nil
	}
	m.delivered, m.lastID = max(m.delivered, delivered), max(m.lastID, lastID)
	return m.write()
}

// rewrite writes what is known once more, for a disk that took it before but may not have kept it.
func (m *marks) rewrite() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gen == 0 {
		return nil
	}
	return m.write()
}

func (m *marks) write() error {
	m.gen++
	s := make([]byte, 0, slotSize)
	s = binary.BigEndian.AppendUint64(s, m.gen)
	s = binary.BigEndian.AppendUint64(s, m.delivered)
	s = binary.BigEndian.AppendUint64(s, m.lastID)
	s = binary.BigEndian.AppendUint64(s, m.lastSeq)
	s = binary.BigEndian.AppendUint64(s, m.damaged)
	s = binary.BigEndian.AppendUint32(s, slotSum(s))
	_, err := m.f.WriteAt(s, slotsAt+int64(m.gen%2)*slotSize)
	return err
}

func (m *marks) close() error { return errors.Join(m.f.Sync(), m.f.Close()) }
