package station

import (
	"context"
	"time"

	"lensd/extract"
)

// budget bounds the bytes of whole pictures that a station keeps, so that a station which refuses everything, for a lamp
// that failed or a dirty glass, does not wear the card out with one picture a minute.
type budget struct {
	left float64
	at   time.Time // monotonic; zero: full
}

const (
	budgetFull    = 4 << 20   // bytes at once: the first refusals of a run are the ones that tell most
	budgetPerHour = 256 << 10 // bytes
)

// take says whether size bytes may be kept now, and notes them if so.
func (b *budget) take(size int, now time.Time) bool {
	if b.at.IsZero() {
		b.left = budgetFull
	} else {
		b.left = min(budgetFull, b.left+now.Sub(b.at).Hours()*budgetPerHour)
	}
	b.at = now
	if float64(size) > b.left {
		return false
	}
	b.left -= float64(size)
	return true
}

// kept is what is stored of a reading's picture: all of it within the budget or where the owner wants all, a small copy
// beyond, nothing where none is wanted.
func (s *Station) kept(ctx context.Context, r extract.Reading, picture []byte) []byte {
	switch {
	case s.cfg.Pictures == KeepAll:
		return picture
	case s.cfg.Pictures == KeepNone || r.Accepted:
		return nil
	case s.budget.take(len(picture), time.Now()):
		return picture
	case s.cfg.Small == nil:
		return nil
	}
	small, err := s.cfg.Small(ctx, picture)
	if err != nil || len(small) >= len(picture) {
		s.cfg.Log.Debug("a picture beyond the budget is not kept", "station", s.cfg.Name, "error", err)
		return nil
	}
	return small
}
