package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"runtime/debug"

	"gocv.io/x/gocv"

	"lensd/vision/turbo"
)

// decodePixels turns inspected bytes into an upright 8-bit BGR Mat, which the caller closes. JPEG goes to libjpeg-turbo, the rest
// to Go's decoders, which cannot be made to write where they should not. OpenCV's own decoders are not used: its imgcodecs
// library alone brings GDAL and a hundred others into every process.
func decodePixels(format string, b []byte, width, height int) (gocv.Mat, error) {
	mat, err := rawPixels(format, b, width, height)
	if err != nil {
		return mat, err
	}
	return upright(mat, orientationOf(format, b)), nil
}

func rawPixels(format string, b []byte, width, height int) (gocv.Mat, error) {
	mat := gocv.NewMatWithSize(height, width, gocv.MatTypeCV8UC3)
	dst, err := mat.DataPtrUint8()
	if err != nil {
		mat.Close()
		return gocv.Mat{}, err
	}
	if format == "jpeg" {
		if err = turbo.Decode(b, dst, width, height); err == nil {
			return mat, nil
		}
		if !errors.Is(err, turbo.ErrCMYK) {
			mat.Close()
			return gocv.Mat{}, err
		}
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	if err == nil && (img.Bounds().Dx() != width || img.Bounds().Dy() != height) {
		err = errors.New("its size is not the one that it says")
	}
	if err != nil {
		mat.Close()
		return gocv.Mat{}, err
	}
	writeBGR(dst, img)
	if img = nil; width*height > largeDecoded { // what reads the picture next needs as much again
		debug.FreeOSMemory()
	}
	if format == "tiff" && faxOnBlack(b) {
		for i, v := range dst {
			dst[i] = 255 - v
		}
	}
	return mat, nil
}

// largeDecoded pixels are too many to leave to the collector's own time.
const largeDecoded = 16_000_000

// writeBGR lays the picture on white paper: where it is transparent, as drawings and signatures often are, the colour that the
// file holds there is mere chance, most often black.
func writeBGR(dst []byte, img image.Image) {
	bounds := img.Bounds()
	at := 0
	put := func(c color.NRGBA) {
		dst[at], dst[at+1], dst[at+2] = onWhite(c.B, c.A), onWhite(c.G, c.A), onWhite(c.R, c.A)
		at += 3
	}
	colours := paletteOf(img)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			switch img := img.(type) {
			case *image.RGBA: // of an opaque PNG
				c := img.RGBAAt(x, y)
				put(color.NRGBA(c))
			case *image.NRGBA:
				put(img.NRGBAAt(x, y))
			case *image.Gray:
				v := img.GrayAt(x, y).Y
				put(color.NRGBA{v, v, v, 255})
			case *image.Paletted:
				put(colours[img.ColorIndexAt(x, y)])
			default:
				put(plain(img.At(x, y)))
			}
		}
	}
}

// onWhite is a value of a colour that lies on white paper with the given opacity.
func onWhite(v, opacity uint8) uint8 {
	if opacity == 255 {
		return v
	}
	return uint8((int(v)*int(opacity) + 255*(255-int(opacity)) + 127) / 255)
}

// paletteOf converts the colours of a picture that has a palette; places without a colour stay transparent.
func paletteOf(img image.Image) (out [256]color.NRGBA) {
	if p, ok := img.(*image.Paletted); ok {
		for i, c := range p.Palette[:min(len(p.Palette), len(out))] {
			out[i] = plain(c)
		}
	}
	return out
}

func plain(c color.Color) color.NRGBA {
	return color.NRGBAModel.Convert(c).(color.NRGBA) //nolint:forcetypeassert // the model makes no other
}

// upright undoes an EXIF orientation; it takes mat over.
func upright(mat gocv.Mat, orientation int) gocv.Mat {
	if orientation <= 1 {
		return mat
	}
	out := gocv.NewMat()
	switch orientation {
	case 2:
		gocv.Flip(mat, &out, 1)
	case 3:
		gocv.Rotate(mat, &out, gocv.Rotate180Clockwise)
	case 4:
		gocv.Flip(mat, &out, 0)
	case 5, 7:
		gocv.Transpose(mat, &out)
	case 6:
		gocv.Rotate(mat, &out, gocv.Rotate90Clockwise)
	default:
		gocv.Rotate(mat, &out, gocv.Rotate90CounterClockwise)
	}
	mat.Close()
	if orientation == 7 {
		gocv.Rotate(out, &out, gocv.Rotate180Clockwise)
	}
	return out
}
