package settle

import "image"

// focusWidth is the picture width at which the focus measure was calibrated: out of focus it gives about 60, in focus 400
// and more.
const focusWidth = 1280

// Focus returns the variance of the Laplacian of a part of a picture, given in shares (left, top, right, bottom), at the calibrated
// width (J. L. Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, ICPR 2000).
func Focus(img *image.Gray, part [4]float64) float64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	scale := max(1, float64(w)/focusWidth)
	x0, y0 := int(part[0]*float64(w)/scale), int(part[1]*float64(h)/scale)
	x1, y1 := int(part[2]*float64(w)/scale), int(part[3]*float64(h)/scale)
	if x1-x0 < 8 || y1-y0 < 8 {
		return 0
	}
	small := reduce(img, x0, y0, x1, y1, scale)
	sw, sh := x1-x0, y1-y0
	var sum, sq float64
	for y := 1; y < sh-1; y++ {
		for x := 1; x < sw-1; x++ {
			i := y*sw + x
			l := float64(int(small[i-1]) + int(small[i+1]) + int(small[i-sw]) + int(small[i+sw]) - 4*int(small[i]))
			sum += l
			sq += l * l
		}
	}
	n := float64((sw - 2) * (sh - 2))
	mean := sum / n
	return sq/n - mean*mean
}

// reduce averages the pixels of a part at a scale.
func reduce(img *image.Gray, x0, y0, x1, y1 int, scale float64) []uint8 {
	out := make([]uint8, 0, (x1-x0)*(y1-y0))
	for y := y0; y < y1; y++ {
		sy0, sy1 := int(float64(y)*scale), max(int(float64(y)*scale)+1, int(float64(y+1)*scale))
		for x := x0; x < x1; x++ {
			sx0, sx1 := int(float64(x)*scale), max(int(float64(x)*scale)+1, int(float64(x+1)*scale))
			sum, n := 0, 0
			for sy := sy0; sy < min(sy1, img.Rect.Dy()); sy++ {
				row := img.Pix[sy*img.Stride:]
				for sx := sx0; sx < min(sx1, img.Rect.Dx()); sx++ {
					sum += int(row[sx])
					n++
				}
			}
			out = append(out, uint8(sum/max(1, n)))
		}
	}
	return out
}
