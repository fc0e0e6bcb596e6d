package worker

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"sync"

	"lensd/extract"
)

// Piece asks for a part of a document, see extract.PartReader, or with Join for the whole of parts, which stand for the inputs.
type Piece struct {
	From  int  `json:"from,omitempty"`
	Alone bool `json:"alone,omitempty"`
	Join  bool `json:"join,omitempty"`
}

// spread reads a document part by part in whatever children are free. The first part tells how many pages there are; if it holds
// all of them, the same child has joined it. A page whose child dies or takes too long is one that failed,
// and so is one that the request's time does not reach.
func (p *Pool) spread(ctx context.Context, doc extract.Document) (extract.Result, error) {
	o := p.submit(ctx, request{Document: doc, Piece: &Piece{From: 1}}, p.normal)
	if o.part == nil && o.err == nil {
		return o.result, nil
	}
	var first extract.Part
	switch {
	case o.err == nil && !sane(o.part, 1):
		return extract.Result{}, extract.Errorf(extract.KindInternal, "the reader gave no sound answer")
	case o.err == nil:
		first = *o.part
	case !costsAPage(o.err):
		return extract.Result{}, o.err
	default:
		first = failedPart(1, o.err)
	}
	parts := []extract.Part{first}
	if first.To < first.From { // it was counted only
		parts = nil
	}
	if first.Err != nil { // nobody knows yet how many pages there are
		second := p.part(ctx, doc, first.To+1)
		if second.Err != nil {
			return extract.Result{}, o.err
		}
		parts = append(parts, second)
	}
	read, total := first.To, first.Total
	if first.Err != nil {
		read, total = parts[1].To, parts[1].Total
	}
	parts = append(parts, p.rest(ctx, doc, read+1, total)...)
	if late := ctx.Err(); late != nil {
		if errors.Is(late, context.Canceled) || !slices.ContainsFunc(parts, func(part extract.Part) bool { return part.Err == nil }) {
			return extract.Result{}, extract.Errorf(extract.KindTimeout, "the request ended before its pages were read: %w", late)
		}
		ctx = context.WithoutCancel(ctx) // what was read is handed over; putting it together takes no time
	}
	return p.join(ctx, doc, parts)
}

// join has a child put parts together.
func (p *Pool) join(ctx context.Context, doc extract.Document, parts []extract.Part) (extract.Result, error) {
	packed, err := pack(parts)
	if err != nil {
		return extract.Result{}, err
	}
	doc.Inputs = [][]byte{packed}
	o := p.submit(ctx, request{Document: doc, Piece: &Piece{Join: true}}, p.begun)
	return o.result, o.err
}

// maxPages bounds what a child may say of a document: it may have been taken over, and the daemon makes room for each page.
const maxPages = 1000

// sane reports that a part can be that of the pages from the given one on.
func sane(p *extract.Part, from int) bool {
	return p.From == from && p.To >= from-1 && p.To <= p.Total && p.Total <= maxPages && p.Err == nil
}

// costsAPage reports that a failure concerns the page that was read rather than the request.
func costsAPage(err error) bool {
	return slices.Contains([]extract.ErrorKind{extract.KindCrashed, extract.KindTimeout, extract.KindInternal, extract.KindTooLarge}, extract.KindOf(err))
}

func failedPart(page int, err error) extract.Part {
	e, ok := err.(*extract.Error)
	if !ok {
		e = &extract.Error{Kind: extract.KindInternal, Message: err.Error()}
	}
	return extract.Part{From: page, To: page, Err: &extract.Error{Kind: e.Kind, Page: page, Message: e.Message}}
}

// rest reads the pages from one to another, as many at a time as there are children.
func (p *Pool) rest(ctx context.Context, doc extract.Document, from, to int) []extract.Part {
	if to < from {
		return nil
	}
	parts := make([]extract.Part, to-from+1)
	next := make(chan int, len(parts))
	for n := from; n <= to; n++ {
		next <- n
	}
	close(next)
	var wg sync.WaitGroup
	for range min(p.cfg.Workers, len(parts)) {
		wg.Go(func() {
			for n := range next {
				parts[n-from] = p.part(ctx, doc, n)
			}
		})
	}
	wg.Wait()
	return parts
}

// part reads one page.
func (p *Pool) part(ctx context.Context, doc extract.Document, page int) extract.Part {
	o := p.submit(ctx, request{Document: doc, Piece: &Piece{From: page, Alone: true}}, p.begun)
	switch {
	case o.err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failedPart(page, extract.Errorf(extract.KindTimeout, "the request's time was over before this page was read; send fewer pages at a time"))
	case o.err != nil:
		return failedPart(page, o.err)
	case o.part == nil || !sane(o.part, page) || o.part.To != page:
		return failedPart(page, extract.Errorf(extract.KindInternal, "the reader gave no sound answer"))
	}
	return *o.part
}

// pack writes parts as one blob: there may be more of them than a message has room for blobs.
func pack(parts []extract.Part) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(parts); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	return b.Bytes(), nil
}

func unpack(b []byte) (parts []extract.Part, err error) {
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&parts); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	return parts, nil
}

// piece answers a Piece in the child. A first part that is the whole document is joined at once.
func (t Trade) piece(ctx context.Context, req request) response {
	res := response{ID: req.ID}
	fail := func(err error) response {
		res.Err = asError(err)
		return res
	}
	if t.Parts == nil {
		return fail(extract.Errorf(extract.KindUnavailable, "this reader process reads no parts of documents"))
	}
	doc := req.Document
	var parts []extract.Part
	if req.Piece.Join {
		var err error
		if parts, err = unpack(doc.Inputs[0]); err != nil {
			return fail(err)
		}
	} else {
		part, err := t.Parts.ReadPart(ctx, doc, req.Piece.From, req.Piece.Alone)
		if err != nil {
			return fail(err)
		}
		if req.Piece.Alone || part.To < part.Total {
			res.Part = &part
			return res
		}
		parts = []extract.Part{part}
	}
	result, err := t.Parts.Join(ctx, doc, parts)
	if err != nil {
		return fail(err)
	}
	res.Result = &result
	return res
}
