// Package face finds the holder's portrait on an identity document: OpenCV's Haar cascade alt2 from Debian's package
// opencv-data, judged by where the document's layout expects a portrait.
package face

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/rectify"
)

// CascadeFile is where Debian's package opencv-data puts the cascade.
const CascadeFile = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"

// Finder finds faces. It is used by one goroutine at a time.
type Finder struct{ cascade gocv.CascadeClassifier }

// Open loads the cascade from file, "" for CascadeFile.
func Open(file string) (*Finder, error) {
	if file == "" {
		file = CascadeFile
	}
	c := gocv.NewCascadeClassifier()
	if !c.Load(file) {
		c.Close()
		return nil, fmt.Errorf("face: %s does not load; install Debian's package opencv-data", file)
	}
	return &Finder{c}, nil
}

// Close frees the cascade.
func (f *Finder) Close() error { return f.cascade.Close() }

// Plane is a flat document in a picture: ToSource leads from its own units (millimetres) to the picture's pixels.
type Plane struct {
	ToSource geom.Homography
	Portrait geom.Rect // where the layout puts the portrait
}

// Face is a portrait. Quad lies in the picture; Box is the same in the plane's units. Seen is false for a face that the
// cascade missed and that is given as the layout's usual place.
type Face struct {
	Quad geom.Quad
	Box  geom.Rect
	Seen bool
}

// Geometry of the search. The cascade's square spans from the brows to the chin and beyond the cheeks; a face box as
// people draw it is narrower and reaches to the hair line.
const (
	density  = 7.0 // pixels a millimetre: a face of 15 mm is 105 pixels wide
	margin   = 9.0 // millimetres that states move the portrait beyond the standard's frame
	widthOf  = 0.74
	heightOf = 1.0
	lower    = 0.03 // the box's middle lies this share of the square below its middle
)

// Find returns the portrait on a plane of the picture m (8-bit BGR). ok is false if the portrait's place lies outside
// the picture.
func (f *Finder) Find(m gocv.Mat, p Plane) (face Face, ok bool, err error) {
	if m.Empty() || m.Type() != gocv.MatTypeCV8UC3 {
		return Face{}, false, fmt.Errorf("face: the picture is not 8-bit BGR")
	}
	area := geom.Rect{X0: p.Portrait.X0 - margin, Y0: p.Portrait.Y0 - margin, X1: p.Portrait.X1 + margin, Y1: p.Portrait.Y1 + margin}
	back, err := p.ToSource.Inverse()
	if err != nil {
		return Face{}, false, fmt.Errorf("face: %w", err)
	}
	cut, err := rectify.Warp(m, back.Then(geom.Affine(density, 0, -area.X0*density, 0, density, -area.Y0*density)), int(area.W()*density), int(area.H()*density))
	if err != nil {
		return Face{}, false, err
	}
	defer cut.Close()
	grey := gocv.NewMat()
	defer grey.Close()
	gocv.CvtColor(cut, &grey, gocv.ColorBGRToGray)
	gocv.EqualizeHist(grey, &grey)
	least := int(9 * density)
	found := f.cascade.DetectMultiScaleWithParams(grey, 1.12, 2, 0, image.Pt(least, least), image.Pt(grey.Cols(), grey.Rows()))
	face = usual(p.Portrait)
	best := 0.0
	for _, r := range found {
		box := fromSquare(r, area)
		if s := placed(box, p.Portrait); s > best {
			best, face = s, Face{Box: box, Seen: true}
		}
	}
	face.Quad = p.ToSource.Quad(geom.QuadOf(face.Box))
	b := face.Quad.Bounds()
	inside := b.Intersect(geom.Rect{X1: float64(m.Cols()), Y1: float64(m.Rows())})
	return face, inside.Area() > 0.5*b.Area(), nil
}

// fromSquare turns the cascade's square into a face box in the plane's units.
func fromSquare(r image.Rectangle, area geom.Rect) geom.Rect {
	s := float64(r.Dx()) / density
	cx := (float64(r.Min.X)+float64(r.Dx())/2)/density + area.X0
	cy := (float64(r.Min.Y)+float64(r.Dy())/2)/density + area.Y0 + lower*s
	return geom.Rect{X0: cx - s*widthOf/2, Y0: cy - s*heightOf/2, X1: cx + s*widthOf/2, Y1: cy + s*heightOf/2}
}

// placed scores a box: large, and near the middle of the portrait's frame.
func placed(b, frame geom.Rect) float64 {
	c, m := b.Center(), frame.Center()
	off := math.Hypot((c.X-m.X)/frame.W(), (c.Y-m.Y)/frame.H())
	if off > 0.75 {
		return 0
	}
	return b.W() * (1.1 - off)
}

// usual is where the face lies in most portraits: 70 to 80 % of the frame's height is head (Doc 9303-3, section 3.9).
func usual(frame geom.Rect) Face {
	c := frame.Center()
	w, h := 0.45*frame.W(), 0.47*frame.H()
	c.Y -= 0.02 * frame.H()
	return Face{Box: geom.Rect{X0: c.X - w/2, Y0: c.Y - h/2, X1: c.X + w/2, Y1: c.Y + h/2}}
}

// Cut returns the portrait upright as JPEG, with room around the face.
func Cut(m gocv.Mat, f Face, p Plane) ([]byte, error) {
	const room = 0.35
	b := f.Box
	b = geom.Rect{X0: b.X0 - room*b.W(), Y0: b.Y0 - room*b.H(), X1: b.X1 + room*b.W(), Y1: b.Y1 + room*b.H()}
	q := p.ToSource.Quad(geom.QuadOf(b))
	k := math.Max(2, math.Min(24, math.Sqrt(q.Area()/b.Area()))) // the picture's own resolution, within reason
	back, err := p.ToSource.Inverse()
	if err != nil {
		return nil, fmt.Errorf("face: %w", err)
	}
	cut, err := rectify.Warp(m, back.Then(geom.Affine(k, 0, -b.X0*k, 0, k, -b.Y0*k)), max(1, int(b.W()*k)), max(1, int(b.H()*k)))
	if err != nil {
		return nil, err
	}
	defer cut.Close()
	buf, err := gocv.IMEncode(gocv.JPEGFileExt, cut)
	if err != nil {
		return nil, fmt.Errorf("face: %w", err)
	}
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...), nil
}
