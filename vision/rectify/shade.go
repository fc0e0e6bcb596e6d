package rectify

import (
	"image"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/picture"
)

// What makes a dark area of a page a shadow: it falls in over leastEdge of the page's border, its ground is no black, and the print in it
// is darker than the ground, not lighter: inky and lit are shares of the ground's tone, leastInk one of the area, mostLit one of its ink.
// A tinted table has dark print too, and paper all around it.
const (
	leastEdge   = 0.15
	blackGround = 35
	inky        = 0.6
	lit         = 1.5
	leastInk    = 0.01
	mostLit     = 0.3
	step        = 0.72 // of the light before it, at most, lies behind a shadow's edge
	penumbra    = 5    // small pixels about a shadow that are lit up with it
)

// relight returns src with the light that deep shadows took given back, nil where there are none. The sun's shadow of a box or a roof takes
// more than half of the light, as dark print does, but the print in it stays darker than its ground.
func relight(src gocv.Mat) (*image.Gray, error) {
	gray, err := picture.ToGray(src)
	if err != nil {
		return nil, err
	}
	light, usual, err := shadedLight(src, gray)
	if err != nil || light == nil {
		return nil, err
	}
	m, err := picture.GrayMat(light)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	big := gocv.NewMat()
	defer big.Close()
	gocv.Resize(m, &big, image.Pt(src.Cols(), src.Rows()), 0, 0, gocv.InterpolationLinear)
	full, err := picture.ToGray(big)
	if err != nil {
		return nil, err
	}
	for i, l := range full.Pix[:len(gray.Pix)] {
		gray.Pix[i] = byte(min(255, uint32(gray.Pix[i])*uint32(usual)/uint32(max(1, l))))
	}
	return gray, nil
}

// shadedLight is the light on a reduced page where shadows lie, and the usual light everywhere else; nil without shadows. gray is src.
func shadedLight(src gocv.Mat, gray *image.Gray) (light *image.Gray, usual byte, err error) {
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(src, &small, image.Pt(max(4, src.Cols()/flattenScale), max(4, src.Rows()/flattenScale)), 0, 0, gocv.InterpolationArea)
	near := gocv.NewMat()
	defer near.Close()
	morph(small, &near, gocv.MorphClose, closeReach)
	if light, err = picture.ToGray(near); err != nil {
		return nil, 0, err
	}
	usual = usualLight(light)
	dark, err := darkGround(small, func(int) float64 { return printedDark * float64(usual) })
	if err != nil {
		return nil, 0, err
	}
	shade, ok, err := shadows(dark, gray, light)
	if err != nil || !ok {
		return nil, 0, err
	}
	within, err := lightWithin(shade, light)
	if err != nil {
		return nil, 0, err
	}
	if shade, err = dilated(shade, 2*penumbra+1); err != nil {
		return nil, 0, err
	}
	for i, v := range shade.Pix {
		light.Pix[i] = max(light.Pix[i], within.Pix[i])
		if v == 0 || light.Pix[i] > usual {
			light.Pix[i] = usual
		}
	}
	return light, usual, nil
}

// shadows marks the dark areas of a reduced page that are shadows, if any. gray is the page, light the reduced one without its print.
func shadows(dark, gray, light *image.Gray) (*image.Gray, bool, error) {
	w := dark.Rect.Dx()
	out := image.NewGray(dark.Rect)
	any := false
	for _, c := range layout.Components(layout.Above(dark.Pix, w, 127)) {
		if !fallsIn(dark, c.Box) || !shaded(dark, c.Box, gray) {
			continue
		}
		one := image.NewGray(dark.Rect)
		for y := c.Y0; y < c.Y1; y++ {
			copy(one.Pix[y*one.Stride+c.X0:y*one.Stride+c.X1], dark.Pix[y*dark.Stride+c.X0:y*dark.Stride+c.X1])
		}
		hard, err := stepsDown(one, light)
		if err != nil {
			return nil, false, err
		}
		if !hard {
			continue
		}
		any = true
		for i, v := range one.Pix {
			out.Pix[i] |= v
		}
	}
	return out, any, nil
}

