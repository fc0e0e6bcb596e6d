// Package labels finds parcel labels in a picture, makes them flat and upright and cuts their text lines. It is the
// geometry of the label reader: what the lines say is for a recognize.Recognizer, what they mean for extract/label.
package labels

import (
	"context"
	"image"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/papers"
	"lensd/vision/picture"
)

// Label is one flat label. Its frame is the flattened picture: after Orient it is upright. It holds Go memory only.
type Label struct {
	Gray     *image.Gray
	toSource geom.Homography
}

// Size returns the flattened label's width and height in pixels.
func (l *Label) Size() (width, height int) { return l.Gray.Rect.Dx(), l.Gray.Rect.Dy() }

// ToSource leads from the label's frame to the sender's picture.
func (l *Label) ToSource(q geom.Quad) geom.Quad { return l.toSource.Quad(q) }

// Quad returns the label's corners in the sender's picture, top-left first as the label reads.
func (l *Label) Quad() geom.Quad {
	w, h := l.Size()
	return l.ToSource(geom.QuadOf(geom.Rect{X1: float64(w), Y1: float64(h)}))
}

// Flattened label sizes. Below minLong small print is enlarged so that the marks of Thai vowels stay apart;
// above maxLong nothing is gained but time.
const (
	minLong = 1400.0
	maxLong = 2400.0
	maxZoom = 2.0
)

// Find returns the labels in a picture, the largest first, each flat and with level lines, but perhaps still turned by a
// multiple of 90 degrees: see Orient. A picture that is itself a label or a page gives one Label of the whole frame.
// Errors are *extract.Error.
func Find(ctx context.Context, pic *picture.Picture) ([]*Label, error) {
	gray := gocv.NewMat()
	defer gray.Close()
	gocv.CvtColor(pic.Mat(), &gray, gocv.ColorBGRToGray)
	quads, framed := papers.Find(pic.Mat())
	var out []*Label
	for _, q := range quads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, err := flatten(gray, q, framed)
		if err != nil {
			return nil, extract.Errorf(extract.KindInternal, "the label could not be flattened: %w", err)
		}
		out = append(out, l)
	}
	return out, nil
}

// flatten maps the quad to a rectangle and levels its lines. A whole frame may lie at any angle, a found paper has edges
// that already tell its angle and are only corrected.
func flatten(gray gocv.Mat, q geom.Quad, framed bool) (*Label, error) {
	w := max(q[0].Dist(q[1]), q[3].Dist(q[2]))
	h := max(q[1].Dist(q[2]), q[0].Dist(q[3]))
	zoom := min(maxZoom, max(1, minLong/max(w, h)), max(minLong, maxLong)/max(w, h))
	zoom = min(zoom, maxLong/max(w, h))
	w, h = w*zoom, h*zoom
	flat, err := geom.FromQuads(q, geom.QuadOf(geom.Rect{X1: w, Y1: h}))
	if err != nil {
		return nil, err
	}
	img, err := warp(gray, flat, int(w), int(h))
	if err != nil {
		return nil, err
	}
	limit := 10.0
	if framed {
		limit = 45
	}
	if angle := skew(img, limit); angle > 0.08 || angle < -0.08 {
		turn, tw, th := level(angle, w, h)
		flat = flat.Then(turn)
		if img, err = warp(gray, flat, tw, th); err != nil {
			return nil, err
		}
		if framed {
			if flat, img, err = trim(gray, flat, img, zoom); err != nil {
				return nil, err
			}
		}
	}
	back, err := flat.Inverse()
	if err != nil {
		return nil, err
	}
	return &Label{Gray: img, toSource: back}, nil
}

// mostOfFrame is how much print may fill of it and still be worth cutting out.
const mostOfFrame = 0.9

// trim cuts the print out of a picture that was turned level: the corners that turning adds make the label smaller than it
// would be read had it lain straight. zoom is what flat enlarges by.
func trim(gray gocv.Mat, flat geom.Homography, img *image.Gray, zoom float64) (geom.Homography, *image.Gray, error) {
	m, err := picture.GrayMat(img)
	if err != nil {
		return flat, nil, err
	}
	defer m.Close()
	small := gocv.NewMat()
	defer small.Close()
	scale := min(1, searchLong/float64(max(m.Cols(), m.Rows())))
	gocv.Resize(m, &small, image.Pt(max(1, int(float64(m.Cols())*scale)), max(1, int(float64(m.Rows())*scale))), 0, 0, gocv.InterpolationArea)
	r := printed(small)
	if r.Area() <= 0 || r.Area() > mostOfFrame*float64(small.Cols()*small.Rows()) {
		return flat, img, nil
	}
	fx, fy := float64(m.Cols())/float64(small.Cols()), float64(m.Rows())/float64(small.Rows())
	w, h := r.W()*fx, r.H()*fy
	bare := max(w, h) / zoom // its longer side in the sender's picture
	k := min(maxZoom, max(1, minLong/bare), maxLong/bare) / zoom
	flat = flat.Then(geom.Affine(k, 0, -k*r.X0*fx, 0, k, -k*r.Y0*fy))
	img, err = warp(gray, flat, int(k*w), int(k*h))
	return flat, img, err
}

// warp draws src through the map into a grey picture of the given size; what lies outside src is white.
func warp(src gocv.Mat, h geom.Homography, width, height int) (*image.Gray, error) {
	return warpWith(src, h, width, height, gocv.BorderConstant)
}

func warpWith(src gocv.Mat, h geom.Homography, width, height int, border gocv.BorderType) (*image.Gray, error) {
	width, height = max(width, 1), max(height, 1)
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range h {
		m.SetDoubleAt(i/3, i%3, v)
	}
	dst := gocv.NewMat()
	defer dst.Close()
	gocv.WarpPerspectiveWithParams(src, &dst, m, image.Pt(width, height), gocv.InterpolationLinear, border, white)
	return picture.ToGray(dst)
}
