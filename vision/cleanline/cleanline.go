// Package cleanline prepares the crop of one printed line for a recogniser: even light, dark on light, without table
// rules, dotted leaders, cell borders and the fringes of neighbouring lines. Small crops are enlarged; the proportions stay,
// so that positions along the line, as shares of its width, keep their meaning.
package cleanline

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/vision/ink"
	"lensd/vision/picture"
)

// inkLevel is what counts as ink in flattened strength, 0 paper to 255 the strongest ink.
const inkLevel = 110

// Crops lower than leastHeight are enlarged to it, at most maxEnlarge times: in small print the marks above and below are
// single pixels, which the flattening would treat as noise.
const (
	leastHeight = 48
	maxEnlarge  = 4.0
)

// Clean returns a cleaned copy of a crop. A crop too small to hold print comes back as it is.
func Clean(crop *image.Gray) (*image.Gray, error) {
	if crop.Rect.Dx() < 4 || crop.Rect.Dy() < 6 {
		return crop, nil
	}
	grey, err := picture.GrayMat(crop)
	if err != nil {
		return nil, err
	}
	defer grey.Close()
	if scale := min(maxEnlarge, leastHeight/float64(grey.Rows())); scale > 1 {
		size := image.Pt(int(float64(grey.Cols())*scale+0.5), int(float64(grey.Rows())*scale+0.5))
		gocv.Resize(grey, &grey, size, 0, 0, gocv.InterpolationCubic)
	}
	s := newStrength(grey)
	s.eraseRules()
	s.eraseBorders()
	s.eraseFringes()
	s.eraseLeaders()
	return s.picture(), nil
}

// strength is a crop as ink: 0 paper, 255 the strongest ink.
type strength struct {
	pix  []byte
	w, h int
}

func newStrength(grey gocv.Mat) *strength {
	g := ink.Strength(grey)
	defer g.Close()
	return &strength{pix: g.ToBytes(), w: g.Cols(), h: g.Rows()}
}

// picture returns the crop dark on white.
func (s *strength) picture() *image.Gray {
	out := image.NewGray(image.Rect(0, 0, s.w, s.h))
	for i, v := range s.pix {
		out.Pix[i] = 255 - v
	}
	return out
}

func (s *strength) ink(x, y int) bool {
	return x >= 0 && y >= 0 && x < s.w && y < s.h && s.pix[y*s.w+x] > inkLevel
}

// blank takes all ink from a rectangle, ends excluded, and the grey seam around it.
func (s *strength) blank(x0, y0, x1, y1 int) {
	for y := max(0, y0); y < min(s.h, y1); y++ {
		row := s.pix[y*s.w : (y+1)*s.w]
		for x := max(0, x0); x < min(s.w, x1); x++ {
			row[x] = 0
		}
	}
}
