package worker

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lensd/extract"
	"lensd/extract/trace"
)

// Config of a Pool. Zero values take the defaults named beside them.
type Config struct {
	Command      []string       // program and arguments of the child
	Prepare      []string       // program and arguments of what is done once when a child first asks for it; none: nothing
	Env          []string       // added to the daemon's environment
	Workers      int            // children; 0: one a core; below: none, and nothing is read
	Queue        int            // waiting requests beyond those being served; 4 a worker
	Express      bool           // one child more, which Urgent alone uses; the others yield the processor to it
	Timeout      time.Duration  // of one reading; 30 s
	StartTimeout time.Duration  // until a child greets; 30 s
	RecycleAfter int            // readings after which a child is replaced; 500
	MaxRSS       int64          // bytes above which a child is ended; 700 MiB
	Parts        []extract.Kind // kinds of which several children may read the pages of one document, see Trade.Parts
	Log          *slog.Logger
}

func (c Config) withDefaults() Config {
	set := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	if c.Workers == 0 {
		c.Workers = runtime.NumCPU()
	}
	c.Workers = max(0, c.Workers)
	set(&c.Queue, 4*c.Workers)
	set(&c.RecycleAfter, 500)
	if c.Timeout <= 0 {
		c.Timeout = 30 * time.Second
	}
	if c.StartTimeout <= 0 {
		c.StartTimeout = 30 * time.Second
	}
	if c.MaxRSS <= 0 {
		c.MaxRSS = 700 << 20
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

// Pool reads documents in child processes. It is safe for concurrent use.
type Pool struct {
	cfg     Config
	express chan *job // nil without Config.Express; unbuffered: a send succeeds while its child waits
	urgent  chan *job
	begun   chan *job // parts of documents that have begun: they pass those in normal, which would make them late otherwise
	normal  chan *job
	next    atomic.Uint64
	stats   counters
	stages  stages
	done    chan struct{}

	prepared preparation
	mu       sync.Mutex
	hello    *response // of the child that started last
}

// ErrEnded is within the error of what was waiting, or came, when the pool had ended: another pool may do it.
var ErrEnded = errors.New("the readers have ended")

type job struct {
	ctx    context.Context
	req    request
	answer chan outcome
	begun  atomic.Bool // a child reads it; not while it waits for one, or for what is prepared
}

type outcome struct {
	result extract.Result
	part   *extract.Part
	view   View
	trace  *trace.Report
	err    error
}

// New returns a pool whose children run while Serve does.
func New(cfg Config) (*Pool, error) {
	if len(cfg.Command) == 0 {
		return nil, errors.New("worker: no command for the reader processes")
	}
	cfg = cfg.withDefaults()
	p := &Pool{cfg: cfg, urgent: make(chan *job, cfg.Queue), begun: make(chan *job), normal: make(chan *job, cfg.Queue), done: make(chan struct{})}
	if cfg.Express {
		p.express = make(chan *job)
	}
	return p, nil
}

// Serve runs the children until ctx ends, and ends them.
func (p *Pool) Serve(ctx context.Context) error {
	defer close(p.done)
	var wg sync.WaitGroup
	for n := range p.cfg.Workers {
		wg.Go(func() {
			(&slot{pool: p, log: p.cfg.Log.With("worker", n), take: p.take, yields: p.express != nil}).run(ctx)
		})
	}
	if p.express != nil {
		wg.Go(func() { (&slot{pool: p, log: p.cfg.Log.With("worker", "express"), take: p.takeExpress}).run(ctx) })
	}
	wg.Wait()
	<-ctx.Done() // of a pool without children
	return ctx.Err()
}

// Read queues doc behind other requests. It fails with KindBusy at once when the queue is full.
func (p *Pool) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	if slices.Contains(p.cfg.Parts, doc.Kind) {
		return p.spread(ctx, doc)
	}
	o := p.submit(ctx, request{Document: doc}, p.normal)
	return o.result, o.err
}

// Urgent returns a reader whose documents pass all those that wait in Read: the box's own stations use it. With
// Config.Express a child of its own reads them at once and has the processor before the others, so that a burst from the
// network hardly delays them; without, they wait for the readings under way.
func (p *Pool) Urgent() extract.Reader {
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		o := p.submit(ctx, request{Document: doc}, p.urgent)
		return o.result, o.err
	})
}

