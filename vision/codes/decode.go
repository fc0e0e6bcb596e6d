package codes

import (
	"image"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"lensd/vision/geom"
)

// Bands of bars: each is averaged along the bars, which heals dropped dots and scratches.
const (
	bandCount = 14
	quiet     = 6 * block // room beside the bars, where the quiet zone lies
	agree     = 2         // bands that have to give the same text
	shortest  = 4         // characters; shorter texts are mostly chance
)

// decodeBars reads a region of upright bars.
func decodeBars(img *image.Gray, r region) reading {
	area := clip(img, geom.Rect{X0: r.box.X0 - quiet, Y0: r.box.Y0, X1: r.box.X1 + quiet, Y1: r.box.Y1})
	readers := []gozxing.Reader{oned.NewCode128Reader(), oned.NewCode39Reader(), oned.NewITFReader(), oned.NewEAN13Reader()}
	votes := map[string]int{}
	for _, height := range bandHeights(area.Dy()) {
		for i := range bandCount {
			y := area.Min.Y + i*(area.Dy()-height)/(bandCount-1)
			ways, ok := band(img, image.Rect(area.Min.X, y, area.Max.X, y+height))
			if !ok {
				continue
			}
			for _, reader := range readers {
				got := decode(reader, &ways)
				if !got.ok || !plausible(got) {
					continue
				}
				key := got.format + got.text
				if votes[key]++; votes[key] >= agree {
					return got
				}
			}
		}
	}
	return reading{}
}

// bandHeights tries wide bands first, which are clean but need exactly upright bars, then narrow ones.
func bandHeights(h int) []int {
	out := []int{max(1, h/10)}
	if h >= 30 {
		out = append(out, 2)
	}
	return out
}

func clip(img *image.Gray, r geom.Rect) image.Rectangle {
	return image.Rect(int(r.X0), int(r.Y0), int(r.X1), int(r.Y1)).Intersect(img.Rect)
}

// band averages rows into one, enlarges it twice (bars may be two pixels wide), stretches its contrast and tells its bars from its
// spaces. It returns them as they stand and from the other end.
func band(img *image.Gray, r image.Rectangle) (ways [2]*gozxing.BitArray, ok bool) {
	r = r.Intersect(img.Rect)
	if r.Dx() < 40 || r.Dy() < 1 {
		return ways, false
	}
	row := make([]float64, r.Dx())
	lo, hi := 255.0, 0.0
	for x := range row {
		s := 0
		for y := r.Min.Y; y < r.Max.Y; y++ {
			s += int(img.Pix[y*img.Stride+r.Min.X+x])
		}
		row[x] = float64(s) / float64(r.Dy())
		lo, hi = min(lo, row[x]), max(hi, row[x])
	}
	if hi-lo < 40 {
		return ways, false
	}
	const zoom = 2
	out := image.NewGray(image.Rect(0, 0, zoom*len(row), 1))
	for x := range out.Pix {
		// Linear between pixel centres.
		f := (float64(x)+0.5)/zoom - 0.5
		i := min(max(int(f), 0), len(row)-2)
		t := min(max(f-float64(i), 0), 1)
		out.Pix[x] = byte(255 * (row[i]*(1-t) + row[i+1]*t - lo) / (hi - lo))
	}
	bars := gozxing.NewGlobalHistgramBinarizer(gozxing.NewLuminanceSourceFromImage(out))
	for i := range ways {
		var err error
		if ways[i], err = bars.GetBlackRow(0, nil); err != nil {
			return ways, false
		}
	}
	ways[1].Reverse()
	return ways, true
}

// decode reads a row of bars in both directions.
func decode(reader gozxing.Reader, ways *[2]*gozxing.BitArray) reading {
	decoder, ok := reader.(oned.RowDecoder)
	if !ok {
		return reading{}
	}
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_ASSUME_GS1: true}
	for i, row := range ways {
		if res, err := decoder.DecodeRow(0, row, hints); err == nil && res != nil {
			return reading{format: res.GetBarcodeFormat().String(), text: ascii(res.GetText()), reversed: i == 1, ok: true}
		}
	}
	return reading{}
}

// ascii undoes Code 128's shift to the upper half of Latin-1: on parcel labels it is always a printer's slip, and other
// readers ignore it.
func ascii(s string) string {
	// gozxing hands the upper half over as single bytes, which are no UTF-8.
	out := []byte(s)
	for i, c := range out {
		if c >= 128 {
			out[i] = c - 128
		}
	}
	return string(out)
}

// plausible refuses short texts, and interleaved 2 of 5 (which has no check of its own) below the length of parcel numbers.
func plausible(r reading) bool {
	n := len(r.text)
	if r.format == "ITF" {
		return n >= 8
	}
	return n >= shortest
}

// decodeSquare reads a QR code or a Data Matrix.
func decodeSquare(img *image.Gray, r region) reading {
	m := max(2*block, r.box.W()/8)
	area := clip(img, geom.Rect{X0: r.box.X0 - m, Y0: r.box.Y0 - m, X1: r.box.X1 + m, Y1: r.box.Y1 + m})
	if area.Dx() < 24 || area.Dy() < 24 {
		return reading{}
	}
	crop := image.NewGray(image.Rect(0, 0, area.Dx(), area.Dy()))
	for y := range area.Dy() {
		copy(crop.Pix[y*crop.Stride:], img.Pix[(area.Min.Y+y)*img.Stride+area.Min.X:(area.Min.Y+y)*img.Stride+area.Max.X])
	}
	source := gozxing.NewLuminanceSourceFromImage(crop)
	readers := []gozxing.Reader{qrcode.NewQRCodeReader(), datamatrix.NewDataMatrixReader()}
	for _, b := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
		bitmap, err := gozxing.NewBinaryBitmap(b)
		if err != nil {
			continue
		}
		for _, reader := range readers {
			hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
			if res, err := reader.Decode(bitmap, hints); err == nil && res != nil && res.GetText() != "" {
				return reading{format: res.GetBarcodeFormat().String(), text: res.GetText(), ok: true}
			}
		}
	}
	return reading{}
}
