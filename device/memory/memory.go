// Package memory keeps the daemon's resident set to what the daemon uses. It is linked with the readers' libraries, 265 of
// them, which the loader touches at the start and only the child processes need: about 60 MB that never serve the daemon.
package memory

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// settleAfter lets the start's own use of its code pass before the first trim.
	settleAfter = 5 * time.Second
	// every is seldom: after the first time only pages of a one-off use come back.
	every = 10 * time.Minute
	// softLimit is what Go's own memory is collected towards: garbage of large bodies goes before the daemon doubles.
	softLimit = 80 << 20
)

// Serve trims after the start and now and then, until ctx ends; it returns ctx's error.
func Serve(ctx context.Context) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
	wait := settleAfter
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		// A kernel that does not let us look or advise leaves the memory as it is, which is no fault.
		_, _ = Trim()
		// The garbage of one large picture would otherwise stay with the process until the next collection.
		debug.FreeOSMemory()
		wait = every
	}
}

// Trim releases the resident pages of mapped files that nothing in this process has written to: code and constants of
// the binary and its libraries. The kernel keeps them in its page cache and maps one back when it is touched. It returns
// how many bytes left the resident set.
func Trim() (freed int64, err error) {
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return 0, err
	}
	areas, err := clean(bytes.NewReader(smaps))
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, a := range areas {
		_, _, errno := unix.Syscall(unix.SYS_MADVISE, a.start, a.end-a.start, unix.MADV_DONTNEED)
		if errno != 0 {
			errs = append(errs, fmt.Errorf("madvise %s: %w", a.path, errno))
			continue
		}
		freed += a.resident
	}
	return freed, errors.Join(errs...)
}

// area is one mapping.
type area struct {
	start, end uintptr
	perms      string
	path       string
	resident   int64
	written    int64 // bytes that are no longer the file's
	locked     int64
}

// safe says whether dropping the area's pages loses nothing: a private, read-only mapping of a file, none of whose pages
// were written to. A library's relocated constants are read-only too by now, but were written to by the loader: their
// Anonymous count tells.
func (a area) safe() bool {
	return strings.HasPrefix(a.path, "/") && !strings.HasSuffix(a.path, "(deleted)") && a.written == 0 && a.locked == 0 &&
		a.resident > 0 && (a.perms == "r--p" || a.perms == "r-xp")
}

// clean reads the format of /proc/PID/smaps, see proc(5), and returns the areas that are safe to drop.
func clean(r io.Reader) (out []area, err error) {
	var a area
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		f := strings.Fields(sc.Text())
		if len(f) < 2 {
			continue
		}
		if !strings.HasSuffix(f[0], ":") {
			out = keepSafe(out, a)
			if a, err = header(sc.Text(), f); err != nil {
				return nil, err
			}
			continue
		}
		if err := a.count(f); err != nil {
			return nil, err
		}
	}
	return keepSafe(out, a), sc.Err()
}

func keepSafe(out []area, a area) []area {
	if a.safe() {
		return append(out, a)
	}
	return out
}

// header parses "start-end perms offset dev inode path".
func header(line string, f []string) (a area, err error) {
	from, to, ok := strings.Cut(f[0], "-")
	start, err1 := strconv.ParseUint(from, 16, 64)
	end, err2 := strconv.ParseUint(to, 16, 64)
	if !ok || err1 != nil || err2 != nil || end < start {
		return a, fmt.Errorf("smaps: %q is no mapping", line)
	}
	a = area{start: uintptr(start), end: uintptr(end), perms: f[1]}
	if len(f) >= 6 {
		a.path = strings.Join(f[5:], " ")
	}
	return a, nil
}

// count takes one "Name: value kB" line.
func (a *area) count(f []string) error {
	var to *int64
	switch f[0] {
	case "Rss:":
		to = &a.resident
	case "Anonymous:", "Swap:":
		to = &a.written
	case "Locked:":
		to = &a.locked
	default:
		return nil
	}
	kb, err := strconv.ParseInt(f[1], 10, 64)
	if err != nil {
		return fmt.Errorf("smaps: %q is no size", f[1])
	}
	*to += kb << 10
	return nil
}
