package uplink

import (
	"context"
	"sync"
)

// inbox takes messages out of the client's goroutine, in which nothing may block or publish (paho #411, #509, #621).
// It holds one entry a station and leaf: a command that waits already is not doubled, a frame is replaced by a newer.
type inbox struct {
	mu      sync.Mutex
	waiting map[inKey][]byte
	order   []inKey
	changed chan struct{}
}

type inKey struct{ station, leaf string }

const (
	leafCommand = "cmd/read"
	leafFrame   = "frame"
	// maxFrame is the largest picture taken from the frame topic; what is larger is no camera frame.
	maxFrame = 16 << 20
)

func newInbox() *inbox {
	return &inbox{waiting: map[inKey][]byte{}, changed: make(chan struct{}, 1)}
}

// put is called by the client for each message; it never blocks.
func (b *inbox) put(station, leaf string, payload []byte) {
	if leaf != leafCommand && leaf != leafFrame || len(payload) > maxFrame {
		return
	}
	k := inKey{station, leaf}
	b.mu.Lock()
	if _, ok := b.waiting[k]; !ok {
		b.order = append(b.order, k)
	}
	b.waiting[k] = payload
	b.mu.Unlock()
	select {
	case b.changed <- struct{}{}:
	default:
	}
}

func (b *inbox) take() (k inKey, payload []byte, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.order) == 0 {
		return k, nil, false
	}
	k = b.order[0]
	b.order = b.order[1:]
	payload = b.waiting[k]
	delete(b.waiting, k)
	return k, payload, true
}

func (b *inbox) serve(ctx context.Context, h Handler) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.changed:
		}
		for k, payload, ok := b.take(); ok && ctx.Err() == nil; k, payload, ok = b.take() {
			if k.leaf == leafFrame {
				h.Frame(k.station, payload)
			} else {
				h.ReadNow(k.station)
			}
		}
	}
}
