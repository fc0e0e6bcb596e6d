package worker

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"lensd/extract"
)

// counters are the pool's figures for /metrics and the drills.
type counters struct {
	alive, busy                                 atomic.Int64
	served, refused, crashed, timeout, recycled atomic.Uint64
	rss                                         atomic.Int64
}

// Stats is a snapshot of the pool.
type Stats struct {
	Alive, Busy, Queued                          int
	Served, Refused, Crashed, TimedOut, Recycled uint64
	LastRSS                                      int64 // bytes, of the child that answered last
}

// Stats returns the pool's figures since its start.
func (p *Pool) Stats() Stats {
	return Stats{
		Alive: int(p.stats.alive.Load()), Busy: int(p.stats.busy.Load()), Queued: len(p.urgent) + len(p.normal),
		Served: p.stats.served.Load(), Refused: p.stats.refused.Load(), Crashed: p.stats.crashed.Load(),
		TimedOut: p.stats.timeout.Load(), Recycled: p.stats.recycled.Load(), LastRSS: p.stats.rss.Load(),
	}
}

// slot keeps one child alive and gives it one job at a time.
type slot struct {
	pool   *Pool
	log    *slog.Logger
	take   func(ctx context.Context, gone <-chan struct{}) *job
	yields bool // its child runs with a lower priority
	child  *process
	fails  int // starts or readings in a row that ended the child
}

const (
	minBackoff = 100 * time.Millisecond
	maxBackoff = 10 * time.Second
	// rssPoll is how often a running reading's memory is looked at: a decoder bomb needs longer to hurt the box.
	rssPoll = 50 * time.Millisecond
)

// graceShare is the part of its time that a child has more, to end by itself and hand over the pages that it has read.
const graceShare = 4

func (s *slot) run(ctx context.Context) {
	defer func() {
		if s.child != nil {
			s.drop(func() { s.child.retire(2 * time.Second) })
		}
	}()
	for ctx.Err() == nil {
		if s.child == nil && !s.begin(ctx) {
			continue
		}
		j := s.take(ctx, s.child.exited)
		if j == nil {
			s.idleEnd(ctx)
			continue
		}
		if j.ctx.Err() != nil {
			continue // the sender has gone; nobody waits for the answer
		}
		j.answer <- s.serve(ctx, j)
		s.recycle()
	}
}

// idleEnd notices a child that ended while it had nothing to do: the next request finds a fresh one.
func (s *slot) idleEnd(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	s.log.Warn("a reader process ended while it was idle")
	s.pool.stats.crashed.Add(1)
	s.fails++
	s.drop(s.child.kill)
}

// serve carries out a job, once more in a fresh child if the first was gone before it had the request.
func (s *slot) serve(ctx context.Context, j *job) outcome {
	o := s.do(ctx, j)
	for again := 0; errors.Is(o.err, errNotBegun) && again < 2 && ctx.Err() == nil; again++ {
		for s.child == nil && ctx.Err() == nil && j.ctx.Err() == nil {
			s.begin(ctx)
		}
		if s.child == nil {
			break
		}
		o = s.do(ctx, j)
	}
	if errors.Is(o.err, errNotBegun) {
		o.err = extract.Errorf(extract.KindCrashed, "the reader failed on this document; the box goes on")
	}
	return o
}

// begin starts a child, waiting longer after each failure so that a broken installation does not eat the box.
func (s *slot) begin(ctx context.Context) bool {
	if s.fails > 1 {
		wait := min(minBackoff<<min(s.fails, 10), maxBackoff)
		select {
		case <-time.After(wait + rand.N(wait/4)):
		case <-ctx.Done():
			return false
		}
	}
	child, err := start(ctx, s.pool.cfg, s.yields)
	if err != nil {
		s.fails++
		if ctx.Err() == nil {
			s.log.Error("a reader process did not start", "err", err, "failures", s.fails)
		}
		return false
	}
	s.child = child
	s.pool.greeted(child.hello)
	s.pool.stats.alive.Add(1)
	return true
}

func (s *slot) drop(end func()) {
	end()
	s.child = nil
	s.pool.stats.alive.Add(-1)
}

