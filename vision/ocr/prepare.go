package ocr

import (
	"bytes"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"lensd/vision/picture"
)

// The heights to which a line is brought and the white margin around it. Tesseract's nets see 36 rows. Thai photographs are
// read best from little more (44 rows: 47 of 55 lines, 64 rows: 38); small Latin print gains from a finer picture (tables at
// 72 dpi: adjacency F1 0.484 at 44 rows, 0.504 at 64).
const (
	lineHeight  = 44
	latinHeight = 64
	margin      = 10
	maxEnlarge  = 6
	maxWidth    = 6000 // of a line after scaling: a longer one is no line of print
)

// line is a crop ready for Tesseract.
type line struct {
	bytes  []byte
	margin int // white pixels on each side
	width  int // of the crop itself, after scaling
}

// prepare scales a crop to height, puts a white margin around it and encodes it; nil for one too small to hold print.
func prepare(crop *image.Gray, height int) (*line, error) {
	if w, h := crop.Rect.Dx(), crop.Rect.Dy(); w < 2 || h < 4 {
		return nil, nil
	}
	crop = trim(crop)
	w, h := crop.Rect.Dx(), crop.Rect.Dy()
	scale := float64(height) / float64(h)
	scale = min(scale, maxEnlarge, float64(maxWidth)/float64(w))
	tw, th := max(2, int(float64(w)*scale+0.5)), max(4, int(float64(h)*scale+0.5))
	if tw == w && th == h {
		return encode(crop), nil
	}
	m, err := picture.GrayMat(crop)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	how := gocv.InterpolationCubic
	if scale < 1 {
		how = gocv.InterpolationArea
	}
	gocv.Resize(m, &dst, image.Pt(tw, th), 0, 0, how)
	scaled, err := picture.ToGray(dst)
	if err != nil {
		return nil, err
	}
	return encode(scaled), nil
}

// encode writes g as a binary PGM with a margin of its own background, which costs Leptonica nothing to decode.
func encode(g *image.Gray) *line {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	var b bytes.Buffer
	b.Grow((w+2*margin)*(h+2*margin) + 32)
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", w+2*margin, h+2*margin)
	white := bytes.Repeat([]byte{paper(g)}, w+2*margin)
	for range margin {
		b.Write(white)
	}
	for y := range h {
		b.Write(white[:margin])
		b.Write(g.Pix[y*g.Stride : y*g.Stride+w])
		b.Write(white[:margin])
	}
	for range margin {
		b.Write(white)
	}
	return &line{bytes: b.Bytes(), margin: margin, width: w}
}

// paper returns the commonest of the bright levels: a margin of another tone than the paper would be read as a rule.
func paper(g *image.Gray) byte {
	var hist [256]int
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := range h {
		for _, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			hist[v]++
		}
	}
	best := 255
	for v := 255; v >= 96; v-- {
		if hist[v] > hist[best] {
			best = v
		}
	}
	return byte(best)
}

// trim cuts the rows above and below the print, where there are many: scaled with them, the print would become too small.
// Columns stay, so that positions along the line keep their meaning.
func trim(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	white, black := paper(g), byte(255)
	rows := make([]byte, h) // the second darkest level of each row: one dark pixel is noise
	for y := range h {
		a, b := byte(255), byte(255)
		for _, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			if v < a {
				a, b = v, a
			} else if v < b {
				b = v
			}
		}
		rows[y] = b
		black = min(black, b)
	}
	ink := byte((int(white) + int(black)) / 2)
	top, bottom := 0, h
	for top < h && rows[top] > ink {
		top++
	}
	for bottom > top && rows[bottom-1] > ink {
		bottom--
	}
	pad := max(2, (bottom-top)/8)
	top, bottom = max(0, top-pad), min(h, bottom+pad)
	if bottom-top < 4 || bottom-top > h*4/5 || int(white)-int(black) < 48 {
		return g
	}
	return g.SubImage(image.Rect(g.Rect.Min.X, g.Rect.Min.Y+top, g.Rect.Max.X, g.Rect.Min.Y+bottom)).(*image.Gray)
}
