package rectify

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/papers"
)

// Page is a rectified page.
type Page struct {
	Gray     *image.Gray     // upright but for half a turn, flat, paper white
	ToSource geom.Homography // sheet pixels -> pixels of the picture that was given
	Paper    *geom.Quad      // the sheet's outline in the given picture; nil where the picture is the page
	Letters  int             // patches of print that the direction rests on; few: the page may lie on its side
	Small    bool            // its letters were drawn in smallHeight pixels or less, and were enlarged; of no photograph of a paper

	seen *layout.Print // what was seen of Gray already, until it is handed on
	bent *bent         // how the page lay, where it was bent
}

// Rectify turns a BGR or grey picture into a Page. Which of two opposite directions is up cannot be told from shapes:
// whoever can read the page decides, and calls Page.Upend.
func Rectify(src gocv.Mat) (Page, error) {
	if src.Empty() {
		return Page{}, extract.Errorf(extract.KindInternal, "the picture is empty")
	}
	toPage, w, h := geom.Identity(), float64(src.Cols()), float64(src.Rows())
	page := Page{}
	limit := 45.0
	if q, ok := papers.FindOne(src); ok {
		page.Paper = &q
		w, h = paperSize(q, w, h)
		m, err := geom.FromQuads(q, geom.QuadOf(geom.Rect{X1: w, Y1: h}))
		if err == nil {
			toPage, limit = m, 6
		}
	}
	gray := grayOf(src)
	defer gray.Close()
	return laid(gray, page, toPage, w, h, limit)
}

// paperTilt is how far print may lie askew on a paper whose edges are known, in degrees; paperLong bounds the longer side of
// what is made of one paper of several.
const (
	paperTilt = 10.0
	paperLong = 2400.0
)

// Flat makes a Page of the paper whose corners q, in order around it, are known.
func Flat(src gocv.Mat, q geom.Quad) (Page, error) {
	if src.Empty() {
		return Page{}, extract.Errorf(extract.KindInternal, "the picture is empty")
	}
	w := max(q[0].Dist(q[1]), q[3].Dist(q[2]))
	h := max(q[1].Dist(q[2]), q[0].Dist(q[3]))
	k := min(1, paperLong/max(w, h, 1))
	w, h = w*k, h*k
	toPage, err := geom.FromQuads(q, geom.QuadOf(geom.Rect{X1: w, Y1: h}))
	if err != nil {
		return Page{}, extract.Errorf(extract.KindQuality, "the paper is seen at too flat an angle; take the picture from above")
	}
	gray := grayOf(src)
	defer gray.Close()
	return laid(gray, Page{Paper: &q}, toPage, w, h, paperTilt)
}

// laid makes the page of w x h, to which toPage takes the picture, upright and straight; grain is smoothed in gray, where the page
// is, as little as is enough.
func laid(gray gocv.Mat, page Page, toPage geom.Homography, w, h, limit float64) (Page, error) {
	out, err := uprighted(gray, page, toPage, w, h, limit)
	if err != nil {
		return Page{}, err
	}
	part := gray.Region(page.within(gray))
	defer part.Close()
	much, steps, err := smoothings(part)
	if err != nil {
		return Page{}, err
	}
	if len(steps) == 0 {
		return straightened(gray, out)
	}
	raw := part.Clone()
	defer raw.Close()
	for _, smooth := range steps {
		if !much && !layout.Speckled(out.Gray) {
			break
		}
		if err := smooth(raw, &part); err != nil {
			return Page{}, err
		}
		if out, err = uprighted(gray, page, toPage, w, h, limit); err != nil {
			return Page{}, err
		}
	}
	return straightened(gray, out)
}

// within is where the page lies in the picture src.
func (p Page) within(src gocv.Mat) image.Rectangle {
	all := image.Rect(0, 0, src.Cols(), src.Rows())
	if p.Paper == nil {
		return all
	}
	b := p.Paper.Bounds()
	return image.Rect(int(b.X0), int(b.Y0), int(b.X1)+1, int(b.Y1)+1).Intersect(all)
}

// uprighted makes a page upright.
func uprighted(gray gocv.Mat, page Page, toPage geom.Homography, w, h, limit float64) (Page, error) {
	turn, height, err := inspect(gray, toPage, w, h, limit)
	if err != nil {
		return Page{}, err
	}
	page.Letters = turn.Letters
	return composed(gray, page, toPage, w, h, turn, height)
}