// do gives a request to the child. The caller's context does not cancel it once it is under way, because ending it would
// cost the next request a fresh child; the pool's own time-out does. It stands still while something is prepared for the child.
func (s *slot) do(life context.Context, j *job) outcome {
	st, req := &s.pool.stats, j.req
	j.begun.Store(true)
	st.busy.Add(1)
	defer st.busy.Add(-1)
	ctx, end := context.WithCancelCause(context.WithoutCancel(j.ctx))
	defer end(nil)
	req.Limit = req.timeout(s.pool.cfg.Timeout)
	limit := req.Limit + req.Limit/graceShare
	clock := time.AfterFunc(limit, func() { end(context.DeadlineExceeded) })
	defer clock.Stop()
	total, hard := req.left(j.ctx)
	if req.Total = total; hard > 0 {
		defer time.AfterFunc(hard, func() { end(context.DeadlineExceeded) }).Stop()
	}
	h := &handed{next: func() { clock.Reset(limit) }}
	go s.weigh(ctx, s.child, end)

	req.ID = s.pool.next.Add(1)
	res, err := s.child.call(ctx, req, func() bool {
		clock.Stop()
		defer clock.Reset(limit)
		j.begun.Store(false)
		defer j.begun.Store(true)
		return s.pool.prepared.once(life, s.pool.cfg, s.log)
	}, h)
	if err != nil {
		err = s.bury(ctx, req, err)
		if result, ok := h.result(req.Document.Kind, err); ok {
			return outcome{result: result}
		}
		return outcome{err: err}
	}
	s.fails = 0
	s.pool.stages.add(req.Document.Kind, res.Trace)
	return s.heard(req, res)
}

// heard is what a child's answer comes to.
func (s *slot) heard(req request, res response) outcome {
	st := &s.pool.stats
	if req.Look == nil && res.Part == nil {
		st.served.Add(1)
	}
	switch {
	case res.Err != nil:
		return outcome{err: res.Err, trace: res.Trace}
	case res.View != nil && req.Look != nil:
		return outcome{view: *res.View}
	case res.Part != nil && req.Piece != nil:
		return outcome{part: res.Part}
	case res.Result != nil:
		return outcome{result: *res.Result, trace: res.Trace}
	}
	return outcome{err: extract.Errorf(extract.KindInternal, "the reader gave no answer")}
}

var errOverweight = errors.New("worker: reader process above its memory limit")

// weigh ends a reading whose child grows past twice its limit; below that, the child is replaced after it answered.
func (s *slot) weigh(ctx context.Context, child *process, end context.CancelCauseFunc) {
	tick := time.NewTicker(rssPoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if child.rss() > 2*s.pool.cfg.MaxRSS {
				end(errOverweight)
				return
			}
		}
	}
}

// bury ends a child whose reading failed and says why in the sender's terms.
func (s *slot) bury(ctx context.Context, req request, err error) error {
	st := &s.pool.stats
	var e *extract.Error
	if errors.As(err, &e) { // refused before a byte was sent; the child is as good as before
		return e
	}
	s.drop(s.child.kill)
	s.fails++
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, errOverweight):
		st.crashed.Add(1)
		s.log.Warn("a reading needed too much memory", "kind", req.of())
		return extract.Errorf(extract.KindTooLarge, "this document needs more memory than the box has; send a smaller picture")
	case errors.Is(cause, context.DeadlineExceeded):
		st.timeout.Add(1)
		s.log.Warn("a reading timed out", "kind", req.of(), "limit", s.pool.cfg.Timeout)
		return extract.Errorf(extract.KindTimeout, "reading took longer than %s; send a smaller or clearer picture", s.pool.cfg.Timeout)
	case errors.Is(err, errNotBegun):
		st.crashed.Add(1)
		s.log.Warn("a reader process was gone before it had its request", "err", err)
		return errNotBegun
	default:
		st.crashed.Add(1)
		s.log.Error("a reader process died", "kind", req.of(), "err", err)
		return extract.Errorf(extract.KindCrashed, "the reader failed on this document; the box goes on")
	}
}

// recycle replaces a child that has served its time or grown: Tesseract leaks a few KiB a call.
func (s *slot) recycle() {
	if s.child == nil {
		return
	}
	rss := s.child.rss()
	s.pool.stats.rss.Store(rss)
	if s.child.served < s.pool.cfg.RecycleAfter && rss <= s.pool.cfg.MaxRSS {
		return
	}
	s.log.Debug("replacing a reader process", "served", s.child.served, "rss", rss)
	s.pool.stats.recycled.Add(1)
	s.drop(func() { s.child.retire(2 * time.Second) })
}
