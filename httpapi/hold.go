package httpapi

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// hold is what one request takes of the budget for bodies.
type hold struct {
	ctx  context.Context
	of   *semaphore.Weighted
	wait time.Duration // for room
	size int64
}

// hold returns an empty hold; the caller releases it.
func (s *Server) hold(ctx context.Context) *hold {
	return &hold{ctx: ctx, of: s.inFlight, wait: s.reserveWait}
}

// grow takes as much as is missing to size.
func (h *hold) grow(size int64) *problem {
	if size <= h.size {
		return nil
	}
	ctx, cancel := context.WithTimeout(h.ctx, h.wait)
	defer cancel()
	if err := h.of.Acquire(ctx, size-h.size); err != nil {
		p := problemOf(envelope.Reason(extract.KindBusy), "too many pictures are being received; try again in a moment")
		p.retryAfter = retryAfterBusy
		return p
	}
	h.size = size
	return nil
}

// shrink gives back what is beyond size.
func (h *hold) shrink(size int64) {
	if size < h.size {
		h.of.Release(h.size - size)
		h.size = size
	}
}

// release gives everything back.
func (h *hold) release() { h.shrink(0) }
