package camera

import (
	"context"
	"errors"
)

// Push is a source for pictures that others bring, over MQTT or HTTP. Make it with NewPush.
type Push struct{ frames chan []byte }

// NewPush returns a source that holds at most one picture that was not taken yet.
func NewPush() *Push { return &Push{frames: make(chan []byte, 1)} }

// Put hands over a JPEG, which must not be changed afterwards. It never blocks: when the supervisor is busy with the one
// before, that one is replaced. An error says why the bytes are not accepted.
func (p *Push) Put(jpeg []byte) error {
	if err := CheckJPEG(jpeg); err != nil {
		return err
	}
	for range 2 {
		select {
		case p.frames <- jpeg:
			return nil
		default:
		}
		select {
		case <-p.frames:
		default:
		}
	}
	return errors.New("pictures come in faster than they are taken")
}

// Run passes pictures on until ctx ends.
func (p *Push) Run(ctx context.Context, emit func([]byte)) error {
	for {
		select {
		case jpeg := <-p.frames:
			emit(jpeg)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
