package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"lensd/extract"
)

// Descriptors of the child's ends of the pipes. Standard output stays free, because C libraries print to it.
const (
	requestFD  = 3
	responseFD = 4
)

// ServeChild answers requests on the inherited descriptors until the daemon closes them. kinds is sent as a greeting,
// after which the daemon gives work; look answers its Looks.
func ServeChild(ctx context.Context, reader extract.Reader, kinds []extract.Kind, look Looker) error {
	in, out := os.NewFile(requestFD, "requests"), os.NewFile(responseFD, "responses")
	if in == nil || out == nil {
		return errors.New("worker: this command is started by the daemon, not by hand")
	}
	defer in.Close()
	defer out.Close()
	return serve(ctx, in, out, trade{reader, look}, kinds)
}

// trade is what a child can do.
type trade struct {
	read extract.Reader
	look Looker
}

func serve(ctx context.Context, in io.Reader, out io.Writer, t trade, kinds []extract.Kind) error {
	if err := writeMessage(out, response{Kinds: kinds}, nil); err != nil {
		return err
	}
	for {
		var req request
		blobs, err := readMessage(in, &req)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		req.Document.Inputs = blobs
		if err := writeMessage(out, response{ID: req.ID, Begun: true}, nil); err != nil {
			return err
		}
		res := answer(ctx, t, req)
		blobs = nil
		if res.View != nil {
			blobs = [][]byte{res.View.Bytes}
		}
		if err := writeMessage(out, res, blobs); err != nil {
			return err
		}
	}
}

// answer turns a Go panic into an error answer: unlike a C++ exception it leaves the child usable.
func answer(ctx context.Context, t trade, req request) (res response) {
	res.ID = req.ID
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "panic while reading %s: %v\n%s", req.of(), p, debug.Stack())
			res.Result = nil
			res.Err = extract.Errorf(extract.KindInternal, "the reader failed on this document")
		}
	}()
	if req.Look != nil {
		return t.view(req)
	}
	result, err := t.read.Read(ctx, req.Document)
	if err != nil {
		res.Err = asError(err)
		return res
	}
	res.Result = &result
	return res
}

func (t trade) view(req request) response {
	if t.look == nil || len(req.Document.Inputs) != 1 {
		return response{ID: req.ID, Err: extract.Errorf(extract.KindUnavailable, "this reader process shows no pictures")}
	}
	view, err := t.look(req.Document.Inputs[0], *req.Look)
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
