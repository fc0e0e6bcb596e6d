package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// The ways in which a disk refuses. What is told helps with this one: more room for the store helps no full disk.
var (
	ErrDiskFull     = errors.New("the disk is full: delete other files on it, or use a larger one")
	ErrDiskReadOnly = errors.New("the disk is read-only: it was mounted so, or the system made it so after errors; see dmesg, and replace the card if it has failed")
	ErrDisk         = errors.New("the disk refuses what is written to it: copy its files while it can be read, and replace it")
)

// Trouble is what is wrong with a store; the zero value is none.
type Trouble struct {
	Word    string // store_full, disk_full, disk_read_only, disk_error, store_locked, store_failed
	Message string // what to do, fit to be shown
}

// TroubleOf words an error of Open or of a write.
func TroubleOf(err error) Trouble {
	if err == nil {
		return Trouble{}
	}
	err = classified(err)
	for _, t := range []struct {
		is   error
		word string
	}{{ErrDiskFull, "disk_full"}, {ErrDiskReadOnly, "disk_read_only"}, {ErrDisk, "disk_error"}, {ErrFull, "store_full"}, {ErrLocked, "store_locked"}} {
		if errors.Is(err, t.is) {
			return Trouble{t.word, t.is.Error()}
		}
	}
	return Trouble{"store_failed", "the store cannot be used; the log tells why"}
}

// classified puts our word before the system's.
func classified(err error) error {
	switch {
	case err == nil || errors.Is(err, ErrFull) || errors.Is(err, ErrDiskFull) || errors.Is(err, ErrDiskReadOnly) || errors.Is(err, ErrDisk):
		return err
	case errors.Is(err, berrors.ErrMaxSizeReached):
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w (%w)", ErrDiskFull, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrDiskReadOnly, err)
	case errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w (%w)", ErrDisk, err)
	}
	return err
}

// troubles remembers how the last write went.
type troubles struct {
	mu      sync.Mutex
	now     Trouble
	written time.Time // the last write that succeeded
}

// Trouble says what is wrong with the store: by the last write or, where there was none for a while, by the last probe.
func (s *Store) Trouble() Trouble {
	s.trouble.mu.Lock()
	defer s.trouble.mu.Unlock()
	return s.trouble.now
}

// Full says whether the last Add was refused because the store has reached its own limit.
func (s *Store) Full() bool { return s.Trouble().Word == "store_full" }

// wrote notes how a write went and returns its error, classified. Only what the disk or the limit refuses is the store's
// trouble; a caller's own error is not.
func (s *Store) wrote(err error) error { return s.note(err, false) }

// note is wrote; added says that it was a reading, for which alone the store can be too full.
func (s *Store) note(err error, added bool) error {
	err = classified(err)
	next := TroubleOf(err)
	if next.Word == "store_failed" {
		return err
	}
	s.trouble.mu.Lock()
	was := s.trouble.now
	if err == nil && was.Word == "store_full" && !added {
		next = was
	}
	s.trouble.now = next
	if err == nil {
		s.trouble.written = time.Now()
	}
	s.trouble.mu.Unlock()
	if was.Word == next.Word {
		return err
	}
	if err != nil {
		s.opt.Log.Error("the store cannot be written", "state", next.Word, "error", err)
	} else {
		s.opt.Log.Info("the store can be written again", "was", was.Word)
	}
	if s.opt.OnTrouble != nil {
		s.opt.OnTrouble(next)
	}
	return err
}

const (
	probeEvery  = 15 * time.Second // while all is well and nothing else is written
	retryEvery  = 3 * time.Second  // while it is not
	probeName   = "probe"
	leastFree   = 2 << 20 // bytes of the file system: two growth steps of the database
	probeLength = 4096
)

// untilProbe is how long nobody need ask the disk. It counts from the last write, not from the last look: a fault that begins right
// after a commit would else be seen by the second look only.
func (s *Store) untilProbe() time.Duration {
	s.trouble.mu.Lock()
	defer s.trouble.mu.Unlock()
	if s.trouble.now.Word != "" {
		return retryEvery
	}
	return max(retryEvery, probeEvery-time.Since(s.trouble.written))
}

// probe writes one block over another and waits for the disk, unless a commit has just shown that it can be written. It costs a
// card 23 MB a day at most, and a disk that fails is told before the reading that it loses.
func (s *Store) probe() {
	s.trouble.mu.Lock()
	ailing := s.trouble.now.Word != ""
	recent := time.Since(s.trouble.written) < probeEvery
	full := s.trouble.now.Word == "store_full"
	s.trouble.mu.Unlock()
	if full || recent && !ailing {
		return
	}
	err := writeProbe(s.opt.Dir)
	if err == nil && ailing {
		// A commit that failed half way may have left its meta page in the kernel's cache alone. Each of these two writes one
		// of the two meta pages and nothing else, so that no older one leads to pages which are free by now.
		err = errors.Join(s.rewriteMeta(), s.rewriteMeta())
		if err == nil {
			err = s.marks.rewrite()
		}
	}
	_ = s.wrote(err)
}

func (s *Store) rewriteMeta() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil {
		return ErrClosed
	}
	return s.db.Update(func(*bbolt.Tx) error { return nil })
}

// writeProbe says why dir cannot be written, nil when it can.
func writeProbe(dir string) error {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err == nil && fs.Blocks > 0 && int64(fs.Bavail)*fs.Bsize < leastFree {
		return ErrDiskFull
	}
	f, err := os.OpenFile(filepath.Join(dir, probeName), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(make([]byte, probeLength), 0)
	return errors.Join(err, syscall.Fdatasync(int(f.Fd())), f.Close())
}
