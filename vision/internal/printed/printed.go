// Package printed draws pages for tests: print in a free font, tables, photographs of both. Nothing of it is shipped.
package printed

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lensd/vision/geom"
)

// Page is white paper that can be printed on.
type Page struct {
	*image.Gray
	font *opentype.Font
}

// NewPage returns a blank page.
func NewPage(w, h int) *Page { return newPage(w, h, goregular.TTF) }

// NewMonoPage returns a blank page for monospaced print.
func NewMonoPage(w, h int) *Page { return newPage(w, h, gomono.TTF) }

func newPage(w, h int, ttf []byte) *Page {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is compiled in
	}
	g := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	return &Page{g, f}
}

// Text prints s with its baseline at y, size pixels to the em.
func (p *Page) Text(x, y int, size float64, s string) {
	p.Toned(x, y, size, s, 0)
}

// Toned prints s in a grey tone.
func (p *Page) Toned(x, y int, size float64, s string, tone uint8) {
	face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err)
	}
	defer face.Close()
	d := font.Drawer{Dst: p.Gray, Src: image.NewUniform(color.Gray{Y: tone}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// Fill paints a rectangle.
func (p *Page) Fill(r image.Rectangle, tone uint8) {
	draw.Draw(p.Gray, r, image.NewUniform(color.Gray{Y: tone}), image.Point{}, draw.Src)
}

// Grid rules a table with lines at the given places.
func (p *Page) Grid(xs, ys []int, thick int) {
	for _, x := range xs {
		p.Fill(image.Rect(x, ys[0], x+thick, ys[len(ys)-1]+thick), 0)
	}
	for _, y := range ys {
		p.Fill(image.Rect(xs[0], y, xs[len(xs)-1]+thick, y+thick), 0)
	}
}

var words = []string{"amount", "between", "carried", "district", "evening", "following", "general", "harbour", "invoice",
	"journey", "kitchen", "letters", "market", "number", "office", "payment", "quarter", "returned", "supply", "total", "under", "village", "weight"}

// Letter returns a page of lines of random words with a heading.
func Letter(r *rand.Rand, w, h int) *Page {
	p := NewPage(w, h)
	size := float64(w) / 52
	p.Text(w/9, h/12, size*1.5, "Statement of "+words[r.IntN(len(words))])
	for y := h / 8; y < h*7/8; y += int(size * 1.6) {
		if r.IntN(7) == 0 {
			continue
		}
		s := ""
		for len(s) < 40+r.IntN(20) {
			s += words[r.IntN(len(words))] + " "
		}
		p.Text(w/9, y, size, s)
	}
	return p
}

// Bent returns a page whose places rise by so many pixels, white where it has nothing.
func Bent(page *image.Gray, rise func(x, y float64) float64) *image.Gray {
	out := image.NewGray(page.Rect)
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			v := 255.0
			from := geom.Point{X: float64(x), Y: float64(y) + rise(float64(x), float64(y))}
			if from.Y >= 0 && from.Y < float64(page.Rect.Dy()-1) && x < page.Rect.Dx()-1 {
				v = interpolate(page, from)
			}
			out.Pix[y*out.Stride+x] = uint8(v)
		}
	}
	return out
}

// Photograph is a picture of a page on a table, with the place of its corners.
type Photograph struct {
	Image   *image.Gray
	Corners geom.Quad
}

// Shot photographs a page: turned by roll degrees, the camera tilted by pitch and yaw, in light that falls off to a side,
// with sensor noise.
func Shot(r *rand.Rand, page *image.Gray, w, h int, roll, pitch, yaw float64) Photograph {
	q := project(float64(page.Rect.Dx()), float64(page.Rect.Dy()), float64(w), float64(h), roll, pitch, yaw)
	back, err := geom.FromQuads(q, geom.QuadOf(geom.Rect{X1: float64(page.Rect.Dx()), Y1: float64(page.Rect.Dy())}))
	if err != nil {
		panic(err)
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	dark, grain := 40+r.Float64()*50, r.Float64()*6+2
	lx, ly := r.Float64()*0.5-0.25, r.Float64()*0.5-0.25
	for y := range h {
		for x := range w {
			light := 0.8 + lx*(float64(x)/float64(w)-0.5) + ly*(float64(y)/float64(h)-0.5)
			v := dark + 8*math.Sin(float64(x)/37)*math.Sin(float64(y)/53)
			if s := back.Apply(geom.Point{X: float64(x), Y: float64(y)}); s.X >= 0 && s.Y >= 0 && s.X < float64(page.Rect.Dx()-1) && s.Y < float64(page.Rect.Dy()-1) {
				v = interpolate(page, s)
			}
			v = v*light + r.NormFloat64()*grain
			out.Pix[y*out.Stride+x] = uint8(max(0, min(255, v)))
		}
	}
	return Photograph{out, q}
}

func interpolate(g *image.Gray, p geom.Point) float64 {
	x, y := int(p.X), int(p.Y)
	fx, fy := p.X-float64(x), p.Y-float64(y)
	i := y*g.Stride + x
	top := float64(g.Pix[i])*(1-fx) + float64(g.Pix[i+1])*fx
	bottom := float64(g.Pix[i+g.Stride])*(1-fx) + float64(g.Pix[i+g.Stride+1])*fx
	return top*(1-fy) + bottom*fy
}

// project returns the corners of a page of pw x ph in a picture of w x h by a camera of normal focal length.
func project(pw, ph, w, h, roll, pitch, yaw float64) geom.Quad {
	sr, cr := math.Sincos(roll * math.Pi / 180)
	sp, cp := math.Sincos(pitch * math.Pi / 180)
	sy, cy := math.Sincos(yaw * math.Pi / 180)
	f := 1.3 * math.Max(w, h)
	scale := 1.0
	var q geom.Quad
	// The page is moved away until it is wholly in the frame.
	for distance := f; ; distance *= 1.04 {
		inside := true
		for i, c := range [4][2]float64{{-pw / 2, -ph / 2}, {pw / 2, -ph / 2}, {pw / 2, ph / 2}, {-pw / 2, ph / 2}} {
			x, y := (c[0]*cr-c[1]*sr)*scale, (c[0]*sr+c[1]*cr)*scale
			x, z := x*cy, -x*sy
			y, z = y*cp-z*sp, y*sp+z*cp
			k := f / (distance + z)
			q[i] = geom.Point{X: w/2 + x*k, Y: h/2 + y*k}
			if q[i].X < 0.03*w || q[i].X > 0.97*w || q[i].Y < 0.03*h || q[i].Y > 0.97*h {
				inside = false
			}
		}
		if inside {
			return q
		}
	}
}