// Upright makes a Page of a picture that is known to be straight: it is evened and brought to a good scale only.
func Upright(src gocv.Mat) (Page, error) {
	if src.Empty() {
		return Page{}, extract.Errorf(extract.KindInternal, "the picture is empty")
	}
	gray := grayOf(src)
	defer gray.Close()
	page, err := render(gray, Page{}, geom.Identity(), gray.Cols(), gray.Rows())
	if err != nil {
		return Page{}, err
	}
	seen := layout.Binarize(page.Gray)
	height := float64(seen.Height)
	w, h := float64(gray.Cols()), float64(gray.Rows())
	if height == 0 || sheetScale(height, w, h) == 1 {
		page.seen = &seen
		return page, nil
	}
	return composed(gray, Page{}, geom.Identity(), w, h, Turn{}, height)
}

// grayOf returns src in grey, as a copy that the caller closes.
func grayOf(src gocv.Mat) gocv.Mat {
	gray := gocv.NewMat()
	if src.Channels() == 3 {
		gocv.CvtColor(src, &gray, gocv.ColorBGRToGray)
	} else {
		src.CopyTo(&gray)
	}
	return gray
}

// inspectSide is the longer side at which the direction of print is measured.
const inspectSide = 1500

// inspect measures the direction and the height of print on the page that m makes of src.
func inspect(src gocv.Mat, m geom.Homography, w, h, limit float64) (Turn, float64, error) {
	scale := min(1, inspectSide/max(w, h))
	small, err := Warp(src, m.Then(geom.Affine(scale, 0, 0, 0, scale, 0)), max(4, int(w*scale)), max(4, int(h*scale)))
	if err != nil {
		return Turn{}, 0, err
	}
	defer small.Close()
	flat, err := Flatten(small)
	if err != nil {
		return Turn{}, 0, err
	}
	if err := deepen(flat); err != nil {
		return Turn{}, 0, err
	}
	seen := layout.Binarize(flat)
	return FindTurn(seen.Ink, limit), float64(seen.Height) / scale, nil
}

// The letter height at which recognition is at its best, the height below which print is enlarged to it, and the largest
// sheet in pixels.
const (
	goodHeight = 26.0
	lowHeight  = 13.0
	highHeight = 30.0
	maxEnlarge = 5.0
	maxPixels  = 9e6

	smallHeight = 10.0 // of the smallest print: its strokes are a pixel wide, and soft where it is enlarged
)

// sheetScale chooses the enlargement for print of the given height.
func sheetScale(height, w, h float64) float64 {
	scale := 1.0
	switch {
	case height > 0 && height < lowHeight:
		scale = min(maxEnlarge, goodHeight/height)
	case height > highHeight && w*h > maxPixels/2:
		scale = goodHeight / height
	}
	return min(scale, math.Sqrt(maxPixels/(w*h)))
}

// composed renders a page of w x h, to which toPage takes the picture, turned and at the scale for print of the given height.
func composed(gray gocv.Mat, page Page, toPage geom.Homography, w, h float64, t Turn, height float64) (Page, error) {
	page.Small = page.Paper == nil && height > 0 && height <= smallHeight
	toSheet, sw, sh := compose(toPage, w, h, t, height)
	return render(gray, page, toSheet, sw, sh)
}

// compose builds the map from source to sheet and the sheet's size.
func compose(toPage geom.Homography, w, h float64, t Turn, height float64) (geom.Homography, int, int) {
	scale := sheetScale(height, w, h)
	angle := -t.Angle
	if t.Sideways {
		angle -= 90
	}
	if math.Abs(angle) < 0.04 {
		angle = 0
	}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	turn := geom.Affine(scale*cos, -scale*sin, 0, scale*sin, scale*cos, 0)
	b := turn.Quad(geom.QuadOf(geom.Rect{X1: w, Y1: h})).Bounds()
	shift := geom.Affine(1, 0, -b.X0, 0, 1, -b.Y0)
	return toPage.Then(turn).Then(shift), max(4, int(b.W()+0.5)), max(4, int(b.H()+0.5))
}

// render makes the sheet's pixels.
func render(gray gocv.Mat, page Page, toSheet geom.Homography, w, h int) (Page, error) {
	back, err := toSheet.Inverse()
	if err != nil {
		return Page{}, extract.Errorf(extract.KindQuality, "the page is seen at too flat an angle; take the picture from above")
	}
	page.ToSource = back
	sheet := gray
	if toSheet != geom.Identity() || w != gray.Cols() || h != gray.Rows() {
		sheet, err = Warp(gray, toSheet, w, h)
		if err != nil {
			return Page{}, err
		}
		defer sheet.Close()
	}
	return page.shown(sheet)
}

