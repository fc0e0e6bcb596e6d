package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"lensd/extract"
	"lensd/extract/trace"
)

// Descriptors of the child's ends of the pipes. Standard output stays free, because C libraries print to it.
const (
	requestFD  = 3
	responseFD = 4
)

// Child is the reader process's end of the pipes.
type Child struct {
	in      io.ReadCloser
	out     io.WriteCloser
	current uint64 // the request under way
	clock   *time.Timer
	limit   time.Duration // of the request under way; 0: none
}

// OpenChild takes the inherited descriptors.
func OpenChild() (*Child, error) {
	in, out := os.NewFile(requestFD, "requests"), os.NewFile(responseFD, "responses")
	if in == nil || out == nil {
		return nil, errors.New("worker: this command is started by the daemon, not by hand")
	}
	return &Child{in: in, out: out}, nil
}

// Trade is what a child can do and how it is held.
type Trade struct {
	Reader  extract.Reader
	Parts   extract.PartReader // reads the kinds of Config.Parts; nil: none
	Kinds   []extract.Kind     // sent as a greeting, after which the daemon gives work
	Look    Looker             // answers Looks; nil: it shows none
	Sandbox string             // what the child is held by, in words; "": it does not say
	Whole   bool               // nothing of the sandbox is missing
}

// Serve answers requests until the daemon closes the pipes.
func (c *Child) Serve(ctx context.Context, t Trade) error {
	defer c.in.Close()
	defer c.out.Close()
	if err := writeMessage(c.out, response{Kinds: t.Kinds, Sandbox: t.Sandbox, Whole: t.Whole}, nil); err != nil {
		return err
	}
	for {
		var req request
		blobs, err := readMessage(c.in, &req)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		c.current = req.ID
		req.Document.Inputs = blobs
		if err := writeMessage(c.out, response{ID: req.ID, Begun: true}, nil); err != nil {
			return err
		}
		res := c.within(ctx, t, req)
		blobs = nil
		if res.View != nil {
			blobs = [][]byte{res.View.Bytes}
		}
		if res.Part != nil {
			blobs = [][]byte{res.Part.Found}
		}
		if err := writeMessage(c.out, res, blobs); err != nil {
			return err
		}
	}
}

// within answers a request, whose reader is asked to end when its time is over.
func (c *Child) within(ctx context.Context, t Trade, req request) response {
	if !req.Document.Options.Burst {
		ctx = extract.WithHand(ctx, c.hand)
	}
	if c.limit = req.Limit; c.limit <= 0 {
		return answer(ctx, t, req)
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c.clock = time.AfterFunc(c.limit, func() { end(context.DeadlineExceeded) })
	defer c.clock.Stop()
	if req.Total > 0 {
		whole := time.AfterFunc(req.Total, func() { end(context.DeadlineExceeded) })
		defer whole.Stop()
	}
	return answer(ctx, t, req)
}

// Prepare asks the daemon for what the child may not do itself (Config.Prepare) and waits until it is done, or has failed. It may
// be called while a request is read, whose clock stands still meanwhile.
func (c *Child) Prepare() error {
	if c.limit > 0 && c.clock.Stop() {
		defer c.clock.Reset(c.limit)
	}
	if err := writeMessage(c.out, response{ID: c.current, Prepare: true}, nil); err != nil {
		return err
	}
	var done request
	if _, err := readMessage(c.in, &done); err != nil {
		return err
	}
	if !done.Prepared {
		return errors.New("worker: the preparation failed; the daemon's log tells why")
	}
	return nil
}

// answer turns a Go panic into an error answer: unlike a C++ exception it leaves the child usable.
func answer(ctx context.Context, t Trade, req request) (res response) {
	res.ID = req.ID
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "panic while reading %s: %v\n%s", req.of(), p, debug.Stack())
			res.Result, res.Trace = nil, nil
			res.Err = extract.Errorf(extract.KindInternal, "the reader failed on this document")
		}
	}()
	if req.Look != nil {
		return t.view(req)
	}
	tr := trace.New(req.Trace)
	ctx = trace.With(ctx, tr)
	defer func() { res.Trace = tr.Report() }()
	if req.Piece != nil {
		return t.piece(ctx, req)
	}
	result, err := t.Reader.Read(ctx, req.Document)
	if err != nil {
		res.Err = asError(err)
		return res
	}
	tr.Result(result)
	res.Result = &result
	return res
}

func (t Trade) view(req request) response {
	if t.Look == nil || len(req.Document.Inputs) != 1 {
		return response{ID: req.ID, Err: extract.Errorf(extract.KindUnavailable, "this reader process shows no pictures")}
	}
	view, err := t.Look(req.Document.Inputs[0], *req.Look)
	if err != nil {
		return response{ID: req.ID, Err: asError(err)}
	}
	return response{ID: req.ID, View: &view}
}

func asError(err error) *extract.Error {
	var e *extract.Error
	if errors.As(err, &e) {
		return e
	}
	return &extract.Error{Kind: extract.KindInternal, Message: "the reader failed: " + err.Error(), Err: err}
}
