package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

const (
	pageSize  = 4096     // fixed: a Pi 5 kernel has 16 KiB pages, and a card must be readable in any box
	allocSize = 1 << 20  // growth step; bbolt's own 16 MiB is a lot of a small card
	reserve   = 16 << 20 // above MaxBytes, so that the deletes that make room always find pages to copy to

	// batchDelay is how long an addition waits for others to share its commit.
	batchDelay = 2 * time.Millisecond
)

var errDamaged = errors.New("damaged store file")

// boltOptions: the free list is not written with each commit (it grows to hundreds of KiB after retention) but rebuilt
// at the start, which the check reads the file for anyway.
func (s *Store) boltOptions() *bbolt.Options {
	return &bbolt.Options{
		Timeout:        s.opt.LockTimeout,
		PageSize:       pageSize,
		FreelistType:   bbolt.FreelistMapType,
		NoFreelistSync: true,
		MaxSize:        int(s.opt.MaxBytes + reserve),
	}
}

// ensureFile creates the database under another name and renames it when it is whole and on the disk: a power cut in
// bbolt's very first initialisation leaves a file that can never be opened (etcd #16596).
func (s *Store) ensureFile() (created bool, err error) {
	if _, err := os.Stat(s.path); err == nil {
		return false, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	tmp := s.path + ".tmp"
	if err := os.Remove(tmp); err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	db, err := bbolt.Open(tmp, 0o600, s.boltOptions())
	if err != nil {
		return false, fmt.Errorf("create the store: %w", err)
	}
	if err := errors.Join(db.Sync(), db.Close()); err != nil {
		return false, err
	}
	return true, commitFile(tmp, s.path)
}

// commitFile makes tmp durable, then renames it to path durably.
func commitFile(tmp, path string) error {
	f, err := os.Open(tmp)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// openChecked opens the file only after verify has walked it with plain reads: bbolt maps the file and a page number
// that points outside of it would end the process with a signal that no recover sees.
func (s *Store) openChecked() (*bbolt.DB, error) {
	torn, err := verifyFile(s.path)
	if err != nil {
		return nil, err
	}
	db, err := openBolt(s.path, s.boltOptions())
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, ErrLocked
	case isDamage(err):
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	case err != nil:
		return nil, fmt.Errorf("open the store: %w", err)
	}
	db.AllocSize, db.MaxBatchDelay = allocSize, batchDelay
	if torn {
		// Every commit writes the meta page that is not the newest, which is the torn one.
		err = db.Update(func(*bbolt.Tx) error { return nil })
	}
	if err == nil {
		err = db.View(func(tx *bbolt.Tx) error { return checkTx(context.Background(), tx) })
	}
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return db, nil
}

// openBolt turns the panic of an Open that finds keys out of order into an error. The file stays mapped and locked by
// this process then, which does no harm once it is renamed.
func openBolt(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errDamaged, r)
		}
	}()
	return bbolt.Open(path, 0o600, o)
}

func isDamage(err error) bool {
	return errors.Is(err, errDamaged) || errors.Is(err, berrors.ErrInvalid) || errors.Is(err, berrors.ErrVersionMismatch) || errors.Is(err, berrors.ErrChecksum)
}

// checkTx drains bbolt's consistency check.
func checkTx(ctx context.Context, tx *bbolt.Tx) error {
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = err
		}
		// The channel is drained even when ctx ends: the checking goroutine would block for ever on it.
		if first == nil && ctx.Err() != nil {
			first = ctx.Err()
		}
	}
	return first
}

// keepAside is moveAside for a file that another one is about to be renamed over: with a second name for it there is a store at its path
// at every moment.
func keepAside(path, why string) (string, error) {
	aside := asideOf(path, why)
	if err := os.Link(path, aside); err != nil {
		return moveAside(path, why) // a file system without links
	}
	return aside, syncDir(filepath.Dir(path))
}

func asideOf(path, why string) string {
	return path + "." + why + "-" + time.Now().UTC().Format("20060102T150405.000")
}

// moveAside renames a file so that a person can look at it later, and returns its new path.
func moveAside(path, why string) (string, error) {
	aside := asideOf(path, why)
	if err := os.Rename(path, aside); err != nil {
		return "", fmt.Errorf("move the old store aside: %w", err)
	}
	return aside, syncDir(filepath.Dir(path))
}
