package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"lensd/extract"
)

// mostHanded bounds what the daemon keeps of a document's pages that are not answered yet: the child may have been taken over.
const mostHanded = 64 << 20

// handed is what the daemon has of a reading under way: the pages that are read, as the child sent them.
type handed struct {
	pages [][]byte
	size  int
	next  func() // told of each page: the next one has time of its own
}

func (h *handed) take(blobs [][]byte) error {
	for _, b := range blobs {
		h.pages, h.size = append(h.pages, b), h.size+len(b)
	}
	if len(blobs) != 1 || len(h.pages) > maxPages || h.size > mostHanded {
		return errMessage
	}
	h.next()
	return nil
}

// result is what is left of a document whose reader died over a page or took too long: the pages before, and why there are no
// more. ok is false where no page was read.
func (h *handed) result(kind extract.Kind, err error) (r extract.Result, ok bool) {
	r.Kind = kind
	for _, b := range h.pages {
		var p extract.Page
		if json.Unmarshal(b, &p) != nil {
			return r, false
		}
		r.Pages = append(r.Pages, p)
	}
	if !slices.ContainsFunc(r.Pages, func(p extract.Page) bool { return p.Err == nil }) {
		return r, false
	}
	n := len(r.Pages) + 1
	r.Pages = append(r.Pages, extract.Page{Number: n, Err: &extract.Error{Kind: extract.KindOf(err), Page: n, Message: "neither this page nor those after it were read: " + message(err)}})
	return r, true
}

func message(err error) string {
	var e *extract.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

// Shares of the time that the sender of a request has left: the child is asked to end, and is killed, before it is over, so that
// what was read still reaches the sender.
const (
	softShare = 0.8
	hardShare = 0.9
)

// left returns shares of the time until ctx ends; 0: it does not end by itself, or a part is read, whose whole is watched over
// by whoever has the others.
func (r request) left(ctx context.Context) (soft, hard time.Duration) {
	end, ok := ctx.Deadline()
	if !ok || r.Piece != nil {
		return 0, 0
	}
	t := max(time.Millisecond, time.Until(end))
	return time.Duration(softShare * float64(t)), time.Duration(hardShare * float64(t))
}

// hand is the child's side: it sends a page on and begins the time of the next.
func (c *Child) hand(p extract.Page) {
	b, err := json.Marshal(p)
	if err == nil {
		err = writeMessage(c.out, response{ID: c.current, Handed: true}, [][]byte{b})
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "a page was not handed over: %v\n", err)
		return
	}
	if c.limit > 0 && c.clock.Stop() {
		c.clock.Reset(c.limit)
	}
}
