package recognize

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/vision/picture"
)

// Variants returns a line of dark print as it is, enlarged twice, the same with thinner strokes, blurred, and drawn
// narrower. Readings of them are wrong in different places, which a vote makes use of.
func Variants(line *image.Gray) ([]*image.Gray, error) {
	m, err := picture.GrayMat(line)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	pen := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(3, 3))
	defer pen.Close()
	scaled := func(dst *gocv.Mat, kx, ky float64) {
		size := image.Pt(max(1, int(float64(m.Cols())*kx)), max(1, int(float64(m.Rows())*ky)))
		gocv.Resize(m, dst, size, 0, 0, gocv.InterpolationCubic)
	}
	more, err := redraw([]func(dst *gocv.Mat){
		func(dst *gocv.Mat) { scaled(dst, 2, 2) },
		func(dst *gocv.Mat) {
			scaled(dst, 2, 2)
			gocv.Dilate(*dst, dst, pen) // growing the paper thins the strokes
		},
		func(dst *gocv.Mat) { gocv.GaussianBlur(m, dst, image.Pt(3, 3), 0, 0, gocv.BorderDefault) },
		func(dst *gocv.Mat) { scaled(dst, 1.3, 1.5) },
	})
	return append([]*image.Gray{line}, more...), err
}

// redraw returns what each of the changes draws.
func redraw(changes []func(dst *gocv.Mat)) ([]*image.Gray, error) {
	var out []*image.Gray
	for _, change := range changes {
		dst := gocv.NewMat()
		change(&dst)
		g, err := picture.ToGray(dst)
		dst.Close()
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}
