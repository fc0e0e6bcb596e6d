package pdf

import (
	"math"
	"slices"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"lensd/vision/geom"
	"lensd/vision/picture"
)

// scanSlack is how far the borders of a scan may lie from the page's, in pixels of the rendered page.
const scanSlack = 2.0

// plainSpaces are the colours of scans whose JPEG says all about them.
var plainSpaces = []enums.FPDF_COLORSPACE{enums.FPDF_COLORSPACE_DEVICEGRAY, enums.FPDF_COLORSPACE_DEVICERGB,
	enums.FPDF_COLORSPACE_CALGRAY, enums.FPDF_COLORSPACE_CALRGB, enums.FPDF_COLORSPACE_ICCBASED}

// scan returns the picture of a page that is nothing but one JPEG from border to border, as scanners write them, w x h pixels
// large; nil for any other page. The sandbox takes ten times as long to decode and scale it. to leads from page space to pixels.
func (r *Renderer) scan(page requests.Page, to geom.Homography, w, h int) *picture.Picture {
	n, err := r.instance.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: page})
	if err != nil || n.Count != 1 {
		return nil
	}
	// Notes and filled-in fields are drawn over a page without being part of it.
	notes, err := r.instance.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: page})
	if err != nil || notes.Count != 0 {
		return nil
	}
	o, err := r.instance.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: page})
	if err != nil || !r.fillsPage(o.PageObject, to, w, h) || !r.plain(page, o.PageObject) {
		return nil
	}
	raw, err := r.instance.FPDFImageObj_GetImageDataRaw(&requests.FPDFImageObj_GetImageDataRaw{ImageObject: o.PageObject})
	if err != nil {
		return nil
	}
	p, err := picture.FromJPEG(raw.Data, w, h)
	if err != nil {
		return nil
	}
	if dark(p) { // a file can say that its JPEG is a negative
		p.Close()
		return nil
	}
	return p
}

// fillsPage reports a picture that stands upright on the page and ends where the page does.
func (r *Renderer) fillsPage(o references.FPDF_PAGEOBJECT, to geom.Homography, w, h int) bool {
	kind, err := r.instance.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: o})
	if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
		return false
	}
	m, err := r.instance.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o})
	if err != nil {
		return false
	}
	// A picture is a square of one unit, its upper border at 1, that the matrix lays on the page.
	at := func(x, y float64) geom.Point {
		return to.Apply(geom.Point{X: float64(m.Matrix.A)*x + float64(m.Matrix.C)*y + float64(m.Matrix.E), Y: float64(m.Matrix.B)*x + float64(m.Matrix.D)*y + float64(m.Matrix.F)})
	}
	near := func(p geom.Point, x, y int) bool {
		return math.Abs(p.X-float64(x)) < scanSlack && math.Abs(p.Y-float64(y)) < scanSlack
	}
	return near(at(0, 1), 0, 0) && near(at(1, 1), w, 0) && near(at(0, 0), 0, h)
}

// plain reports a JPEG without a mask, in colours that need no table of the file's own.
func (r *Renderer) plain(page requests.Page, o references.FPDF_PAGEOBJECT) bool {
	see, err := r.instance.FPDFPageObj_HasTransparency(&requests.FPDFPageObj_HasTransparency{PageObject: o})
	if err != nil || see.HasTransparency {
		return false
	}
	filters, err := r.instance.FPDFImageObj_GetImageFilterCount(&requests.FPDFImageObj_GetImageFilterCount{ImageObject: o})
	if err != nil || filters.Count != 1 {
		return false
	}
	filter, err := r.instance.FPDFImageObj_GetImageFilter(&requests.FPDFImageObj_GetImageFilter{ImageObject: o})
	if err != nil || filter.ImageFilter != "DCTDecode" {
		return false
	}
	about, err := r.instance.FPDFImageObj_GetImageMetadata(&requests.FPDFImageObj_GetImageMetadata{ImageObject: o, Page: page})
	return err == nil && slices.Contains(plainSpaces, about.ImageMetadata.Colorspace)
}

// dark reports a picture that is no paper.
func dark(p *picture.Picture) bool {
	mat := p.Mat()
	m := mat.Mean()
	return m.Val1+m.Val2+m.Val3 < 3*90
}
