package layout

import "image"

// hairContrast is how much darker than the paper on both sides a hairline must be; below it lies the noise of a photo.
const hairContrast = 13

// hairlines marks pixels that are darker than what lies above and below them at the given distance: printed lines too pale
// or too thin for the page's ink level. A border between two tones is no line. For vertical lines give a transposed page.
func hairlines(pix []byte, w, h, distance int) *Bitmap {
	b := NewBitmap(w, h)
	above, row, below := make([]int, w), make([]int, w), make([]int, w)
	for y := distance; y < h-distance; y++ {
		smooth(pix[(y-distance)*w:(y-distance+1)*w], above)
		smooth(pix[y*w:(y+1)*w], row)
		smooth(pix[(y+distance)*w:(y+distance+1)*w], below)
		out := b.Pix[y*w : (y+1)*w]
		for x, v := range row {
			if v+3*hairContrast < above[x] && v+3*hairContrast < below[x] {
				out[x] = 1
			}
		}
	}
	return b
}

// smooth writes three times the mean of each pixel and its neighbours along the row.
func smooth(in []byte, out []int) {
	n := len(in)
	for x := 1; x < n-1; x++ {
		out[x] = int(in[x-1]) + int(in[x]) + int(in[x+1])
	}
	out[0], out[n-1] = 3*int(in[0]), 3*int(in[n-1])
}

// transposedGray swaps x and y of a page.
func transposedGray(g *image.Gray) []byte {
	b := Bitmap{W: g.Rect.Dx(), H: g.Rect.Dy(), Pix: g.Pix}
	return b.transposed().Pix
}
