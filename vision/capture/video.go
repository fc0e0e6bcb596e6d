package capture

/*
#cgo CXXFLAGS: -std=c++17
#cgo CPPFLAGS: -I/usr/include/opencv4
#cgo LDFLAGS: -lopencv_core -ldl
#include <stdlib.h>
#include "videoio.h"
*/
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"unsafe"

	"lensd/vision/turbo"
)

// maxPixels is beyond any camera that OpenCV opens.
const maxPixels = 64 << 20

// jpegQuality of pictures that we encode ourselves: at 92 digits and small print show no rings.
const jpegQuality = 92

// video is an opened stream. It is used by one goroutine.
type video struct {
	v   *C.video
	raw bool // frames should be JPEGs as the camera made them
}

// openVideo opens address with one of OpenCV's back-ends. It can block for as long as a driver does.
func openVideo(address string, api C.int, width, height int, raw bool) (*video, error) {
	addr := C.CString(address)
	defer C.free(unsafe.Pointer(addr))
	var why [512]C.char
	rawFlag := C.int(0)
	if raw {
		rawFlag = 1
	}
	v := C.video_open(C.video_library(), addr, api, C.int(width), C.int(height), rawFlag, &why[0], C.int(len(why)))
	if v == nil {
		return nil, errors.New(C.GoString(&why[0]))
	}
	return &video{v: v, raw: raw}, nil
}

func (v *video) close() { C.video_close(v.v) }

var (
	errEnded    = errors.New("no more pictures come from it")
	errNoRaw    = errors.New("the camera sends no MJPEG")
	errUnusable = errors.New("the picture cannot be decoded")
)

// grab waits for the next frame.
func (v *video) grab() error {
	if C.video_grab(v.v) == 0 {
		return errEnded
	}
	return nil
}

// jpeg returns the frame that was grabbed. errNoRaw says that the driver did not keep to MJPEG.
func (v *video) jpeg() ([]byte, error) {
	var f C.video_frame
	if C.video_retrieve(v.v, &f) == 0 || f.continuous == 0 {
		return nil, errUnusable
	}
	size := f.rows * f.cols * f.channels
	pixels := unsafe.Slice((*byte)(unsafe.Pointer(f.data)), int(size))
	if v.raw {
		return rawJPEG(pixels)
	}
	if f.channels != 3 {
		return nil, fmt.Errorf("%w: it has %d channels", errUnusable, int(f.channels))
	}
	return turbo.Encode(pixels, int(f.cols), int(f.rows), jpegQuality)
}

// rawJPEG takes the camera's own JPEG out of a driver's buffer, which may be longer. A webcam's MJPEG often leaves out the
// Huffman tables that every such camera shares; the picture is then encoded anew, because not every reader knows them.
func rawJPEG(buffer []byte) ([]byte, error) {
	if !bytes.HasPrefix(buffer, []byte{0xff, 0xd8, 0xff}) {
		return nil, errNoRaw
	}
	end := bytes.LastIndex(buffer, []byte{0xff, 0xd9})
	if end < 0 {
		return nil, errUnusable
	}
	b := bytes.Clone(buffer[:end+2])
	width, height, tables := header(b)
	if width == 0 || height == 0 || width > maxPixels/height {
		return nil, errUnusable
	}
	if tables {
		return b, nil
	}
	pixels := make([]byte, width*height*3)
	if err := turbo.Decode(b, pixels, width, height); err != nil {
		return nil, errUnusable
	}
	return turbo.Encode(pixels, width, height, jpegQuality)
}

// header walks a JPEG's segments up to its pixels: its size (0 when damaged) and whether it brings Huffman tables.
func header(b []byte) (width, height int, tables bool) {
	for at := 2; at+9 < len(b) && b[at] == 0xff; {
		marker, length := b[at+1], int(b[at+2])<<8|int(b[at+3])
		switch {
		case marker == 0xff:
			at++
			continue
		case marker == 0xc4:
			tables = true
		case marker >= 0xc0 && marker <= 0xc2:
			height, width = int(b[at+5])<<8|int(b[at+6]), int(b[at+7])<<8|int(b[at+8])
		case marker == 0xda:
			return width, height, tables
		}
		if length < 2 {
			break
		}
		at += 2 + length
	}
	return 0, 0, false
}

// OpenCV's back-ends by name; CAP_ANY would land in GStreamer for a device.
const (
	v4l2   C.int = C.VIDEO_V4L2
	ffmpeg C.int = C.VIDEO_FFMPEG
)
