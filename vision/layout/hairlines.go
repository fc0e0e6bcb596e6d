package layout

import "image"

// hairContrast is how much darker than the paper on both sides a hairline must be; below it lies the noise of a photo.
const hairContrast = 13

// hairlines marks pixels that are darker than what lies above and below them at the given distance: printed lines too pale
// or too thin for the page's ink level. A border between two tones is no line. For vertical lines give a transposed page.
func hairlines(pix []byte, w, h, distance int) *Bitmap {
	b := NewBitmap(w, h)
	// Each row is smoothed once and kept until the row that lies distance below it is done.
	kept := make([][]uint16, 2*distance+1)
	for i := range kept {
		kept[i] = make([]uint16, w)
	}
	for y := range h {
		smooth(pix[y*w:(y+1)*w], kept[y%len(kept)])
		mid := y - distance
		if mid < distance {
			continue
		}
		above, row, below := kept[(mid-distance)%len(kept)], kept[mid%len(kept)], kept[y%len(kept)]
		out := b.Pix[mid*w : (mid+1)*w]
		above, below, out = above[:len(row)], below[:len(row)], out[:len(row)]
		for x, v := range row {
			if v += 3 * hairContrast; v < above[x] && v < below[x] {
				out[x] = 1
			}
		}
	}
	return b
}

// smooth writes three times the mean of each pixel and its neighbours along the row.
func smooth(in []byte, out []uint16) {
	n := len(in)
	left, here := uint16(in[0]), uint16(in[0])
	for x, v := range in[1:] {
		right := uint16(v)
		out[x] = left + here + right
		left, here = here, right
	}
	out[0], out[n-1] = 3*uint16(in[0]), 3*uint16(in[n-1])
}

// transposedGray swaps x and y of a page.
func transposedGray(g *image.Gray) []byte {
	b := Bitmap{W: g.Rect.Dx(), H: g.Rect.Dy(), Pix: g.Pix}
	return b.transposed().Pix
}
