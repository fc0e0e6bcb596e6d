package capture

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const patience = 60 * time.Second

// scene is a picture whose left part, n of 8 parts wide, is bright.
func scene(t testing.TB, n int) []byte {
	t.Helper()
	img := image.NewYCbCr(image.Rect(0, 0, 320, 240), image.YCbCrSubsampleRatio420)
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = 128, 128
	}
	for y := range 240 {
		for x := range 320 {
			img.Y[y*img.YStride+x] = 40
			if x < n*40 {
				img.Y[y*img.YStride+x] = 200
			}
		}
	}
	var buf bytes.Buffer
	require.NoError(t, jpeg.Encode(&buf, img, &jpeg.Options{Quality: 92}))
	return buf.Bytes()
}

// bright measures how many eighths of a picture are bright.
func bright(t testing.TB, b []byte) int {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, image.Pt(320, 240), img.Bounds().Size())
	n := 0
	for x := 20; x < 320; x += 40 {
		if y := color.GrayModel.Convert(img.At(x, 120)).(color.Gray).Y; y > 120 {
			n++
		}
	}
	return n
}

// child starts this binary as the capture child.
func child(t *testing.T, env []string, args ...string) (*exec.Cmd, *bufio.Reader, *bytes.Buffer) {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Env = append(append(os.Environ(), "LENSD_TEST_CAPTURE=1"), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
	})
	return cmd, bufio.NewReaderSize(out, 1<<20), &stderr
}

// next reads one picture of the stream. The test scenes hold no EOI but their own.
func next(t testing.TB, r *bufio.Reader, stderr fmt.Stringer) []byte {
	t.Helper()
	var b []byte
	for {
		part, err := r.ReadBytes(0xd9)
		require.NoError(t, err, "the child ended: %v", stderr)
		if b = append(b, part...); bytes.HasSuffix(b, []byte{0xff, 0xd9}) {
			return b
		}
	}
}

// fakeCamera compiles the preloaded camera and lays out its pictures.
func fakeCamera(t *testing.T, pictures ...[]byte) []string {
	t.Helper()
	dir := t.TempDir()
	library := filepath.Join(dir, "fakev4l2.so")
	out, err := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-o", library, "testdata/fakev4l2.c", "-ldl").CombinedOutput()
	require.NoError(t, err, string(out))
	for i, b := range pictures {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.jpg", i)), b, 0o600))
	}
	return []string{"LD_PRELOAD=" + library, "FAKE_V4L2_DEVICE=/dev/v4l/by-id/usb-fake", "FAKE_V4L2_DIR=" + dir}
}

func TestV4L2PassesTheCamerasOwnJPEGsOn(t *testing.T) {
	env := fakeCamera(t, scene(t, 1), scene(t, 2), scene(t, 3))
	_, out, said := child(t, env, "v4l2", "-device", "/dev/v4l/by-id/usb-fake", "-fps", "100", "-width", "320", "-height", "240")
	seen := map[int]bool{}
	for len(seen) < 3 {
		b := next(t, out, said)
		n := bright(t, b)
		assert.Equal(t, scene(t, n), b, "the bytes are the camera's own")
		seen[n] = true
	}
}

// TestV4L2MendsMJPEGWithoutTables: many webcams leave the Huffman tables out.
func TestV4L2MendsMJPEGWithoutTables(t *testing.T) {
	env := fakeCamera(t, withoutTables(t, scene(t, 5)))
	_, out, said := child(t, env, "v4l2", "-device", "/dev/v4l/by-id/usb-fake", "-fps", "100")
	assert.Equal(t, 5, bright(t, next(t, out, said)))
}

func withoutTables(t testing.TB, b []byte) []byte {
	t.Helper()
	out := bytes.Clone(b[:2])
	for at := 2; ; {
		length := int(b[at+2])<<8 | int(b[at+3])
		if b[at+1] == 0xda {
			return append(out, b[at:]...)
		}
		if b[at+1] != 0xc4 {
			out = append(out, b[at:at+2+length]...)
		}
		at += 2 + length
	}
}

func TestAnUnpluggedCameraEndsTheChildWithAReason(t *testing.T) {
	env := append(fakeCamera(t, scene(t, 1)), "FAKE_V4L2_UNPLUG_AFTER=9")
	cmd, out, said := child(t, env, "v4l2", "-device", "/dev/v4l/by-id/usb-fake", "-fps", "100")
	_, _ = io.Copy(io.Discard, out)
	require.Error(t, cmd.Wait())
	assert.Contains(t, said.String(), "/dev/v4l/by-id/usb-fake: no more pictures come from it")
}

func TestAMissingDeviceIsNamed(t *testing.T) {
	cmd, out, said := child(t, nil, "v4l2", "-device", "/dev/v4l/by-id/none")
	_, _ = io.Copy(io.Discard, out)
	require.Error(t, cmd.Wait())
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	assert.Contains(t, lines[len(lines)-1], "/dev/v4l/by-id/none: it cannot be opened", "the last line is what device/camera shows")
}

func TestParseRefuses(t *testing.T) {
	none := func(string) string { return "" }
	for _, args := range [][]string{nil, {"film"}, {"v4l2"}, {"rtsp"}, {"v4l2", "-device", "x", "-fps", "0"}, {"v4l2", "-device", "x", "-width", "-1"}, {"v4l2", "-lens"}} {
		_, err := parse(args, none)
		require.Error(t, err, args)
	}
	o, err := parse([]string{"rtsp", "-fps", "3"}, func(string) string { return "rtsp://u:s3cret@cam/1" })
	require.NoError(t, err)
	assert.Equal(t, options{source: "rtsp", address: "rtsp://u:s3cret@cam/1", fps: 3}, o)
	assert.NotContains(t, o.name(), "s3cret")
}

// script plays frames; nil is one that cannot be decoded.
type script struct {
	frames [][]byte
	n      int
	end    error
}

func (s *script) grab() error {
	if s.n >= len(s.frames) {
		return errEnded
	}
	s.n++
	return nil
}

func (s *script) jpeg() ([]byte, error) {
	if b := s.frames[s.n-1]; b != nil {
		return b, nil
	}
	return nil, s.end
}

func TestStream(t *testing.T) {
	var out bytes.Buffer
	err := stream(&script{frames: [][]byte{nil, nil, []byte("a")}, end: errUnusable}, 120, &out)
	require.ErrorIs(t, err, errEnded)
	assert.Equal(t, "a", out.String(), "a webcam's first frames may be unusable")

	err = stream(&script{frames: make([][]byte, badFrames+1), end: errUnusable}, 120, &out)
	require.ErrorIs(t, err, errUnusable)

	err = stream(&script{frames: make([][]byte, 1), end: errNoRaw}, 120, &out)
	require.ErrorIs(t, err, errNoRaw)

	require.NoError(t, stream(&script{frames: [][]byte{[]byte("a")}}, 120, closed{}), "a closed pipe is the end of the work")
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("closed") }

func FuzzRawJPEG(f *testing.F) {
	f.Add(scene(f, 1)[:700])
	f.Add([]byte("\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xd9"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if w, h, _ := header(b); w*h < 1<<20 {
			_, _ = rawJPEG(b)
		}
	})
}
