package rectify

import "image"

// edgeShare is how much of a paper's sides lies at its edges, where the picture shows what it lies on, its shadow and its
// curl: none of it is print.
const edgeShare = 0.006

// clearEdges paints the edges of a paper that was found in a picture in the colour of paper: a row of dark dashes down its
// side looks like a column of print.
func clearEdges(g *image.Gray) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	m := max(2, int(edgeShare*float64(max(w, h))+0.5))
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		side := min(m, w)
		if y < m || y >= h-m {
			side = w
		}
		for x := range side {
			row[x], row[w-1-x] = 255, 255
		}
	}
}
