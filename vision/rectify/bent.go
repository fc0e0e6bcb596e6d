package rectify

import (
	"encoding/binary"
	"image/color"
	"math"
	"runtime"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/dewarp"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// bent says how a page that was straightened lay in the picture.
type bent struct {
	turned geom.Homography // sheet pixels -> those before it was turned
	bend   *dewarp.Bend
	back   geom.Homography // pixels of the bent page -> source pixels
}

// Source takes corners on the sheet to pixels of the picture that was given. Where the sheet was bent, ToSource does that roughly.
func (p *Page) Source(q geom.Quad) geom.Quad {
	if p.bent == nil {
		return p.ToSource.Quad(q)
	}
	for i, c := range q {
		q[i] = p.bent.back.Apply(p.bent.bend.Back(p.bent.turned.Apply(c)))
	}
	return q
}

// Strips returns what rows of a sheet that was bent are in the picture that was given, cut into pieces, for a person to look at; none of a
// sheet that lay flat.
func (p *Page) Strips() []geom.Quad {
	if p.bent == nil {
		return nil
	}
	const across, down = 12, 16
	w, h := float64(p.Gray.Rect.Dx())/across, float64(p.Gray.Rect.Dy())/down
	var out []geom.Quad
	for y := range down {
		for x := range across {
			out = append(out, p.Source(geom.QuadOf(geom.Rect{X0: float64(x) * w, Y0: float64(y) * h, X1: float64(x+1) * w, Y1: float64(y+1) * h})))
		}
	}
	return out
}

// turn notes that the sheet's pixels have become others, which m takes to those of before.
func (p *Page) turn(m geom.Homography) {
	p.Changed()
	p.ToSource = m.Then(p.ToSource)
	if p.bent != nil {
		b := *p.bent
		b.turned = m.Then(b.turned)
		p.bent = &b
	}
}

// straightened returns the page with its lines straight: as it is, or made anew from gray where its print is bent.
func straightened(gray gocv.Mat, page Page) (Page, error) {
	seen := layout.Binarize(page.Gray)
	letters, _ := lettersOf(seen.Ink)
	bend := dewarp.Find(letters, page.Gray.Rect.Dx(), page.Gray.Rect.Dy())
	if bend == nil {
		page.seen = &seen
		return page, nil
	}
	sheet, err := unbend(gray, bend, page.ToSource)
	if err != nil {
		return Page{}, err
	}
	defer sheet.Close()
	page.bent = &bent{geom.Identity(), bend, page.ToSource}
	return page.shown(sheet)
}

// unbend makes a straight picture of a bent page in src, to which back takes its pixels.
func unbend(src gocv.Mat, bend *dewarp.Bend, back geom.Homography) (gocv.Mat, error) {
	xs, ys := make([]byte, 4*bend.W*bend.H), make([]byte, 4*bend.W*bend.H)
	for y := range bend.H {
		for x := range bend.W {
			p := back.Apply(bend.Back(geom.Point{X: float64(x), Y: float64(y)}))
			i := 4 * (y*bend.W + x)
			binary.NativeEndian.PutUint32(xs[i:], math.Float32bits(float32(p.X)))
			binary.NativeEndian.PutUint32(ys[i:], math.Float32bits(float32(p.Y)))
		}
	}
	mx, err := gocv.NewMatFromBytes(bend.H, bend.W, gocv.MatTypeCV32F, xs)
	if err != nil {
		return gocv.Mat{}, extract.Errorf(extract.KindInternal, "the map of a bent page: %v", err)
	}
	defer mx.Close()
	my, err := gocv.NewMatFromBytes(bend.H, bend.W, gocv.MatTypeCV32F, ys)
	if err != nil {
		return gocv.Mat{}, extract.Errorf(extract.KindInternal, "the map of a bent page: %v", err)
	}
	defer my.Close()
	dst := gocv.NewMat()
	gocv.Remap(src, &dst, &mx, &my, gocv.InterpolationCubic, gocv.BorderConstant, color.RGBA{255, 255, 255, 0})
	runtime.KeepAlive(xs) // the maps borrow Go memory
	runtime.KeepAlive(ys)
	return dst, nil
}
