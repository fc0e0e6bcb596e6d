// Package turbo decodes and encodes JPEG with libjpeg-turbo, the library that OpenCV uses for it too, without OpenCV's
// imgcodecs around it: that one links GDAL and a hundred more libraries, which cost each process 40 MB and 80 ms.
package turbo

/*
#cgo LDFLAGS: -lturbojpeg
#include <stdlib.h>
#include <turbojpeg.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// maxSide keeps sizes well within C's int and JPEG's own 65535.
const maxSide = 65500

// ErrCMYK is returned for a JPEG in a printer's colours, which this package does not convert.
var ErrCMYK = errors.New("the JPEG is in CMYK colours")

// Decode writes the pixels of b into dst as 8-bit BGR, row after row without gaps. dst holds exactly width*height*3 bytes and the
// JPEG has that size, EXIF orientation not applied. Of a damaged JPEG it writes what can be decoded and returns nil, as long as no
// more than a fifth of the rows is missing at the end: cameras that send over the air often lose an eighth and what was asked
// for stands above, but half a picture misleads a reader.
func Decode(b, dst []byte, width, height int) error {
	if err := checkSize(len(dst), width, height); err != nil {
		return err
	}
	if len(b) == 0 {
		return errors.New("no bytes")
	}
	h := C.tjInitDecompress()
	if h == nil {
		return errors.New("libjpeg-turbo gives no decompressor")
	}
	defer C.tjDestroy(h)
	src, size := (*C.uchar)(unsafe.Pointer(&b[0])), C.ulong(len(b))
	var w, ht, subsampling, space C.int
	if C.tjDecompressHeader3(h, src, size, &w, &ht, &subsampling, &space) != 0 && C.tjGetErrorCode(h) != C.TJERR_WARNING {
		return reason(h)
	}
	if int(w) != width || int(ht) != height {
		return fmt.Errorf("the JPEG has %d x %d pixels, not %d x %d", w, ht, width, height)
	}
	if space == C.TJCS_CMYK || space == C.TJCS_YCCK {
		return ErrCMYK
	}
	// ACCURATEDCT is what libjpeg's own interface and so OpenCV use: the nets see the pixels that they were trained on.
	got := C.tjDecompress2(h, src, size, (*C.uchar)(unsafe.Pointer(&dst[0])), w, w*3, ht, C.TJPF_BGR, C.TJFLAG_ACCURATEDCT)
	switch {
	case got == 0:
		return nil
	case C.tjGetErrorCode(h) != C.TJERR_WARNING:
		return reason(h)
	}
	if missing := blankRows(dst, width*3); missing*5 > height {
		return fmt.Errorf("the JPEG ends early, %d of its %d rows are missing", missing, height)
	}
	return nil
}

// blankRows counts the rows at the end that the decoder had no data for: it leaves them at the middle of the scale.
func blankRows(pixels []byte, stride int) int {
	n := 0
	for end := len(pixels); end >= stride; end -= stride {
		for _, v := range pixels[end-stride : end] {
			if v != middle {
				return n
			}
		}
		n++
	}
	return n
}

// middle is what a block without coefficients decodes to.
const middle = 128

// Encode makes a JPEG of 8-bit BGR pixels, width*height*3 bytes without gaps, at a quality of 1 to 100.
func Encode(pixels []byte, width, height, quality int) ([]byte, error) {
	if err := checkSize(len(pixels), width, height); err != nil {
		return nil, err
	}
	h := C.tjInitCompress()
	if h == nil {
		return nil, errors.New("libjpeg-turbo gives no compressor")
	}
	defer C.tjDestroy(h)
	var out *C.uchar
	var size C.ulong
	defer func() { C.tjFree(out) }()
	if C.tjCompress2(h, (*C.uchar)(unsafe.Pointer(&pixels[0])), C.int(width), C.int(width*3), C.int(height), C.TJPF_BGR,
		&out, &size, C.TJSAMP_420, C.int(min(100, max(1, quality))), 0) != 0 {
		return nil, reason(h)
	}
	return C.GoBytes(unsafe.Pointer(out), C.int(size)), nil
}

func checkSize(bytes, width, height int) error {
	if width <= 0 || height <= 0 || width > maxSide || height > maxSide || bytes != width*height*3 {
		return fmt.Errorf("%d bytes are no BGR picture of %d x %d pixels", bytes, width, height)
	}
	return nil
}

func reason(h C.tjhandle) error { return errors.New(C.GoString(C.tjGetErrorStr2(h))) }
