package trigger

import (
	"context"
	"image"
	"time"

	"lensd/device/camera"
	"lensd/device/trigger/settle"
)

// Frames hands out live pictures, as a *camera.Camera does.
type Frames interface {
	Next(ctx context.Context, after uint64) (camera.Frame, error)
}

// Settle orders a reading when something new lies still and sharp before the camera: a parcel put on a desk, a page laid
// down. It looks seldom at an empty desk and often while something happens.
type Settle struct {
	frames       Frames
	luma         Luma
	machine      *settle.Machine[camera.Frame]
	state        func(string)
	after        uint64
	idle, active time.Duration // between two looks; decoding costs a Pi some 40 ms each
}

// Luma finds a JPEG's brightness. The trigger leaves it to others: pictures can come from anyone on the network, and decoding
// them is the business of processes with limits.
type Luma func(ctx context.Context, jpeg []byte) (*image.Gray, error)

// NewSettle watches frames and tells of each new state of the desk (see settle.State); state may be nil.
func NewSettle(frames Frames, luma Luma, state func(string)) *Settle {
	if state == nil {
		state = func(string) {}
	}
	return &Settle{
		frames: frames, luma: luma, machine: settle.New[camera.Frame](settle.Config{}), state: state,
		idle: 250 * time.Millisecond, active: 110 * time.Millisecond,
	}
}

// Next waits until something new has come to rest. A camera in trouble is waited for: its supervisor tells of it.
func (s *Settle) Next(ctx context.Context) (Shot, error) {
	for {
		frame, err := s.frames.Next(ctx, s.after)
		if ctx.Err() != nil {
			return Shot{}, ctx.Err()
		}
		if err == nil {
			s.after = frame.Seq
			if e, ok := s.look(ctx, frame); ok && e.Take {
				return Shot{Cause: "settle", Frame: &e.Frame}, nil
			}
		}
		if err := sleep(ctx, s.pace()); err != nil {
			return Shot{}, err
		}
	}
}

// look shows the machine one picture. One that cannot be decoded says nothing about the desk; the next one will.
func (s *Settle) look(ctx context.Context, frame camera.Frame) (settle.Event[camera.Frame], bool) {
	img, err := s.luma(ctx, frame.JPEG)
	if err != nil || img.Rect.Dx() < minSettleWidth || img.Rect.Dy() < minSettleHeight {
		return settle.Event[camera.Frame]{}, false
	}
	at := frame.Time
	if at.IsZero() {
		at = time.Now()
	}
	before := s.machine.State()
	e := s.machine.Observe(img, at, frame)
	if e.State != before {
		s.state(string(e.State))
	}
	return e, true
}

func (s *Settle) pace() time.Duration {
	switch s.machine.State() {
	case settle.Empty, settle.Hold, settle.Dark:
		return s.idle
	}
	return s.active
}

// minSettleWidth and minSettleHeight are what the machine's grid needs.
const minSettleWidth, minSettleHeight = 64, 48
