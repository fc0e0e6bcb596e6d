package sheet

import (
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
)

// insideShare is how much of a line lies in a larger one whose print it is made of; saneLead is how much more surely it must be
// read to be the one of both that is print.
const (
	insideShare = 0.6
	saneLead    = 0.4
)

// outdone drops lines that are part of others: letters above each other pass for a line down the page, marks over Thai for small
// print, lines that touch for one that is twice as high.
func outdone(lines []extract.Line) []extract.Line {
	boxes := make([]geom.Rect, len(lines))
	for i, l := range lines {
		boxes[i] = l.Quad.Bounds()
	}
	drop := make([]bool, len(lines))
	for i, a := range lines {
		for j, b := range lines {
			larger := boxes[j].W()*boxes[j].H() - boxes[i].W()*boxes[i].H()
			if i == j || drop[i] || drop[j] || larger < 0 || larger == 0 && j > i || !mostlyIn(boxes[i], boxes[j]) {
				continue
			}
			if a.Text.Confidence > b.Text.Confidence+saneLead && signs(a.Text.Value) > speckLetters {
				drop[j] = true
			} else {
				drop[i] = true
			}
		}
	}
	i := -1
	return slices.DeleteFunc(lines, func(extract.Line) bool { i++; return drop[i] })
}

func mostlyIn(a, b geom.Rect) bool {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return w > 0 && h > 0 && w*h > insideShare*a.W()*a.H()
}
