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
	}
	for i := range img.Pix {
		img.Pix[i] = uint8(int(img.Pix[i]) + r.IntN(13) - 6)
	}
	var buf bytes.Buffer
	_ = jpeg.Encode(&buf, img, nil)
	return buf.Bytes()
}

func TestSettle(t *testing.T) {
	type step struct{ x, brightness int }
	empty := step{-1, 0}
	cases := []struct {
		name  string
		steps []step
		want  []int // the looks at which a reading is ordered
	}{
		{"an empty desk", []step{empty, empty, empty, empty, empty}, nil},
		{"a parcel comes to rest", []step{empty, empty, {10, 0}, {60, 0}, {110, 0}, {110, 0}, {110, 0}, {110, 0}, {110, 0}}, []int{6}},
		{"a hand passes", []step{empty, empty, {10, 0}, {150, 0}, empty, empty, empty, empty}, nil},
		{"the light changes", []step{empty, empty, {-1, 20}, {-1, 40}, {-1, 40}, {-1, 40}, {-1, 0}, {-1, 0}, {-1, 0}}, nil},
		{"one parcel after the other", []step{empty, {30, 0}, {30, 0}, {30, 0}, {180, 0}, {180, 0}, {180, 0}, {180, 0}}, []int{3, 6}},
		{"the same stays", []step{empty, {30, 0}, {30, 0}, {30, 0}, {30, 10}, {30, 10}, {30, 0}, {30, 0}, {30, 0}}, []int{3}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var s scene
			var got []int
			for i, st := range c.steps {
				g, err := shrink(desk(st.x, st.brightness, uint64(i)))
				require.NoError(t, err)
				if s.look(g) {
					got = append(got, i)
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
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
	return camera.Frame{JPEG: r.jpegs[r.n-1], Seq: after + 1}, nil
}

func TestSettleHandsOverThePictureAndSurvivesTrouble(t *testing.T) {
	still := desk(100, 0, 9)
	s := NewSettle(&reel{jpegs: [][]byte{desk(-1, 0, 1), nil, []byte("no picture"), desk(100, 0, 2), desk(100, 0, 3), still}})
	s.pace = time.Microsecond
	shot, err := s.Next(background(t))
	require.NoError(t, err)
	require.NotNil(t, shot.Frame)
	assert.Equal(t, still, shot.Frame.JPEG)
	assert.Equal(t, "settle", shot.Cause)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.Next(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestShrinkRefusesWhatIsNoCameraPicture(t *testing.T) {
	var tiny bytes.Buffer
	require.NoError(t, jpeg.Encode(&tiny, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	for _, b := range [][]byte{nil, []byte("x"), tiny.Bytes(), desk(1, 0, 1)[:300]} {
		_, err := shrink(b)
		require.Error(t, err)
	}
}

// FuzzShrink: foreign bytes from a camera never panic the daemon.
func FuzzShrink(f *testing.F) {
	f.Add(desk(40, 0, 1)[:400])
	f.Add([]byte("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x18\x00\x20\x01\x01\x11\x00"))
	f.Fuzz(func(_ *testing.T, b []byte) { _, _ = shrink(b) })
}
