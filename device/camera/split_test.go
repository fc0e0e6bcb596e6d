package camera

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withThumbnail puts a whole JPEG into an APP1 segment of another, as cameras do with EXIF.
func withThumbnail(t testing.TB, outer, inner []byte) []byte {
	t.Helper()
	n := len(inner) + 2
	require.Less(t, n, 1<<16)
	segment := append([]byte{0xff, 0xe1, byte(n >> 8), byte(n)}, inner...)
	return append(append([]byte{0xff, 0xd8}, segment...), outer[2:]...)
}

func TestSplitter(t *testing.T) {
	a, b := picture(t, 1), picture(t, 2)
	thumb := withThumbnail(t, a, b)
	cut := a[:len(a)-20]
	cases := []struct {
		name   string
		stream []byte
		want   [][]byte
	}{
		{"nothing", nil, nil},
		{"one", a, [][]byte{a}},
		{"two in a row", join(a, b), [][]byte{a, b}},
		{"multipart", join([]byte("--x\r\nContent-Type: image/jpeg\r\n\r\n"), a, []byte("\r\n--x\r\n\r\n"), b, []byte("\r\n--x--")), [][]byte{a, b}},
		{"garbage around", join([]byte{0, 0xff, 0xff, 0xd8, 0}, a, []byte{0xff, 0xd9, 0xff}, b, []byte{0xff}), [][]byte{a, b}},
		{"a thumbnail inside", join(thumb, b), [][]byte{thumb, b}},
		{"cut off, then whole", join(cut, b, a), [][]byte{b, a}},
		{"cut off at the end", join(a, cut), [][]byte{a}},
		{"restart markers, stuffing, and a fill byte that goes", join([]byte{0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xff, 0xd9}, a),
			[][]byte{{0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xd9}, a}},
		{"a segment of no length", join([]byte{0xff, 0xd8, 0xff, 0xe0, 0, 1}, a), [][]byte{a}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, all(t, bytes.NewReader(c.stream)))
			assert.Equal(t, c.want, all(t, iotest.OneByteReader(bytes.NewReader(c.stream))), "byte by byte")
		})
	}
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func all(t testing.TB, r io.Reader) [][]byte {
	t.Helper()
	var got [][]byte
	s := NewSplitter(r)
	for {
		jpeg, err := s.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		require.NoError(t, err)
		got = append(got, jpeg)
	}
}

func TestSplitterHasALimit(t *testing.T) {
	endless := io.MultiReader(bytes.NewReader([]byte{0xff, 0xd8, 0xff, 0xda, 0, 2}), zeros{})
	_, err := NewSplitter(endless).Next()
	require.ErrorIs(t, err, errTooLong)
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestSplitterPassesTheStreamsErrorOn(t *testing.T) {
	broken := errors.New("broken pipe")
	_, err := NewSplitter(io.MultiReader(bytes.NewReader(picture(t, 1)[:50]), iotest.ErrReader(broken))).Next()
	require.ErrorIs(t, err, broken)
}

func TestCheckJPEG(t *testing.T) {
	a := picture(t, 1)
	require.NoError(t, CheckJPEG(a))
	for name, b := range map[string][]byte{"empty": nil, "PNG": []byte("\x89PNG\r\n\x1a\n"), "cut": a[:len(a)/2], "text": []byte("<html>")} {
		require.Error(t, CheckJPEG(b), name)
	}
}

// FuzzSplitter holds what the splitter promises for any bytes: it ends, and each picture has a start, an end and comes from the stream.
func FuzzSplitter(f *testing.F) {
	a := picture(f, 1)
	f.Add(a)
	f.Add(join(a, a[:40], a))
	f.Add(withThumbnail(f, a, a))
	f.Add([]byte{0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		s := NewSplitter(bytes.NewReader(b))
		total := 0
		for {
			jpeg, err := s.Next()
			if err != nil {
				return
			}
			total += len(jpeg)
			if !bytes.HasPrefix(jpeg, []byte{0xff, 0xd8}) || jpeg[len(jpeg)-2] != 0xff || jpeg[len(jpeg)-1] != 0xd9 || total > len(b) {
				t.Fatalf("not a picture of the stream: % x", jpeg)
			}
		}
	})
}
