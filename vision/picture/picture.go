package picture

import (
	"encoding/binary"
	"image"

	"gocv.io/x/gocv"

	"lensd/extract"
)

// Picture is a decoded picture in the frame that the sender sees (EXIF orientation applied).
// It owns C memory: Close it. Its Mat must not outlive it, nor leave the vision packages.
type Picture struct {
	mat gocv.Mat
}

// Decode checks b against lim and decodes it to 8-bit BGR. A truncated JPEG gives what could be decoded of it.
// Errors are as for Inspect.
func Decode(b []byte, lim Limits) (*Picture, error) {
	format, width, height, err := Inspect(b, lim)
	if err != nil {
		return nil, err
	}
	mat, err := decodePixels(format, b, width, height)
	if err != nil {
		return nil, undecodable(format, err)
	}
	return FromMat(mat)
}

// FromMat takes ownership of an 8-bit BGR or grey Mat; any other is closed and refused.
func FromMat(mat gocv.Mat) (*Picture, error) {
	switch {
	case mat.Empty():
		mat.Close()
		return nil, extract.Errorf(extract.KindInternal, "the picture is empty")
	case mat.Type() == gocv.MatTypeCV8UC3:
		return &Picture{mat}, nil
	case mat.Type() == gocv.MatTypeCV8UC1:
		bgr := gocv.NewMat()
		gocv.CvtColor(mat, &bgr, gocv.ColorGrayToBGR)
		mat.Close()
		return &Picture{bgr}, nil
	}
	kind := mat.Type()
	mat.Close()
	return nil, extract.Errorf(extract.KindInternal, "pictures are 8-bit BGR or grey, not type %v", kind)
}

// FromGray copies a grey image.
func FromGray(img *image.Gray) (*Picture, error) {
	mat, err := GrayMat(img)
	if err != nil {
		return nil, err
	}
	return FromMat(mat)
}

// FromRGBA copies a rendered page, laid on white paper where it is transparent; its colours are not multiplied by their opacity.
func FromRGBA(img *image.RGBA) (*Picture, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w < 1 || h < 1 {
		return nil, extract.Errorf(extract.KindTooSmall, "the page has no size")
	}
	if img.Stride == 4*w && opaque(img.Pix[:4*w*h]) {
		view, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC4, img.Pix[:4*w*h])
		if err != nil {
			return nil, extract.Errorf(extract.KindInternal, "the page was not taken over: %w", err)
		}
		defer view.Close()
		mat := gocv.NewMat()
		gocv.CvtColor(view, &mat, gocv.ColorRGBAToBGR)
		return &Picture{mat}, nil
	}
	mat := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	bgr, err := mat.DataPtrUint8()
	if err != nil {
		mat.Close()
		return nil, extract.Errorf(extract.KindInternal, "the page was not taken over: %w", err)
	}
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+4*w]
		for out := bgr[3*y*w : 3*(y+1)*w]; len(row) >= 4 && len(out) >= 3; row, out = row[4:], out[3:] {
			if out[0], out[1], out[2] = row[2], row[1], row[0]; row[3] != 255 {
				out[0], out[1], out[2] = onWhite(row[2], row[3]), onWhite(row[1], row[3]), onWhite(row[0], row[3])
			}
		}
	}
	return &Picture{mat}, nil
}

// opaque reports pixels of four bytes whose last is 255 everywhere.
func opaque(pix []byte) bool {
	const alpha = 0xff000000_ff000000
	for ; len(pix) >= 32; pix = pix[32:] {
		a, b := binary.LittleEndian.Uint64(pix), binary.LittleEndian.Uint64(pix[8:])
		c, d := binary.LittleEndian.Uint64(pix[16:]), binary.LittleEndian.Uint64(pix[24:])
		if a&b&c&d&alpha != alpha {
			return false
		}
	}
	for ; len(pix) >= 4; pix = pix[4:] {
		if pix[3] != 255 {
			return false
		}
	}
	return true
}

