package trigger

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
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
	machine      *settle.Machine[camera.Frame]
	state        func(string)
	after        uint64
	idle, active time.Duration // between two looks; decoding costs a Pi some 40 ms each
}

// NewSettle watches frames and tells of each new state of the desk (see settle.State); state may be nil.
func NewSettle(frames Frames, state func(string)) *Settle {
	if state == nil {
		state = func(string) {}
	}
	return &Settle{
		frames: frames, machine: settle.New[camera.Frame](settle.Config{}), state: state,
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
			if e, ok := s.look(frame); ok && e.Take {
				return Shot{Cause: "settle", Frame: &e.Frame}, nil
			}
		}
		if err := sleep(ctx, s.pace()); err != nil {
			return Shot{}, err
		}
	}
}

// look shows the machine one picture. One that cannot be decoded says nothing about the desk; the next one will.
func (s *Settle) look(frame camera.Frame) (settle.Event[camera.Frame], bool) {
	img, err := luma(frame.JPEG)
	if err != nil {
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

// Sizes of pictures that are looked at; larger ones are left to the other triggers.
const (
	minSettleWidth, minSettleHeight = 64, 48
	maxSettlePixels                 = 16 << 20
)

var errNotForSettling = errors.New("the picture is too large, too small or not in a colour model that cameras use")

// luma decodes a JPEG's brightness.
func luma(b []byte) (*image.Gray, error) {
	cfg, err := jpeg.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if cfg.Width < minSettleWidth || cfg.Height < minSettleHeight || cfg.Width*cfg.Height > maxSettlePixels {
		return nil, errNotForSettling
	}
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	switch img := img.(type) {
	case *image.YCbCr:
		return &image.Gray{Pix: img.Y, Stride: img.YStride, Rect: image.Rect(0, 0, cfg.Width, cfg.Height)}, nil
	case *image.Gray:
		return img, nil
	}
	return nil, errNotForSettling
}
