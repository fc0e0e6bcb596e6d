package camera

import (
	"fmt"
	"hash/maphash"
	"time"
)

// Limits are the patience of the supervisor. The zero value of a member takes the default of DefaultLimits.
type Limits struct {
	Open       time.Duration // until the first picture after opening
	Stale      time.Duration // between two pictures
	Frozen     time.Duration // pictures that are the same to the last bit
	BackoffMin time.Duration // before opening again, at first
	BackoffMax time.Duration // and at most
}

// DefaultLimits tells a dead camera within 20 s: 15 s without a picture or of the same picture, plus the check's own second.
func DefaultLimits() Limits {
	return Limits{Open: 15 * time.Second, Stale: 10 * time.Second, Frozen: 15 * time.Second, BackoffMin: time.Second, BackoffMax: time.Minute}
}

// stretched gives a source that takes a picture only every interval time for three of them.
func (l Limits) stretched(interval time.Duration) Limits {
	l.Open = max(l.Open, 2*interval)
	l.Stale = max(l.Stale, 3*interval)
	l.Frozen = max(l.Frozen, 3*interval)
	return l
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	for _, m := range []struct {
		value    *time.Duration
		fallback time.Duration
	}{{&l.Open, d.Open}, {&l.Stale, d.Stale}, {&l.Frozen, d.Frozen}, {&l.BackoffMin, d.BackoffMin}, {&l.BackoffMax, d.BackoffMax}} {
		if *m.value <= 0 {
			*m.value = m.fallback
		}
	}
	return l
}

// minSame is how many equal pictures in a row it takes, beside the time: two equal ones are no proof.
const minSame = 3

// health judges one session of a source. A sensor's noise makes two pictures differ in some bit always, so a run of equal
// bytes is a driver or a camera that repeats its last picture (OpenCV returns the last one as new when a camera is unplugged).
type health struct {
	limits      Limits
	mayRepeat   bool // pictures that are not from a sensor may be equal
	opened      time.Time
	last        time.Time // of the newest picture; zero: none
	seed        maphash.Seed
	hash        uint64
	same        int       // equal pictures in a row
	firstOfSame time.Time // when the first of them came
}

func newHealth(limits Limits, mayRepeat bool) *health {
	return &health{limits: limits, mayRepeat: mayRepeat, seed: maphash.MakeSeed()}
}

// reopen begins a new session. The last picture is remembered: a camera that after opening goes on with the picture that it
// froze on is still frozen.
func (h *health) reopen(now time.Time) { h.opened, h.last = now, time.Time{} }

func (h *health) frame(jpeg []byte, now time.Time) {
	sum := maphash.Bytes(h.seed, jpeg)
	if h.same == 0 || sum != h.hash {
		h.hash, h.same, h.firstOfSame = sum, 0, now
	}
	h.same++
	h.last = now
}

// verdict gives StateStarting or StateLive while the session may go on, StateStale or StateFrozen with the reason when not.
func (h *health) verdict(now time.Time) (State, string) {
	switch {
	case h.last.IsZero() && now.Sub(h.opened) > h.limits.Open:
		return StateStale, fmt.Sprintf("it was opened but sent no picture for %s; check its cable and that no other program uses it", round(h.limits.Open))
	case h.last.IsZero():
		return StateStarting, ""
	case now.Sub(h.last) > h.limits.Stale:
		return StateStale, fmt.Sprintf("no picture for %s; check its cable, power and network", round(now.Sub(h.last)))
	case !h.mayRepeat && h.same >= minSame && now.Sub(h.firstOfSame) > h.limits.Frozen:
		return StateFrozen, fmt.Sprintf("it has sent the very same picture for %s; it hangs or its lens is covered", round(now.Sub(h.firstOfSame)))
	}
	return StateLive, ""
}

func round(d time.Duration) time.Duration {
	if d >= 10*time.Second {
		return d.Round(time.Second)
	}
	return d.Round(10 * time.Millisecond)
}