// shown is the page with the evened pixels of sheet.
func (p Page) shown(sheet gocv.Mat) (Page, error) {
	var err error
	if p.Gray, err = Flatten(sheet); err != nil {
		return Page{}, err
	}
	if err := deepen(p.Gray); err != nil {
		return Page{}, err
	}
	if to, err := p.ToSource.Inverse(); err == nil && enlarges(to) {
		darken(p.Gray)
	}
	if p.Paper != nil {
		clearEdges(p.Gray)
	}
	return p, nil
}

// Layout finds what stands where on the page.
func (p *Page) Layout() *layout.Page {
	if p.seen == nil {
		return layout.Analyse(p.Gray)
	}
	seen := *p.seen
	p.seen = nil
	return layout.AnalyseSeen(p.Gray, seen)
}

// Changed says that Gray's pixels are others than before: what was seen of them is forgotten.
func (p *Page) Changed() { p.seen = nil }

// Upend turns the page by half a turn.
func (p *Page) Upend() {
	pix := p.Gray.Pix
	for i, j := 0, len(pix)-1; i < j; i, j = i+1, j-1 {
		pix[i], pix[j] = pix[j], pix[i]
	}
	w, h := float64(p.Gray.Rect.Dx()), float64(p.Gray.Rect.Dy())
	p.turn(geom.Affine(-1, 0, w-1, 0, -1, h-1))
}

// Quarter turns the page by a quarter clockwise.
func (p *Page) Quarter() {
	w, h := p.Gray.Rect.Dx(), p.Gray.Rect.Dy()
	turned := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		row := p.Gray.Pix[y*p.Gray.Stride : y*p.Gray.Stride+w]
		for x, v := range row {
			turned.Pix[x*turned.Stride+h-1-y] = v
		}
	}
	p.Gray = turned
	p.turn(geom.Affine(0, 1, 0, -1, 0, float64(h-1)))
}

// paperSize gives the size of the flat page, in source pixels. Its proportions come from the perspective where that tells
// (Zhang and He, Whiteboard Scanning and Image Enhancement, 2007), the scale from the longest sides.
func paperSize(q geom.Quad, w, h float64) (float64, float64) {
	pw := max(q[0].Dist(q[1]), q[3].Dist(q[2]))
	ph := max(q[0].Dist(q[3]), q[1].Dist(q[2]))
	seen := (q[0].Dist(q[3]) + q[1].Dist(q[2])) / (q[0].Dist(q[1]) + q[3].Dist(q[2]))
	if r, ok := aspect(q, w/2, h/2); ok && r > 0.75*seen && r < 1.35*seen {
		seen = r
	}
	if ph/pw > seen {
		return math.Round(ph / seen), math.Round(ph)
	}
	return math.Round(pw), math.Round(pw * seen)
}

// aspect returns height by width of the rectangle that q is a picture of, taken with the principal point at (u, v).
func aspect(q geom.Quad, u, v float64) (float64, bool) {
	type vec [3]float64
	at := func(p geom.Point) vec { return vec{p.X - u, p.Y - v, 1} }
	cross := func(a, b vec) vec {
		return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	dot := func(a, b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	m1, m2, m3, m4 := at(q[0]), at(q[1]), at(q[3]), at(q[2])
	k2 := dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3)
	k3 := dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2)
	var n2, n3 vec
	for i := range 3 {
		n2[i], n3[i] = k2*m2[i]-m1[i], k3*m3[i]-m1[i]
	}
	if math.Abs(n2[2]) < 1e-3 || math.Abs(n3[2]) < 1e-3 {
		return 0, false
	}
	f2 := -(n2[0]*n3[0] + n2[1]*n3[1]) / (n2[2] * n3[2])
	if f2 < 0.2*(u*u+v*v) || math.IsNaN(f2) {
		return 0, false
	}
	w2 := (n2[0]*n2[0]+n2[1]*n2[1])/f2 + n2[2]*n2[2]
	h2 := (n3[0]*n3[0]+n3[1]*n3[1])/f2 + n3[2]*n3[2]
	r := math.Sqrt(h2 / w2)
	return r, !math.IsNaN(r) && !math.IsInf(r, 0)
}
