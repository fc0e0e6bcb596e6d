package pdf

import (
	"github.com/klippa-app/go-pdfium/requests"

	"lensd/vision/geom"
)

// placement maps page space, points from the lower left corner of a box of the page's own choice, to the pixels of the page
// rendered at w x h. PDFium knows the page's rotation and crop; three points of its map tell all of it.
func (r *Renderer) placement(page requests.Page, w, h int) (geom.Homography, error) {
	const finer = 16    // PDFium answers in whole pixels
	const reach = 1000. // points between the samples
	at := func(x, y float64) (geom.Point, error) {
		d, err := r.instance.FPDF_PageToDevice(&requests.FPDF_PageToDevice{Page: page, SizeX: w * finer, SizeY: h * finer, PageX: x, PageY: y})
		if err != nil {
			return geom.Point{}, err
		}
		return geom.Point{X: float64(int32(d.DeviceX)) / finer, Y: float64(int32(d.DeviceY)) / finer}, nil
	}
	o, err := at(0, 0)
	if err != nil {
		return geom.Homography{}, err
	}
	x, err := at(reach, 0)
	if err != nil {
		return geom.Homography{}, err
	}
	y, err := at(0, reach)
	if err != nil {
		return geom.Homography{}, err
	}
	return geom.Affine((x.X-o.X)/reach, (y.X-o.X)/reach, o.X, (x.Y-o.Y)/reach, (y.Y-o.Y)/reach, o.Y), nil
}
