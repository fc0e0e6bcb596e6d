package trigger

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"time"

	"lensd/device/camera"
)

// Frames hands out live pictures, as a *camera.Camera does.
type Frames interface {
	Next(ctx context.Context, after uint64) (camera.Frame, error)
}

// Settle orders a reading when something new has come to rest before the camera: a parcel put on a desk, a page laid down.
// It compares small grey pictures, so it needs neither OpenCV nor a set-up for the scene.
type Settle struct {
	frames Frames
	pace   time.Duration // between two looks; decoding costs a Pi some 40 ms each
	after  uint64
	scene  scene
}

// NewSettle watches frames.
func NewSettle(frames Frames) *Settle { return &Settle{frames: frames, pace: 300 * time.Millisecond} }

// Next waits until the scene has changed and is at rest again. A camera in trouble is waited for: its supervisor tells of it.
func (s *Settle) Next(ctx context.Context) (Shot, error) {
	for {
		frame, err := s.frames.Next(ctx, s.after)
		if ctx.Err() != nil {
			return Shot{}, ctx.Err()
		}
		if err == nil {
			s.after = frame.Seq
			// A picture that cannot be decoded says nothing about the scene; the next one will.
			if small, err := shrink(frame.JPEG); err == nil && s.scene.look(small) {
				return Shot{Cause: "settle", Frame: &frame}, nil
			}
		}
		if err := sleep(ctx, s.pace); err != nil {
			return Shot{}, err
		}
	}
}

// The small picture's size and what counts as a change. A cell has changed when it differs by more than a camera's noise and its
// automatic exposure's drift make; the scene has when more than a hundredth of the cells have.
const (
	gridWidth, gridHeight = 64, 48
	cellChange            = 14                           // grey levels of 255, after the mean's change is taken off
	movingCells           = gridWidth * gridHeight / 200 // between two looks: something moves
	newCells              = gridWidth * gridHeight / 100 // against the last scene read: something new
	restLooks             = 2                            // looks without movement before it is called rest
	maxSettlePixels       = 16 << 20                     // larger pictures are left to the other triggers
)

type grid [gridWidth * gridHeight]uint8

// scene is the state between looks.
type scene struct {
	last, read *grid // the look before, and the look that was read (or the first one)
	rest       int   // looks without movement
}

// look takes the next look and says whether to read now.
func (s *scene) look(g *grid) bool {
	last := s.last
	s.last = g
	if s.read == nil { // what stands there when the box starts is the background
		s.read = g
		return false
	}
	if changed(last, g) > movingCells {
		s.rest = 0
		return false
	}
	s.rest++
	if s.rest != restLooks || changed(s.read, g) <= newCells {
		return false
	}
	s.read = g
	return true
}

// changed counts the cells that differ once the change of the whole picture's brightness is taken off.
func changed(a, b *grid) int {
	shift := b.mean() - a.mean()
	n := 0
	for i := range a {
		if d := int(b[i]) - int(a[i]) - shift; d > cellChange || d < -cellChange {
			n++
		}
	}
	return n
}

func (g *grid) mean() int {
	sum := 0
	for _, v := range g {
		sum += int(v)
	}
	return sum / len(g)
}

var errNotForSettling = errors.New("the picture is too large or not in a colour model that cameras use")

// shrink decodes a JPEG and averages its luma into a grid.
func shrink(b []byte) (*grid, error) {
	cfg, err := jpeg.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if cfg.Width < gridWidth || cfg.Height < gridHeight || cfg.Width*cfg.Height > maxSettlePixels {
		return nil, errNotForSettling
	}
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	switch img := img.(type) {
	case *image.YCbCr:
		return average(img.Y, img.YStride, cfg.Width, cfg.Height), nil
	case *image.Gray:
		return average(img.Pix, img.Stride, cfg.Width, cfg.Height), nil
	}
	return nil, errNotForSettling
}

// average takes every second pixel of every second row of each cell, which is enough against noise.
func average(luma []uint8, stride, width, height int) *grid {
	g := new(grid)
	for cy := range gridHeight {
		for cx := range gridWidth {
			sum, n := 0, 0
			for y := cy * height / gridHeight; y < (cy+1)*height/gridHeight; y += 2 {
				row := luma[y*stride:]
				for x := cx * width / gridWidth; x < (cx+1)*width/gridWidth; x += 2 {
					sum += int(row[x])
					n++
				}
			}
			g[cy*gridWidth+cx] = uint8(sum / n)
		}
	}
	return g
}
