package store

import (
	"context"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// maintainEvery is often enough to keep the file small, and seldom enough to spare the card.
const maintainEvery = 10 * time.Minute

// Serve keeps the store in shape until ctx ends: retention, purge, memory. It returns ctx's error.
func (s *Store) Serve(ctx context.Context) error {
	s.compactIfWorth()
	var trust wallTrust
	s.maintain(&trust)
	tick := time.NewTicker(maintainEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			s.maintain(&trust)
		case <-time.After(s.untilProbe()):
			s.probe()
		}
	}
}

// A file is worth compacting when it is large and mostly empty, as after a lowered limit or a long broker's absence.
const (
	compactFrom  = 32 << 20
	compactShare = 4 // live bytes times this are still below the file's
)

func (s *Store) compactIfWorth() {
	var file, live int64
	err := s.view(func(tx *bbolt.Tx) error { file, live = tx.Size(), s.used(tx); return nil })
	if err != nil || file < compactFrom || live*compactShare > file {
		return
	}
	saved, err := s.Compact()
	if err != nil {
		s.opt.Log.Error("compacting the store failed", "error", err)
		return
	}
	s.opt.Log.Info("the store was compacted", "saved_bytes", saved)
}

func (s *Store) maintain(trust *wallTrust) {
	wall, synced := s.opt.Now()
	trusted := trust.look(wall, synced, time.Now())
	removed, err := s.retain(wall, trusted)
	if err == nil && trusted {
		err = s.retainSeries(wall)
	}
	if err != nil {
		s.opt.Log.Error("retention failed", "error", err)
	}
	if removed > 0 {
		s.opt.Log.Info("old readings removed", "records", removed)
	}
	if backlog, err := s.Backlog(); err == nil && backlog == 0 {
		if err := s.Purge(); err != nil {
			s.opt.Log.Error("purging the outbox failed", "error", err)
		}
	}
	if err := s.ReleaseMemory(); err != nil {
		s.opt.Log.Debug("releasing the store's memory failed", "error", err)
	}
}

// releaseAfter records read or written, the pages that they touched are released: a backlog of any length passes through
// the process without staying in its memory.
const releaseAfter = 256

// touch counts records that passed through the mapping.
func (s *Store) touch(records int) {
	if s.touched.Add(int64(records)) < releaseAfter {
		return
	}
	s.touched.Store(0)
	if err := s.ReleaseMemory(); err != nil {
		s.opt.Log.Debug("releasing the store's memory failed", "error", err)
	}
}

// ReleaseMemory tells the kernel that the mapped file's pages need not stay in this process: they remain in the page
// cache, but no longer count as the daemon's memory.
func (s *Store) ReleaseMemory() error {
	// The read transaction holds the mapping in place; without it a growing file could move under the call.
	return s.view(func(tx *bbolt.Tx) error {
		info := tx.DB().Info()
		length := tx.Size() &^ (1<<16 - 1) // a multiple of any kernel's page size
		if length == 0 {
			return nil
		}
		_, _, errno := unix.Syscall(unix.SYS_MADVISE, info.Data, uintptr(length), unix.MADV_DONTNEED)
		if errno != 0 {
			return errno
		}
		return nil
	})
}
