// Package codes reads the barcodes of a label whose edges are level: Code 128, Code 39, interleaved 2 of 5 and EAN-13
// along x or y, QR and Data Matrix at any angle. Decoding is gozxing's; finding and cleaning what it is given is ours,
// because a decoder that searches a whole picture finds one code, and fails on thermal print with missing bars. Pure Go.
package codes

import (
	"context"
	"image"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// Found is what Read returns: the decoded codes and the places of all that look like codes, decoded or not. The latter
// hold no text for a reader of lines.
type Found struct {
	Codes []extract.Code
	Areas []geom.Quad
}

// Read decodes all codes of a picture. Quads follow the direction in which the code reads. A code of one dimension counts
// only when at least two bands across its bars agree: a wrong reading is worse than none.
func Read(ctx context.Context, img *image.Gray) (Found, error) {
	var out Found
	var table *symbols128
	edges := countEdges(img)
	for _, upright := range []bool{true, false} {
		work, g := img, edges
		if !upright {
			g = edges.transposed()
		}
		regions := barRegions(g)
		if !upright && len(regions) > 0 {
			work = transpose(img)
		}
		for _, r := range regions {
			if err := ctx.Err(); err != nil {
				return out, err
			}
			got := decodeBars(work, r)
			if !got.ok {
				if table == nil {
					table = newSymbols128()
				}
				got = table.match128(work, clip(work, geom.Rect{X0: r.box.X0 - quiet, Y0: r.box.Y0, X1: r.box.X1 + quiet, Y1: r.box.Y1}))
			}
			out.add(got, r, upright)
		}
	}
	for _, r := range slices.Concat(matrices(img), squareRegions(edges)) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		if !out.read(r) {
			out.add(decodeSquare(img, r), r, true)
		}
	}
	return out, nil
}

// read reports that a code was read in the middle of a region.
func (f *Found) read(r region) bool {
	return slices.ContainsFunc(f.Codes, func(c extract.Code) bool { return c.Quad.Bounds().Contains(r.box.Center()) })
}

// reading is a decoded text in a region; reversed when it reads from right to left.
type reading struct {
	format   string
	text     string
	reversed bool
	ok       bool
}

func (f *Found) add(got reading, r region, upright bool) {
	q := geom.QuadOf(r.box)
	if r.quad != (geom.Quad{}) {
		q = r.quad
	}
	if !upright {
		// A transposed region: what ran along x runs along y.
		q = q.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.Y, Y: p.X} })
		q = geom.Quad{q[3], q[2], q[1], q[0]}
	}
	if got.ok || r.dense {
		f.Areas = append(f.Areas, q)
	}
	if !got.ok {
		return
	}
	if got.reversed {
		q = geom.Quad{q[2], q[3], q[0], q[1]}
	}
	for _, c := range f.Codes {
		if c.Text == got.text && c.Quad.Bounds().Intersect(q.Bounds()).Area() > 0 {
			return
		}
	}
	f.Codes = append(f.Codes, extract.Code{Format: got.format, Text: clean(got.text), Quad: q})
}

// clean takes away the symbology identifier that marks a GS1 code; the separators within stay.
func clean(text string) string { return strings.TrimPrefix(text, "]C1") }

func transpose(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			out.Pix[x*out.Stride+y] = v
		}
	}
	return out
}
