package sheet

import (
	"context"
	"slices"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// insideShare is how much of a line lies in a larger one whose print it is made of; saneLead is how much more surely it must be
// read to be the one of both that is print.
const (
	insideShare = 0.6
	saneLead    = 0.4
)

// outdone drops lines that are part of others: letters above each other pass for a line down the page, marks over Thai for small
// print, lines that touch for one that is twice as high. A line that another only reaches with the white around its print is its own, if it
// is print.
func outdone(lines []extract.Line) []extract.Line {
	drop := make([]bool, len(lines))
	for i, a := range lines {
		for j, b := range lines {
			ra, rb := a.Quad.Bounds(), b.Quad.Bounds()
			larger := rb.W()*rb.H() - ra.W()*ra.H()
			if i == j || drop[i] || drop[j] || larger < 0 || larger == 0 && j > i || !mostlyIn(ra, rb) {
				continue
			}
			k := i
			if saner(a, b) {
				k = j
			}
			drop[k] = mostlyIn(printOf(a), printOf(b)) || lines[k].Text.Confidence < noPrintSure
		}
	}
	i := -1
	return slices.DeleteFunc(lines, func(extract.Line) bool { i++; return drop[i] })
}

// saner says that a line within another is so much more surely read that it is the one of both that is print.
func saner(a, b extract.Line) bool {
	return a.Text.Confidence > b.Text.Confidence+saneLead && signs(a.Text.Value) > speckLetters
}

// partShare is how much of a line's width print within it has at least that is all of it: of lines that touch each is about as wide.
const partShare = 0.6

// part takes lines that run on from print of another size apart, where that print alone is read: a small caption before its value, the
// notes at a headline's end. Each such line gives way to what stands beside that print, read by itself.
func (s *Sheet) part(ctx context.Context, lines []extract.Line) ([]extract.Line, error) {
	p := s.analysis()
	var rest []layout.Line
	out := slices.DeleteFunc(slices.Clone(lines), func(b extract.Line) bool {
		within := b.Quad.Bounds()
		var known []geom.Rect
		for _, a := range lines {
			if r := a.Quad.Bounds(); b.Turn%2 == 0 && a.Turn%2 == 0 && r.W() < partShare*within.W() && mostlyIn(r, within) && saner(a, b) {
				known = append(known, r)
			}
		}
		if len(known) > 0 {
			rest = append(rest, p.LinesOf(p.WordsIn(boxOf(within), known))...)
		}
		return len(known) > 0
	})
	if len(rest) == 0 {
		return lines, nil
	}
	read, err := s.readLevel(ctx, rest)
	return append(out, read...), err
}

// printOf is where a line's print stands, without the white that is kept around it, into which the next line reaches.
func printOf(l extract.Line) geom.Rect {
	r, pad := l.Quad.Bounds(), padding(int(l.Height))
	if r.W() <= 3*pad || r.H() <= 3*pad {
		return r
	}
	return geom.Rect{X0: r.X0 + pad, Y0: r.Y0 + pad, X1: r.X1 - pad, Y1: r.Y1 - pad}
}

func mostlyIn(a, b geom.Rect) bool {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	return w > 0 && h > 0 && w*h > insideShare*a.W()*a.H()
}
