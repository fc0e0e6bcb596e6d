// Package worker keeps readers in child processes: a pool on the daemon's side, a loop on the child's, and a
// length-prefixed protocol between them. A picture that kills OpenCV kills one child and answers one request with an error.
package worker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"lensd/extract"
	"lensd/extract/trace"
)

// Limits of one message. A child that a bad picture took over must not make the daemon allocate without bound.
const (
	maxHeader = 32 << 20
	maxBlobs  = 64
	maxTotal  = 192 << 20
)

// errMessage says that the peer does not speak the protocol; the connection is unusable afterwards.
var errMessage = errors.New("worker: malformed message")

// request is what the daemon sends; the inputs follow as blobs. With Look it wants pixels, not a reading, and with Piece a part of one. Prepared answers a Prepare.
// Within Limit the child ends by itself, with what it has; it is killed a while later.
type request struct {
	ID       uint64           `json:"id"`
	Document extract.Document `json:"document"`
	Look     *Look            `json:"look,omitempty"`
	Piece    *Piece           `json:"piece,omitempty"`
	Prepared bool             `json:"prepared,omitempty"`
	Trace    bool             `json:"trace,omitempty"` // what the steps saw is wanted too
	Limit    time.Duration    `json:"limit,omitempty"` // of a page; 0: none
	Total    time.Duration    `json:"total,omitempty"` // of all pages; 0: none
}

// response is what the child answers; a view's or a part's bytes follow as a blob. ID 0 is the greeting after the readers are loaded.
// Handed says that a page of the document is read, which follows as a blob: should the child die, it is not lost.
// Begun alone says that a request has arrived: one that has not may be given to another child. Prepare alone asks for
// Config.Prepare in the middle of a request.
type response struct {
	ID      uint64          `json:"id"`
	Kinds   []extract.Kind  `json:"kinds,omitempty"`
	Begun   bool            `json:"begun,omitempty"`
	Prepare bool            `json:"prepare,omitempty"`
	Sandbox string          `json:"sandbox,omitempty"`
	Whole   bool            `json:"whole,omitempty"`
	Result  *extract.Result `json:"result,omitempty"`
	View    *View           `json:"view,omitempty"`
	Part    *extract.Part   `json:"part,omitempty"`
	Err     *extract.Error  `json:"err,omitempty"`
	Handed  bool            `json:"handed,omitempty"`
	Trace   *trace.Report   `json:"trace,omitempty"`
}

// writeMessage sends header as JSON with blobs behind it: count of blobs, length of the header, length of each blob
// (32 bit, big endian), then the bytes in the same order.
func writeMessage(w io.Writer, header any, blobs [][]byte) error {
	h, err := json.Marshal(header)
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	if len(h) > maxHeader || len(blobs) > maxBlobs {
		return extract.Errorf(extract.KindTooLarge, "the document has more than %d parts or too large an answer", maxBlobs)
	}
	prefix := binary.BigEndian.AppendUint32(nil, uint32(len(blobs)))
	prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(h)))
	total := len(h)
	for _, b := range blobs {
		prefix = binary.BigEndian.AppendUint32(prefix, uint32(min(len(b), maxTotal+1)))
		total += len(b)
	}
	if total > maxTotal {
		return extract.Errorf(extract.KindTooLarge, "the document has %d bytes; at most %d are accepted", total, maxTotal)
	}
	for _, part := range append([][]byte{prefix, h}, blobs...) {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
	}
	return nil
}

// readMessage is the inverse of writeMessage. io.EOF before the first byte means that the peer has gone.
func readMessage(r io.Reader, header any) ([][]byte, error) {
	var fixed [8]byte
	if _, err := io.ReadFull(r, fixed[:]); err != nil {
		return nil, err
	}
	count, size := binary.BigEndian.Uint32(fixed[:4]), binary.BigEndian.Uint32(fixed[4:])
	if count > maxBlobs || size > maxHeader {
		return nil, errMessage
	}
	lengths := make([]uint32, count)
	if err := binary.Read(r, binary.BigEndian, lengths); err != nil {
		return nil, err
	}
	total := uint64(size)
	for _, n := range lengths {
		total += uint64(n)
	}
	if total > maxTotal {
		return nil, errMessage
	}
	h, err := readPart(r, size)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(h, header); err != nil {
		return nil, fmt.Errorf("%w: %w", errMessage, err)
	}
	blobs := make([][]byte, count)
	for i, n := range lengths {
		if blobs[i], err = readPart(r, n); err != nil {
			return nil, err
		}
	}
	return blobs, nil
}

// readPart grows with what arrives, so that a claimed length costs nothing by itself.
func readPart(r io.Reader, n uint32) ([]byte, error) {
	const chunk = 1 << 20
	buf := make([]byte, 0, min(n, chunk))
	for uint32(len(buf)) < n {
		step := min(n-uint32(len(buf)), chunk)
		buf = append(buf, make([]byte, step)...)
		if _, err := io.ReadFull(r, buf[len(buf)-int(step):]); err != nil {
			return nil, err
		}
	}
	return buf, nil
}
