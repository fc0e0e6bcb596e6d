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
	printReach  = 11 // small pixels about a place: among them is the ground of light print, which looks like light itself
)

// background returns the light on each pixel, nil where it is white everywhere.
func background(src gocv.Mat) (*image.Gray, error) {
	w, h := src.Cols(), src.Rows()
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(src, &small, image.Pt(max(4, w/flattenScale), max(4, h/flattenScale)), 0, 0, gocv.InterpolationArea)
	near := gocv.NewMat()
	defer near.Close()
	closeMat(small, &near, 9)
	far := gocv.NewMat()
	defer far.Close()
	closeMat(near, &far, max(9, max(w, h)/flattenScale/5|1))
	gocv.GaussianBlur(near, &near, image.Pt(9, 9), 0, 0, gocv.BorderReplicate)
	n, err := picture.ToGray(near)
	if err != nil {
		return nil, err
	}
	f, err := farLight(far)
	if err != nil || evenlyLit(f) {
		return nil, err
	}
	ground, err := erodedGray(near, printReach)
	if err != nil {
		return nil, err
	}
	for i := range n.Pix {
		if float64(ground.Pix[i]) < printedDark*float64(f.Pix[i]) {
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

// farLight is the light about each place, from a wide closing. What is deep is raised before the light is made smooth: a slope
// between the two would be divided out, and with it the print that stands on it.
func farLight(closed gocv.Mat) (*image.Gray, error) {
	f, err := picture.ToGray(closed)
	if err != nil {
		return nil, err
	}
	raiseDeep(f)
	m, err := picture.GrayMat(f)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	gocv.GaussianBlur(m, &m, image.Pt(31, 31), 0, 0, gocv.BorderReplicate)
	return picture.ToGray(m)
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

// raiseDeep gives what is far darker than the light on most of the page that light: no shadow is so deep, but a dark area is that
// is wider than what the light was looked for in. Light print on it would be divided out with it.
func raiseDeep(far *image.Gray) {
	var hist [256]int
	for _, v := range far.Pix {
		hist[v]++
	}
	usual := 255
	for above := 0; usual > 0 && 4*above < len(far.Pix); usual-- {
		above += hist[usual]
	}
	for i, v := range far.Pix {
		if float64(v) < deepDark*float64(usual) {
			far.Pix[i] = byte(usual)
		}
	}
}

// evenlyLit reports a scanner's light: most of the page is as white as white can be. Then every tone is printed.
func evenlyLit(far *image.Gray) bool {
	white := 0
	for _, v := range far.Pix {
		if v >= 247 {
			white++
		}
	}
	return white*2 > len(far.Pix)
}

// whitePaper reports a page that is so white on the face of it that background would find even light: a drawn page, most often.
func whitePaper(g *image.Gray) bool {
	const step = 61 // some of the pixels, in no column or row alone
	white, all := 0, 0
	for i := 0; i < len(g.Pix); i += step {
		if all++; g.Pix[i] >= 247 {
			white++
		}
	}
	return white*5 > all*4
}

// closeMat is a grey closing with a k x k square.
func closeMat(src gocv.Mat, dst *gocv.Mat, k int) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(k, k))
	defer kernel.Close()
	gocv.MorphologyEx(src, dst, gocv.MorphClose, kernel)
}
