// Package clock says what time it is and whether that can be believed: a box without a battery-backed clock starts in
// the past and is set when a time server answers.
package clock

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Clock reads the kernel's clock and its opinion of it. The zero Clock is ready to use.
type Clock struct {
	// adjtimex and stat are the kernel's answers; tests put others in their place.
	adjtimex func(*unix.Timex) (int, error)
	stat     func(string) error
}

// The words by which a reading says how far its time stamp can be trusted.
const (
	Synced   = "synced"
	Unsynced = "unsynced"
)

// timesyncdMark appears when systemd-timesyncd has set the clock once since the boot. It is asked too, because some
// kernels in containers always report an unsynchronised clock.
const timesyncdMark = "/run/systemd/timesync/synchronized"

// Now returns the wall clock and whether a time source has set it.
func (c Clock) Now() (now time.Time, synced bool) {
	return time.Now(), c.Synced()
}

// Synced says whether the kernel's clock is disciplined by a time source (see adjtimex(2): STA_UNSYNC, TIME_ERROR) or
// was set by systemd-timesyncd since the boot.
func (c Clock) Synced() bool {
	adjtimex, stat := c.adjtimex, c.stat
	if adjtimex == nil {
		adjtimex = unix.Adjtimex
	}
	if stat == nil {
		stat = func(path string) error { _, err := os.Stat(path); return err }
	}
	var t unix.Timex // modes 0: read only, allowed to everyone
	state, err := adjtimex(&t)
	if err == nil && state != unix.TIME_ERROR && t.Status&unix.STA_UNSYNC == 0 {
		return true
	}
	return stat(timesyncdMark) == nil
}

// Word returns Synced or Unsynced.
func Word(synced bool) string {
	if synced {
		return Synced
	}
	return Unsynced
}
