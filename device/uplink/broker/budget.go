package broker

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// budget bounds the bytes of messages that are being received at one time.
type budget struct {
	sem   *semaphore.Weighted
	total int
}

func newBudget(total int) *budget { return &budget{semaphore.NewWeighted(int64(total)), total} }

// take waits for n bytes, and says whether it got them in time.
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

// held counts the bytes of all messages that anything in the process still refers to: retained, in a slow client's queue,
// or waiting for a session to come back. The library hands one message to all of them without a copy, so that the garbage
// collector alone knows when it is gone.
type held struct {
	bytes     atomic.Int64
	mu        sync.Mutex
	collected time.Time
}

// collectEvery is how often a full budget may cost a collection, which frees what nobody refers to any more.
const collectEvery = 500 * time.Millisecond

// admit says whether a message may come on top of what is held, and counts it from then on until it is collected.
func (h *held) admit(payload []byte, size int) bool {
	if h.bytes.Load()+int64(size) > maxHeld {
		h.collect()
		if h.bytes.Load()+int64(size) > maxHeld {
			return false
		}
	}
	if len(payload) > 0 {
		h.bytes.Add(int64(size))
		runtime.AddCleanup(&payload[0], func(n int64) { h.bytes.Add(-n) }, int64(size))
	}
	return true
}

func (h *held) collect() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.collected) < collectEvery {
		return
	}
	runtime.GC()
	h.collected = time.Now()
}
