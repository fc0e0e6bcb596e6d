package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"lensd/cmd/lensd/config"
)

// watcher tells of changes of the configuration file and of the kinds beside it, for the life of the process, so that none falls between two compositions.
type watcher struct {
	changed chan struct{} // holds one: changes that come together are one

	mu   sync.Mutex
	path string
	seen stamp // of the file as it was just before it was loaded
}

// watchEvery is the pause between two looks at the file; a change counts when the next look finds the same file.
const watchEvery = time.Second

// hangups takes SIGHUP over, whose default would end the process.
func hangups() <-chan os.Signal {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	return hup
}

func watch(ctx context.Context, path string, hup <-chan os.Signal) *watcher {
	w := &watcher{changed: make(chan struct{}, 1), path: path, seen: watched(path)}
	go w.run(ctx, hup)
	return w
}

// loading is called before the file is read: what is written from now on is a change.
func (w *watcher) loading() {
	now := watched(w.path)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = now
}

func (w *watcher) run(ctx context.Context, hup <-chan os.Signal) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	last := watched(w.path)
	for {
		select {
		case <-ctx.Done():
			return
		case <-hup:
			w.tell()
		case <-tick.C:
			// A half-written file is not read: the one before has to look the same.
			now := watched(w.path)
			w.mu.Lock()
			differs := now != w.seen
			w.mu.Unlock()
			if differs && now == last {
				w.tell()
			}
			last = now
		}
	}
}

const (
	settleAfter = 200 * time.Millisecond // without a change
	settleLimit = 2 * time.Second        // then it is read as it is
)

// settled waits until nobody writes to the file any more.
func (w *watcher) settled(ctx context.Context) {
	last := watched(w.path)
	for range settleLimit / settleAfter {
		if time.Since(last.at).Abs() > settleAfter {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settleAfter):
		}
		now := watched(w.path)
		if now == last {
			return
		}
		last = now
	}
}

func (w *watcher) tell() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// stamp tells one state of a file, and of the kinds beside it, from another.
type stamp struct {
	at    time.Time
	size  int64
	inode uint64
	kinds string
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	s := stamp{at: info.ModTime(), size: info.Size()}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.inode = sys.Ino
	}
	return s
}

// watched is the stamp of a configuration with that of the kinds beside it.
func watched(path string) stamp {
	s := stampOf(path)
	s.kinds = kindsIn(config.KindsDir(path))
	return s
}

// kindsIn names the files of a folder with size and time.
func kindsIn(dir string) string {
	entries, err := os.ReadDir(dir)
	if dir == "" || err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}
