package capture

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rtspCamera is a network camera in the small: RTSP (RFC 2326) over TCP with one track of RTP/JPEG (RFC 2435), interleaved.
// It serves each connection the pictures in turn, for as long as it may.
type rtspCamera struct {
	pictures [][]byte
	frames   atomic.Int64 // that it still sends; then it falls silent
}

// start listens on a port of its own until the test ends and returns the camera's address.
func (c *rtspCamera) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go c.serve(conn)
		}
	}()
	return "rtsp://meter:s3cret@" + listener.Addr().String() + "/live"
}

func (c *rtspCamera) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		method, sequence, err := request(r)
		if err != nil {
			return
		}
		fmt.Fprintf(conn, "RTSP/1.0 200 OK\r\nCSeq: %s\r\n%s", sequence, answerTo(method))
		if method == "PLAY" {
			go func() { _, _ = io.Copy(io.Discard, r) }()
			c.play(conn)
			return
		}
	}
}

func request(r *bufio.Reader) (method, sequence string, err error) {
	for line := ""; ; {
		if line, err = r.ReadString('\n'); err != nil {
			return "", "", err
		}
		line = strings.TrimSpace(line)
		name, value, _ := strings.Cut(line, ":")
		switch {
		case method == "":
			method, _, _ = strings.Cut(line, " ")
		case strings.EqualFold(name, "cseq"):
			sequence = strings.TrimSpace(value)
		case line == "":
			return method, sequence, nil
		}
	}
}

func answerTo(method string) string {
	switch method {
	case "OPTIONS":
		return "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n"
	case "DESCRIBE":
		sdp := "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\na=control:*\r\nm=video 0 RTP/AVP 26\r\na=control:track0\r\n"
		return fmt.Sprintf("Content-Type: application/sdp\r\nContent-Length: %d\r\n\r\n%s", len(sdp), sdp)
	case "SETUP":
		return "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n\r\n"
	}
	return "Session: 1\r\n\r\n"
}

// play sends 50 pictures a second until the peer goes; after c.frames of them it only keeps the connection.
func (c *rtspCamera) play(conn net.Conn) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	var sequence uint16
	for i := 0; ; i++ {
		<-tick.C
		if c.frames.Add(-1) < 0 {
			_, _ = io.Copy(io.Discard, conn)
			return
		}
		for _, packet := range packets(c.pictures[i%len(c.pictures)], uint32(i*1800), &sequence) {
			head := append([]byte{'$', 0}, binary.BigEndian.AppendUint16(nil, uint16(len(packet)))...)
			if _, err := conn.Write(append(head, packet...)); err != nil {
				return
			}
		}
	}
}

// packets cuts a 4:2:0 JPEG with the standard Huffman tables, as Go's encoder makes it, into RTP/JPEG packets with its own
// quantisation tables in the first one.
func packets(jpeg []byte, timestamp uint32, sequence *uint16) (out [][]byte) {
	tables, scan := parts(jpeg)
	for offset := 0; offset < len(scan); {
		n := min(1300, len(scan)-offset)
		p := []byte{0x80, 26}
		if offset+n == len(scan) {
			p[1] |= 0x80 // the marker ends a picture
		}
		p = binary.BigEndian.AppendUint16(p, *sequence)
		p = binary.BigEndian.AppendUint32(p, timestamp)
		p = binary.BigEndian.AppendUint32(p, 0x6c656e73)
		// Type 1 is 4:2:0; Q 255 says that the tables follow; sizes are in blocks of 8.
		p = append(p, 0, byte(offset>>16), byte(offset>>8), byte(offset), 1, 255, 320/8, 240/8)
		if offset == 0 {
			p = append(p, 0, 0, 0, byte(len(tables)))
			p = append(p, tables...)
		}
		out = append(out, append(p, scan[offset:offset+n]...))
		offset += n
		*sequence++
	}
	return out
}

// parts takes the two quantisation tables and the entropy-coded data out of a JPEG.
func parts(b []byte) (tables, scan []byte) {
	for at := 2; ; {
		length := int(binary.BigEndian.Uint16(b[at+2:]))
		body := b[at+4 : at+2+length]
		switch b[at+1] {
		case 0xdb:
			for ; len(body) >= 65; body = body[65:] {
				tables = append(tables, body[1:65]...)
			}
		case 0xda:
			return tables, bytes.TrimSuffix(b[at+2+length:], []byte{0xff, 0xd9})
		}
		at += 2 + length
	}
}

var overTCP = "OPENCV_FFMPEG_CAPTURE_OPTIONS=rtsp_transport;tcp|stimeout;2000000|timeout;2000000"

func TestRTSP(t *testing.T) {
	camera := &rtspCamera{pictures: [][]byte{scene(t, 2), scene(t, 5), scene(t, 7)}}
	camera.frames.Store(1 << 40)
	_, out, said := child(t, []string{EnvURL + "=" + camera.start(t), overTCP}, "rtsp", "-fps", "50")
	seen := map[int]bool{}
	for len(seen) < 3 {
		seen[bright(t, next(t, out, said))] = true
	}
	assert.Equal(t, map[int]bool{2: true, 5: true, 7: true}, seen)
}

func TestASilentRTSPCameraEndsTheChildWithoutItsPassword(t *testing.T) {
	camera := &rtspCamera{pictures: [][]byte{scene(t, 2), scene(t, 5)}}
	camera.frames.Store(200)
	cmd, out, said := child(t, []string{EnvURL + "=" + camera.start(t), overTCP}, "rtsp", "-fps", "50")
	_, _ = io.Copy(io.Discard, out)
	require.Error(t, cmd.Wait())
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	assert.Contains(t, lines[len(lines)-1], "the RTSP camera: no more pictures come from it")
	assert.NotContains(t, said.String(), "s3cret")
}

func TestAnUnreachableRTSPCameraIsNamed(t *testing.T) {
	cmd, out, said := child(t, []string{EnvURL + "=rtsp://meter:s3cret@127.0.0.1:1/live", overTCP}, "rtsp")
	_, _ = io.Copy(io.Discard, out)
	require.Error(t, cmd.Wait())
	assert.Contains(t, said.String(), "the RTSP camera: it cannot be opened")
	assert.NotContains(t, said.String(), "s3cret")
}
