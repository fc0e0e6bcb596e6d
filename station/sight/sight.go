// Package sight measures how well a picture suits reading, for somebody who points a camera: focus, light, glare and size. It is
// pure Go and knows nothing of what is read.
package sight

import (
	"image"

	"lensd/device/trigger/settle"
	"lensd/vision/geom"
)

// Sight is what one picture is like, where something was found in it or as a whole.
type Sight struct {
	Focus  float64 // variance of the Laplacian; it depends on what is seen, so that it compares pictures of one scene
	Glare  float64 // share of pixels that are white altogether, 0 to 1
	Light  float64 // mean brightness, 0 to 255
	Height float64 // of what was found, in pixels of the picture; 0: nothing
}

// Advice is what to mend of a picture.
type Advice string

// The pieces of advice.
const (
	Closer  Advice = "closer"  // what was found is small: go nearer or take a larger picture
	Blurred Advice = "blurred" // turn the lens
	Glare   Advice = "glare"   // a light is mirrored: move it aside
	Dark    Advice = "dark"
	Bright  Advice = "bright"
)

// white is the brightness from which a pixel holds no print any more.
const white = 250

// The bounds of good advice. leastHeight is that of digits whose strokes are two pixels wide; soft is what the settle trigger calls
// out of focus, less for pictures of few edges.
const (
	leastHeight = 16
	soft        = 60
	muchGlare   = 0.06
	darkest     = 45
	brightest   = 225
)

// Of measures a grey picture around what was found in it: quads in pixels of the picture, none for nothing.
func Of(img *image.Gray, quads []geom.Quad) Sight {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	area := geom.Rect{X1: float64(w), Y1: float64(h)}
	var s Sight
	if len(quads) > 0 {
		area = quads[0].Bounds()
		for _, q := range quads {
			area = area.Union(q.Bounds())
			s.Height += q[0].Dist(q[3]) / float64(len(quads))
		}
		// Glare beside the digits matters, too: it moves with the sun.
		m := area.H() / 2
		area = geom.Rect{X0: max(0, area.X0-m), Y0: max(0, area.Y0-m), X1: min(float64(w), area.X1+m), Y1: min(float64(h), area.Y1+m)}
	}
	s.Focus = settle.Focus(img, [4]float64{area.X0 / float64(w), area.Y0 / float64(h), area.X1 / float64(w), area.Y1 / float64(h)})
	s.Light, s.Glare = light(img, area)
	return s
}

func light(img *image.Gray, area geom.Rect) (mean, glare float64) {
	n := 0.0
	for y := int(area.Y0); y < int(area.Y1); y++ {
		row := img.Pix[y*img.Stride:]
		for x := int(area.X0); x < int(area.X1); x++ {
			n++
			mean += float64(row[x])
			if row[x] >= white {
				glare++
			}
		}
	}
	n = max(n, 1)
	return mean / n, glare / n
}

// Advice says what to mend, the most telling first. White paper is no glare: found print says so by being found.
func (s Sight) Advice(paper bool) []Advice {
	out := []Advice{}
	add := func(when bool, a Advice) {
		if when {
			out = append(out, a)
		}
	}
	add(s.Light < darkest, Dark)
	add(s.Light > brightest && !paper, Bright)
	add(s.Height > 0 && s.Height < leastHeight, Closer)
	add(s.Focus < soft, Blurred)
	add(s.Glare > muchGlare && !paper, Glare)
	return out
}
