package camera

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxJPEG bounds one picture of a stream: a 12 megapixel JPEG at high quality has 8 MiB.
const maxJPEG = 16 << 20

// JPEG markers (ITU-T T.81, table B.1) that the splitter has to tell apart.
const (
	markerSOI = 0xd8
	markerEOI = 0xd9
	markerSOS = 0xda
	markerTEM = 0x01
)

var errTooLong = errors.New("a picture of the stream is larger than 16 MiB")

// Splitter cuts a byte stream into JPEG pictures by walking their marker segments, so that a thumbnail inside a segment does
// not end the picture early, and whatever stands between pictures (multipart headers, garbage after a hiccup) is skipped.
type Splitter struct {
	r   *bufio.Reader
	buf bytes.Buffer
}

// NewSplitter reads from r, which it buffers.
func NewSplitter(r io.Reader) *Splitter { return &Splitter{r: bufio.NewReaderSize(r, 64<<10)} }

// Next returns the next whole picture in memory of its own. A broken picture is dropped and the search goes on; only an
// error of the stream (io.EOF at its end) or a picture beyond 16 MiB is returned.
func (s *Splitter) Next() ([]byte, error) {
	for {
		if err := s.findStart(); err != nil {
			return nil, err
		}
		whole, err := s.segments()
		if err != nil {
			return nil, err
		}
		if whole {
			return bytes.Clone(s.buf.Bytes()), nil
		}
	}
}

// findStart skips to just after an SOI that another marker follows.
func (s *Splitter) findStart() error {
	for {
		if _, err := s.r.ReadSlice(0xff); err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			return err
		}
		next, err := s.r.Peek(2)
		if err != nil {
			return err
		}
		if next[0] == markerSOI && next[1] == 0xff {
			s.buf.Reset()
			s.buf.Write([]byte{0xff, markerSOI})
			_, err := s.r.Discard(1)
			return err
		}
	}
}

// segments copies marker segments up to EOI. It reports false when the bytes are no JPEG after all.
func (s *Splitter) segments() (bool, error) {
	begun := false // the marker's 0xff was read already, by scan
	for {
		marker, ok, err := s.marker(begun)
		if err != nil || !ok {
			return false, err
		}
		begun = false
		switch {
		case marker == markerEOI:
			return true, nil
		case marker == markerSOI:
			// The last picture was cut off and a new one begins: keep the new one.
			s.buf.Reset()
			s.buf.Write([]byte{0xff, markerSOI})
			continue
		case standsAlone(marker):
			continue
		}
		if ok, err := s.payload(); err != nil || !ok {
			return false, err
		}
		if marker == markerSOS {
			if err := s.scan(); err != nil {
				return false, err
			}
			begun = true
		}
	}
}

// marker reads 0xff (any number of them; none is needed when one was read already) and the marker's code.
func (s *Splitter) marker(begun bool) (code byte, ok bool, err error) {
	b, err := s.r.ReadByte()
	if err != nil || (b != 0xff && !begun) {
		return 0, false, err
	}
	for b == 0xff {
		if b, err = s.r.ReadByte(); err != nil {
			return 0, false, err
		}
	}
	s.buf.Write([]byte{0xff, b})
	return b, b != 0, nil
}

// payload copies a segment's length and content.
func (s *Splitter) payload() (bool, error) {
	head, err := s.r.Peek(2)
	if err != nil {
		return false, err
	}
	length := int64(head[0])<<8 | int64(head[1])
	if length < 2 {
		return false, nil
	}
	if int64(s.buf.Len())+length > maxJPEG {
		return false, errTooLong
	}
	_, err = io.CopyN(&s.buf, s.r, length)
	return err == nil, err
}

// scan copies entropy-coded data up to the marker that ends it, whose 0xff it consumes. Stuffed zeros and restart markers belong
// to the data.
func (s *Splitter) scan() error {
	for {
		chunk, err := s.r.ReadSlice(0xff)
		if s.buf.Len()+len(chunk) > maxJPEG {
			return errTooLong
		}
		s.buf.Write(chunk)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return err
		}
		next, err := s.r.Peek(1)
		if err != nil {
			return err
		}
		if next[0] == 0 || isRestart(next[0]) {
			continue
		}
		s.buf.Truncate(s.buf.Len() - 1) // marker writes the 0xff again
		return nil
	}
}

func isRestart(marker byte) bool { return marker >= 0xd0 && marker <= 0xd7 }

func standsAlone(marker byte) bool { return marker == markerTEM || isRestart(marker) }

// CheckJPEG says whether b is exactly one whole JPEG, which is what Push and the directory accept.
func CheckJPEG(b []byte) error {
	if !bytes.HasPrefix(b, []byte{0xff, markerSOI, 0xff}) {
		return fmt.Errorf("this is no JPEG picture")
	}
	if len(b) > maxJPEG {
		return errTooLong
	}
	if _, err := NewSplitter(bytes.NewReader(b)).Next(); err != nil {
		return fmt.Errorf("the JPEG picture is cut off")
	}
	return nil
}