// FromJPEG decodes a JPEG, whose EXIF orientation does not count, and brings it to w x h pixels.
func FromJPEG(b []byte, w, h int) (*Picture, error) {
	format, width, height, err := Inspect(b, DefaultLimits())
	if err != nil {
		return nil, err
	}
	if format != "jpeg" {
		return nil, extract.Errorf(extract.KindUnsupported, "this is no JPEG")
	}
	mat, err := rawPixels(format, b, width, height)
	if err != nil {
		return nil, undecodable(format, err)
	}
	if width == w && height == h {
		return &Picture{mat}, nil
	}
	defer mat.Close()
	how := gocv.InterpolationLinear
	if width > w || height > h {
		how = gocv.InterpolationArea
	}
	dst := gocv.NewMat()
	gocv.Resize(mat, &dst, image.Pt(w, h), 0, 0, how)
	return &Picture{dst}, nil
}

// RGBA copies the pixels, brought down so that the longer side has at most maxSide of them (0: as it is), and returns by which
// factor.
func (p *Picture) RGBA(maxSide int) (*image.RGBA, float64, error) {
	small, scale := p.scaled(maxSide)
	defer small.Close()
	bgr, err := small.DataPtrUint8()
	if err != nil {
		return nil, 0, extract.Errorf(extract.KindInternal, "the pixels were not given out: %w", err)
	}
	img := image.NewRGBA(image.Rect(0, 0, small.Cols(), small.Rows()))
	for out := img.Pix; len(out) >= 4 && len(bgr) >= 3; out, bgr = out[4:], bgr[3:] {
		out[0], out[1], out[2], out[3] = bgr[2], bgr[1], bgr[0], 255
	}
	return img, scale, nil
}

// Gray copies the brightness, brought down likewise.
func (p *Picture) Gray(maxSide int) (*image.Gray, error) {
	small, _ := p.scaled(maxSide)
	defer small.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	gocv.CvtColor(small, &gray, gocv.ColorBGRToGray)
	return ToGray(gray)
}

// scaled returns a Mat of its own, without gaps, which the caller closes.
func (p *Picture) scaled(maxSide int) (gocv.Mat, float64) {
	longer := max(p.mat.Cols(), p.mat.Rows())
	if maxSide <= 0 || longer <= maxSide {
		return p.mat.Clone(), 1
	}
	scale := float64(maxSide) / float64(longer)
	size := image.Pt(max(1, int(float64(p.mat.Cols())*scale)), max(1, int(float64(p.mat.Rows())*scale)))
	out := gocv.NewMat()
	gocv.Resize(p.mat, &out, size, 0, 0, gocv.InterpolationArea)
	return out, scale
}

// Mat returns the pixels, 8-bit BGR; the Picture keeps ownership.
func (p *Picture) Mat() gocv.Mat { return p.mat }

// Width returns the number of columns.
func (p *Picture) Width() int { return p.mat.Cols() }

// Height returns the number of rows.
func (p *Picture) Height() int { return p.mat.Rows() }

// Close frees the pixels.
func (p *Picture) Close() error { return p.mat.Close() }

// GrayMat copies img into a Mat of type 8UC1, which the caller closes. An image without pixels is an error,
// because OpenCV would end the process on it.
func GrayMat(img *image.Gray) (gocv.Mat, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w <= 0 || h <= 0 {
		return gocv.Mat{}, extract.Errorf(extract.KindInternal, "the crop is empty")
	}
	data := img.Pix
	if img.Stride != w {
		data = make([]byte, 0, w*h)
		for y := range h {
			data = append(data, img.Pix[y*img.Stride:y*img.Stride+w]...)
		}
	}
	view, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC1, data[:w*h])
	if err != nil {
		return gocv.Mat{}, err
	}
	defer view.Close()
	// The view borrows Go memory; the clone owns its own.
	return view.Clone(), nil
}

// ToGray copies a Mat of type 8UC1 into an image.Gray.
func ToGray(m gocv.Mat) (*image.Gray, error) {
	if m.Empty() || m.Type() != gocv.MatTypeCV8UC1 {
		return nil, extract.Errorf(extract.KindInternal, "a grey picture was expected")
	}
	if !m.IsContinuous() {
		// ToBytes takes no heed of the gaps between the rows of a region.
		m = m.Clone()
		defer m.Close()
	}
	return &image.Gray{Pix: m.ToBytes(), Stride: m.Cols(), Rect: image.Rect(0, 0, m.Cols(), m.Rows())}, nil
}