func (p *Pool) submit(ctx context.Context, req request, queue chan *job) outcome {
	if p.cfg.Workers == 0 && p.express == nil {
		return outcome{err: extract.Errorf(extract.KindUnavailable, "this box has no readers of its own")}
	}
	j := &job{ctx: ctx, req: req, answer: make(chan outcome, 1)}
	if queue == p.begun {
		if o := p.insist(ctx, j); o != nil {
			return *o
		}
	} else if !p.enqueue(j, queue) {
		p.stats.refused.Add(1)
		return outcome{err: extract.Errorf(extract.KindBusy, "the box is busy; try again in a moment")}
	}
	select {
	case o := <-j.answer:
		return o
	case <-ctx.Done():
		return outcome{err: p.late(j)}
	case <-p.done:
		return outcome{err: ended()}
	}
}

func ended() error {
	return extract.Errorf(extract.KindUnavailable, "the box is shutting down: %w", ErrEnded)
}

// late says why a job has no answer when its sender's time is over. What was never begun is the box's load, and worth another
// try; what was begun may take as long again.
func (p *Pool) late(j *job) error {
	switch {
	case errors.Is(j.ctx.Err(), context.Canceled):
		return extract.Errorf(extract.KindTimeout, "the request was ended by its sender: %w", j.ctx.Err())
	case j.begun.Load():
		return extract.Errorf(extract.KindTimeout, "the reading takes longer than a request may: %w", j.ctx.Err())
	case p.stats.alive.Load() == 0:
		return extract.Errorf(extract.KindUnavailable, "no reader process runs; the box's log says why: %w", j.ctx.Err())
	}
	return extract.Errorf(extract.KindBusy, "the box was busy for as long as a request may take; try again in a moment: %w", j.ctx.Err())
}

// insist waits until a child takes a part of a document that has begun. It returns what to answer instead; nil: one has it.
func (p *Pool) insist(ctx context.Context, j *job) *outcome {
	select {
	case p.begun <- j:
		return nil
	case <-ctx.Done():
		return &outcome{err: p.late(j)}
	case <-p.done:
		return &outcome{err: ended()}
	}
}

// enqueue hands a job to the express child when it is urgent and that one is free, else to a queue; false: it is full.
func (p *Pool) enqueue(j *job, queue chan *job) bool {
	if queue == p.urgent {
		select {
		case p.express <- j: // never ready where there is none
			return true
		default:
		}
	}
	select {
	case queue <- j:
		return true
	default:
		return false
	}
}

// takeExpress waits for the next urgent job; nil when ctx ends or the child is gone.
func (p *Pool) takeExpress(ctx context.Context, gone <-chan struct{}) *job {
	select {
	case j := <-p.express:
		return j
	case j := <-p.urgent:
		return j
	case <-gone:
		return nil
	case <-ctx.Done():
		return nil
	}
}

// take waits for the next job, urgent ones first, then parts of documents that have begun; nil when ctx ends or the child is gone.
func (p *Pool) take(ctx context.Context, gone <-chan struct{}) *job {
	select {
	case <-gone:
		return nil
	case j := <-p.urgent:
		return j
	default:
	}
	select {
	case j := <-p.urgent:
		return j
	case j := <-p.begun:
		return j
	default:
	}
	select {
	case j := <-p.urgent:
		return j
	case j := <-p.begun:
		return j
	case j := <-p.normal:
		return j
	case <-gone:
		return nil
	case <-ctx.Done():
		return nil
	}
}

// Sandbox tells what the children are held by, and whether nothing of it is missing; "" before the first one started.
func (p *Pool) Sandbox() (words string, whole bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hello == nil {
		return "", false
	}
	return p.hello.Sandbox, p.hello.Whole
}

// greeted notes what a child said of itself, and tells once what its sandbox lacks.
func (p *Pool) greeted(hello response) {
	p.mu.Lock()
	first := p.hello == nil
	p.hello = &hello
	p.mu.Unlock()
	if first && hello.Sandbox != "" && !hello.Whole {
		p.cfg.Log.Warn("reader processes are less confined than they could be", "sandbox", hello.Sandbox)
	}
}

// Kinds returns the document kinds that the children said they read, nil before the first one started.
func (p *Pool) Kinds() []extract.Kind {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hello == nil {
		return nil
	}
	return p.hello.Kinds
}
