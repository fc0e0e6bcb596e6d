// Package picture turns foreign bytes into pixels behind a guard: the format is sniffed, the size is read in pure Go and
// limited, and only then does OpenCV see the bytes, because a C++ exception there ends the process.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // the registered decoders
	_ "image/png"

	"golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"lensd/extract"
)

// Limits bounds what Decode accepts.
type Limits struct {
	MaxBytes  int // of the encoded picture
	MaxPixels int // width times height
	MinSide   int // of the shorter side, in pixels
}

// DefaultLimits admits what phone cameras and scanners make: up to 64 megapixels in 32 MiB.
func DefaultLimits() Limits { return Limits{MaxBytes: 32 << 20, MaxPixels: 64_000_000, MinSide: 16} }

// maxSide is far beyond any camera and far below where OpenCV's own size checks throw.
const maxSide = 32000

// Inspect reads format ("jpeg", "png", "webp", "tiff") and stored size without decoding pixels, EXIF orientation not applied.
// It returns KindUnsupported, KindUndecodable, KindTooSmall or KindTooLarge.
func Inspect(b []byte, lim Limits) (format string, width, height int, err error) {
	if len(b) > lim.MaxBytes {
		return "", 0, 0, extract.Errorf(extract.KindTooLarge, "the picture has %d bytes; at most %d are accepted", len(b), lim.MaxBytes)
	}
	format = Sniff(b)
	if format == "" {
		return "", 0, 0, extract.Errorf(extract.KindUnsupported, "this is neither a JPEG, PNG, WebP or TIFF picture nor a PDF")
	}
	cfg, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return "", 0, 0, undecodable(format, err)
	}
	if err := checkSize(cfg.Width, cfg.Height, lim); err != nil {
		return "", 0, 0, err
	}
	if deep := cfg.Width * cfg.Height * depthOf(cfg.ColorModel); deep > usualDepth*lim.MaxPixels {
		return "", 0, 0, extract.Errorf(extract.KindTooLarge, "the picture has %d x %d pixels of 16 bits a colour; send 8 bits, or half as many", cfg.Width, cfg.Height)
	}
	if format == "jpeg" {
		if err := checkScans(b, cfg.Width, cfg.Height); err != nil {
			return "", 0, 0, err
		}
	}
	return format, cfg.Width, cfg.Height, nil
}

// usualDepth is the bytes a pixel of a picture in 8 bits with opacity takes when it is decoded.
const usualDepth = 4

// depthOf is how many bytes a pixel takes in Go's decoders.
func depthOf(m color.Model) int {
	switch m {
	case color.RGBA64Model, color.NRGBA64Model:
		return 2 * usualDepth
	}
	return usualDepth // or less
}

// undecodable tells a damaged picture from a sound one in a form that we do not read, such as a TIFF of JPEGs.
func undecodable(format string, err error) error {
	if _, ok := errors.AsType[tiff.UnsupportedError](err); ok {
		return extract.Errorf(extract.KindUnsupported, "this kind of TIFF is not read; send JPEG, PNG or PDF, or a TIFF without compression: %w", err)
	}
	return extract.Errorf(extract.KindUndecodable, "the %s picture is damaged: %w", format, err)
}

func checkSize(w, h int, lim Limits) error {
	size := fmt.Sprintf("%d x %d pixels", w, h)
	switch {
	case w <= 0 || h <= 0:
		return extract.Errorf(extract.KindUndecodable, "the picture says that it has %s", size)
	case min(w, h) < lim.MinSide:
		return extract.Errorf(extract.KindTooSmall, "the picture has %s; each side needs at least %d", size, lim.MinSide)
	case w > maxSide || h > maxSide || w > lim.MaxPixels/h:
		return extract.Errorf(extract.KindTooLarge, "the picture has %s; at most %d pixels are accepted", size, lim.MaxPixels)
	}
	return nil
}

// Sniff names the picture format by its magic bytes, "" for one that is not accepted.
func Sniff(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return "jpeg"
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return "png"
	case len(b) >= 12 && bytes.Equal(b[:4], []byte("RIFF")) && bytes.Equal(b[8:12], []byte("WEBP")):
		return "webp"
	case bytes.HasPrefix(b, []byte("II*\x00")), bytes.HasPrefix(b, []byte("MM\x00*")):
		return "tiff"
	}
	return ""
}
