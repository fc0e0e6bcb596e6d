package passport

import (
	"errors"
	"math"

	"lensd/vision/geom"
)

// Dimensions of a TD3 page in millimetres (Doc 9303-4, section 2 and appendix A). The origin is the page's top left
// corner; the machine-readable zone fixes everything.
const (
	PageWidth  = 125.0
	PageHeight = 88.0
	linesAt1   = PageHeight - 15.75 // middle of the first code line
	linesAt2   = PageHeight - 9.40
	charsFrom  = 6.0 // left edge of the first character
	charPitch  = 2.54
	lineChars  = 44
	vizBottom  = PageHeight - 23.2 // end of the visual zone
	// The portrait's frame by the standard; states move it by some millimetres.
	portraitX0, portraitY0, portraitX1, portraitY1 = 5.0, 16.0, 40.0, 61.0
)

// ErrRegistration says that the code lines do not define a page.
var ErrRegistration = errors.New("passport: the code lines do not define a page")

// maxBend is how far, in millimetres, the perspective of two code lines may move the page's far corners against a plain
// similarity before it is taken for noise: the lines are 6 mm apart and the page is 88 mm high.
const maxBend = 22.0

// Register maps the page in millimetres into the picture, from the quads of the two code lines of a TD3 zone. Perspective
// is taken from the lines where it is credible.
func Register(first, second geom.Quad) (geom.Homography, error) {
	mid := func(q geom.Quad) (from, to geom.Point) {
		return geom.Point{X: (q[0].X + q[3].X) / 2, Y: (q[0].Y + q[3].Y) / 2}, geom.Point{X: (q[1].X + q[2].X) / 2, Y: (q[1].Y + q[2].Y) / 2}
	}
	a, b := mid(first)
	d, c := mid(second)
	x1 := charsFrom + charPitch*lineChars
	src := geom.Quad{{X: charsFrom, Y: linesAt1}, {X: x1, Y: linesAt1}, {X: x1, Y: linesAt2}, {X: charsFrom, Y: linesAt2}}
	plain := similarity(a, b, c, d)
	scale := math.Hypot(plain[0], plain[3])
	if scale < 1e-6 || math.IsNaN(scale) {
		return geom.Homography{}, ErrRegistration
	}
	full, err := geom.FromQuads(src, geom.Quad{a, b, c, d})
	if err != nil {
		return plain, nil
	}
	for _, p := range []geom.Point{{X: 0, Y: 0}, {X: PageWidth, Y: 0}} {
		if off := full.Apply(p).Dist(plain.Apply(p)) / scale; math.IsNaN(off) || off > maxBend {
			return plain, nil
		}
	}
	return full, nil
}

// similarity maps millimetres to the picture by turning, shifting and one scale, from the ends of both lines.
func similarity(a, b, c, d geom.Point) geom.Homography {
	ux, uy := (b.X-a.X+c.X-d.X)/2, (b.Y-a.Y+c.Y-d.Y)/2
	k := 1 / (charPitch * lineChars)
	ux, uy = ux*k, uy*k
	cx, cy := (a.X+b.X+c.X+d.X)/4, (a.Y+b.Y+c.Y+d.Y)/4
	mx, my := charsFrom+charPitch*lineChars/2, (linesAt1+linesAt2)/2
	return geom.Affine(ux, -uy, cx-ux*mx+uy*my, uy, ux, cy-uy*mx-ux*my)
}

// Portrait returns where the standard puts the holder's picture, in millimetres.
func Portrait() geom.Rect {
	return geom.Rect{X0: portraitX0, Y0: portraitY0, X1: portraitX1, Y1: portraitY1}
}

// VisualZone returns the part of the page above the code lines, with some room for pages that are larger than the standard.
func VisualZone() geom.Rect { return geom.Rect{X0: -3, Y0: -4, X1: PageWidth + 3, Y1: vizBottom + 3.5} }
