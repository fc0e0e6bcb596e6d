package trigger

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/camera"
)

// desk draws a desk with a parcel at x (none below 0), sensor noise, and a brightness offset as automatic exposure makes it.
func desk(x, brightness int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	img := image.NewGray(image.Rect(0, 0, 320, 240))
	draw.Draw(img, img.Rect, &image.Uniform{color.Gray{Y: uint8(110 + brightness)}}, image.Point{}, draw.Src)
	if x >= 0 {
		draw.Draw(img, image.Rect(x, 60, x+90, 150), &image.Uniform{color.Gray{Y: uint8(190 + brightness)}}, image.Point{}, draw.Src)
		for bar := x + 10; bar < x+80; bar += 6 {
			draw.Draw(img, image.Rect(bar, 70, bar+3, 110), &image.Uniform{color.Gray{Y: 40}}, image.Point{}, draw.Src)
		}
	}
	for i := range img.Pix {
		img.Pix[i] = uint8(int(img.Pix[i]) + r.IntN(13) - 6)
	}
	var buf bytes.Buffer
	_ = jpeg.Encode(&buf, img, nil)
	return buf.Bytes()
}

// reel plays pictures; an empty one is a camera in trouble.
type reel struct {
	jpegs [][]byte
	n     int
}

func (r *reel) Next(ctx context.Context, after uint64) (camera.Frame, error) {
	if r.n >= len(r.jpegs) {
		<-ctx.Done()
		return camera.Frame{}, ctx.Err()
	}
	r.n++
	if len(r.jpegs[r.n-1]) == 0 {
		return camera.Frame{}, errors.New("the camera is stale")
	}
	at := time.Unix(1_700_000_000, 0).Add(time.Duration(r.n) * 200 * time.Millisecond)
	return camera.Frame{JPEG: r.jpegs[r.n-1], Time: at, Seq: after + 1}, nil
}

func TestSettleHandsOverThePictureAndSurvivesTrouble(t *testing.T) {
	jpegs := [][]byte{desk(-1, 0, 1), desk(-1, 0, 2), desk(-1, 0, 3), nil, []byte("no picture")}
	for seed := range uint64(6) {
		jpegs = append(jpegs, desk(100, 0, 4+seed))
	}
	var states []string
	s := NewSettle(&reel{jpegs: jpegs}, luma, func(state string) { states = append(states, state) })
	s.idle, s.active = time.Microsecond, time.Microsecond
	shot, err := s.Next(background(t))
	require.NoError(t, err)
	require.NotNil(t, shot.Frame)
	assert.Contains(t, jpegs[6:], shot.Frame.JPEG)
	assert.Equal(t, "settle", shot.Cause)
	assert.Equal(t, []string{"settling", "empty", "moving", "settling", "hold"}, states)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// luma decodes in the test what a reader process decodes in a box.
func luma(_ context.Context, b []byte) (*image.Gray, error) {
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return img.(*image.Gray), nil
}

func TestTinyPicturesSayNothing(t *testing.T) {
	var tiny bytes.Buffer
	require.NoError(t, jpeg.Encode(&tiny, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	s := NewSettle(nil, luma, nil)
	for _, b := range [][]byte{nil, []byte("x"), tiny.Bytes()} {
		_, ok := s.look(context.Background(), camera.Frame{JPEG: b})
		assert.False(t, ok)
	}
}
