// Package rectify makes the picture of a page upright, flat and evenly lit: the paper found in a photo, its perspective
// undone, turned by quarters and by fine skew, the background divided out, small print enlarged. Every step is part of one
// homography, so that each place on the sheet leads back to the sender's picture.
package rectify

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/vision/picture"
)

// Flatten divides out the light: paper becomes white wherever the lamp or a shadow fell. src is of type 8UC1.
//
// Deep shadows, in which print is dark, are lit up first.
// The light is taken from a closing that is wider than strokes but narrower than shadows. An area much darker than its far
// surroundings is printed dark, not shadowed, and keeps its darkness.
func Flatten(src gocv.Mat) (*image.Gray, error) {
	gray, err := picture.ToGray(src)
	if err != nil {
		return nil, err
	}
	if whitePaper(gray) {
		return gray, nil
	}
	relit, err := relight(src)
	if err != nil {
		return nil, err
	}
	if relit != nil {
		m, err := picture.GrayMat(relit)
		if err != nil {
			return nil, err
		}
		defer m.Close()
		src, gray = m, relit
	}
	bg, err := background(src)
	if err != nil || bg == nil {
		return gray, err
	}
	light, pix := bg.Pix[:len(gray.Pix)], gray.Pix
	for i, v := range pix {
		pix[i] = byte(min(255, uint32(v)*255/uint32(max(1, light[i]))))
	}
	return gray, nil
}

// flattenScale is the reduction at which the light is estimated; light has no detail.
const flattenScale = 8

// printedDark is the share of the surroundings' light below which an area is taken for printed dark; one that is as large as its
// surroundings is printed dark below deepDark of the light on most of the page.
const (
	printedDark = 0.62
	deepDark    = 0.5
	paleGround  = 0.75 // of the light on most of the page: ground of light print, closed over it, is darker, paper between dark areas is not
	closeReach  = 9    // small pixels that dark print is closed with
	strokeReach = 3    // small pixels: ground between lines of print is as wide at least
	printReach  = 11   // small pixels about a place: among them is the ground of light print, which looks like light itself
)

// background returns the light on each pixel, nil where it is white everywhere.
func background(src gocv.Mat) (*image.Gray, error) {
	w, h := src.Cols(), src.Rows()
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(src, &small, image.Pt(max(4, w/flattenScale), max(4, h/flattenScale)), 0, 0, gocv.InterpolationArea)
	near := gocv.NewMat()
	defer near.Close()
	morph(small, &near, gocv.MorphClose, closeReach)
	closed, err := picture.ToGray(near)
	if err != nil {
		return nil, err
	}
	f, err := farLight(small, near)
	if err != nil || evenlyLit(f) && !fallsOff(closed) {
		return nil, err
	}
	gocv.GaussianBlur(near, &near, image.Pt(9, 9), 0, 0, gocv.BorderReplicate)
	n, err := picture.ToGray(near)
	if err != nil {
		return nil, err
	}
	ground, err := erodedGray(near, printReach)
	if err != nil {
		return nil, err
	}
	dark, err := darkGround(small, func(i int) float64 { return printedDark * float64(f.Pix[i]) })
	if err != nil {
		return nil, err
	}
	for i := range n.Pix {
		if dark.Pix[i] != 0 || float64(ground.Pix[i]) < printedDark*float64(f.Pix[i]) {
			n.Pix[i] = f.Pix[i]
		}
	}
	m, err := picture.GrayMat(n)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	big := gocv.NewMat()
	defer big.Close()
	gocv.Resize(m, &big, image.Pt(w, h), 0, 0, gocv.InterpolationLinear)
	return picture.ToGray(big)
}

// darkGround marks the areas of a reduced page that are darker than below at each pixel, with the light print in
// them too. Closed for print, the ground between that print and the area's border passes for light: it is as narrow as a stroke is taken
// to be, and has paper beyond it.
func darkGround(small gocv.Mat, below func(i int) float64) (*image.Gray, error) {
	g, err := picture.ToGray(small)
	if err != nil {
		return nil, err
	}
	for i, v := range g.Pix {
		g.Pix[i] = 0
		if float64(v) < below(i) {
			g.Pix[i] = 255
		}
	}
	m, err := picture.GrayMat(g)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	morph(m, &m, gocv.MorphOpen, strokeReach) // what remains is no stroke
	morph(m, &m, gocv.MorphClose, closeReach)
	return picture.ToGray(m)
}

// farLight is the light about each place of a reduced page, from a wider closing than near, which is closed over print. What is deep is
// raised before the light is made smooth: a slope between the two would be divided out, and with it the print that stands on it.
func farLight(small, near gocv.Mat) (*image.Gray, error) {
	g, err := picture.ToGray(near)
	if err != nil {
		return nil, err
	}
	usual := usualLight(g)
	deep, err := darkGround(small, func(int) float64 { return deepDark * float64(usual) })
	if err != nil {
		return nil, err
	}
	for i, v := range deep.Pix {
		if v != 0 && float64(g.Pix[i]) < paleGround*float64(usual) {
			g.Pix[i] = 0 // with its print, which would be light
		}
	}
	m, err := picture.GrayMat(g)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	morph(m, &m, gocv.MorphClose, max(closeReach, max(m.Cols(), m.Rows())/5|1))
	if g, err = picture.ToGray(m); err != nil {
		return nil, err
	}
	raiseDeep(g)
	f, err := picture.GrayMat(g)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	gocv.GaussianBlur(f, &f, image.Pt(31, 31), 0, 0, gocv.BorderReplicate)
	return picture.ToGray(f)
}

// erodedGray is the darkest about each pixel, in a k x k square.
func erodedGray(src gocv.Mat, k int) (*image.Gray, error) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(k, k))
	defer kernel.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	gocv.Erode(src, &dst, kernel)
	return picture.ToGray(dst)
}

// raiseDeep gives what is far darker than the light on most of the page that light: no shadow is so deep, but a dark area that
// is wider than what the light was looked for in. Light print on it would be divided out with it.
func raiseDeep(far *image.Gray) {
	usual := usualLight(far)
	for i, v := range far.Pix {
		if float64(v) < deepDark*float64(usual) {
			far.Pix[i] = usual
		}
	}
}

// usualLight is the tone above which a quarter of the page lies.
func usualLight(g *image.Gray) byte {
	var hist [256]int
	for _, v := range g.Pix {
		hist[v]++
	}
	usual := 255
	for above := 0; usual > 0 && 4*above < len(g.Pix); usual-- {
		above += hist[usual]
	}
	return byte(usual)
}

// evenlyLit reports a scanner's light: most of the page is as white as white can be. Then every tone is printed.
func evenlyLit(far *image.Gray) bool {
	n := 0
	for _, v := range far.Pix {
		if v >= white {
			n++
		}
	}
	return n*2 > len(far.Pix)
}

// whitePaper reports a page that is so white on the face of it that background would find even light: a drawn page, most often.
func whitePaper(g *image.Gray) bool {
	const step = 61 // some of the pixels, in no column or row alone
	bright, dim, all := 0, 0, 0
	for i := 0; i < len(g.Pix); i += step {
		all++
		switch v := g.Pix[i]; {
		case v >= white:
			bright++
		case v >= fallen/2:
			dim++
		}
	}
	return bright*5 > all*4 && dim*12 < all
}

// morph opens or closes with a k x k square.
func morph(src gocv.Mat, dst *gocv.Mat, how gocv.MorphType, k int) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(k, k))
	defer kernel.Close()
	gocv.MorphologyEx(src, dst, how, kernel)
}
