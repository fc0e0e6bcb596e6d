package broker

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// budget bounds the bytes of messages that are being received at one time.
type budget struct {
	sem   *semaphore.Weighted
	total int
}

func newBudget(total int) *budget { return &budget{semaphore.NewWeighted(int64(total)), total} }

// take waits for n bytes, and says whether it got them in time. Nothing may ask for more than there is.
func (b *budget) take(n int, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return n <= b.total && b.sem.Acquire(ctx, int64(n)) == nil
}

func (b *budget) give(n int) {
	if n > 0 {
		b.sem.Release(int64(n))
	}
}