// stepsDown reports that the light falls within a few pixels where a dark area begins. Towards a picture's corners it falls slowly, and is
// divided out by what lies farther around.
func stepsDown(area, light *image.Gray) (bool, error) {
	var before, within []float64
	wide, err := dilated(area, 2*penumbra+1)
	if err != nil {
		return false, err
	}
	wider, err := dilated(area, 2*penumbra+3)
	if err != nil {
		return false, err
	}
	beyond := image.NewGray(area.Rect)
	for i, v := range area.Pix {
		beyond.Pix[i] = ^v
	}
	near, err := dilated(beyond, 2*penumbra+1)
	if err != nil {
		return false, err
	}
	nearer, err := dilated(beyond, 2*penumbra+3)
	if err != nil {
		return false, err
	}
	for i, l := range light.Pix {
		if wider.Pix[i] != 0 && wide.Pix[i] == 0 {
			before = append(before, float64(l))
		}
		if nearer.Pix[i] != 0 && near.Pix[i] == 0 {
			within = append(within, float64(l))
		}
	}
	return len(before) > 0 && len(within) > 0 && geom.Median(within) <= step*geom.Median(before), nil
}

// lightWithin is the light in shadows, wide enough for what is tinted there to keep its tone.
func lightWithin(shade, light *image.Gray) (*image.Gray, error) {
	own := image.NewGray(light.Rect)
	for i, v := range shade.Pix {
		if v != 0 {
			own.Pix[i] = light.Pix[i]
		}
	}
	m, err := picture.GrayMat(own)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	morph(m, &m, gocv.MorphClose, max(closeReach, max(m.Cols(), m.Rows())/5|1))
	return picture.ToGray(m)
}

// dilated is the brightest about each pixel, in a k x k square.
func dilated(g *image.Gray, k int) (*image.Gray, error) {
	m, err := picture.GrayMat(g)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(k, k))
	defer kernel.Close()
	gocv.Dilate(m, &m, kernel)
	return picture.ToGray(m)
}

// fallsIn reports that a dark area of a reduced page lies along a part of the page's border.
func fallsIn(dark *image.Gray, in layout.Box) bool {
	w, h := dark.Rect.Dx(), dark.Rect.Dy()
	along := 0
	for y := in.Y0; y < in.Y1; y++ {
		for x := in.X0; x < in.X1; x++ {
			if (x == 0 || y == 0 || x == w-1 || y == h-1) && dark.Pix[y*dark.Stride+x] != 0 {
				along++
			}
		}
	}
	return float64(along) >= leastEdge*float64(2*(w+h))
}

// shaded reports that print in a dark area of a reduced page is dark. Its rim belongs to both sides and does not count.
func shaded(dark *image.Gray, in layout.Box, gray *image.Gray) bool {
	var hist [256]int
	n := 0
	within := func(x, y int) bool {
		return x >= in.X0 && x < in.X1 && y >= in.Y0 && y < in.Y1 && dark.Pix[y*dark.Stride+x] != 0
	}
	for y := in.Y0; y < in.Y1; y++ {
		for x := in.X0; x < in.X1; x++ {
			if !within(x, y) || !within(x-penumbra, y) || !within(x+penumbra, y) || !within(x, y-penumbra) || !within(x, y+penumbra) {
				continue
			}
			for k := range flattenScale * flattenScale {
				px, py := x*flattenScale+k%flattenScale, y*flattenScale+k/flattenScale
				if px < gray.Rect.Dx() && py < gray.Rect.Dy() {
					hist[gray.Pix[py*gray.Stride+px]]++
					n++
				}
			}
		}
	}
	ground := 0
	for sum := hist[0]; ground < 255 && 2*sum < n; sum += hist[ground] {
		ground++
	}
	ink, light := 0, 0
	for tone, k := range slices.All(hist[:]) {
		switch {
		case float64(tone) < inky*float64(ground):
			ink += k
		case float64(tone) > lit*float64(ground):
			light += k
		}
	}
	return ground >= blackGround && float64(ink) >= leastInk*float64(n) && float64(light) <= mostLit*float64(ink)
}
