// Package overlay draws the boxes of a result over the sender's picture, so that people look before they read. Pure Go.
package overlay

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"

	"github.com/disintegration/imaging"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	_ "golang.org/x/image/tiff" // so that imaging decodes it
	"golang.org/x/image/vector"
	_ "golang.org/x/image/webp"

	"lensd/extract"
	"lensd/vision/geom"
)

// Mark is a quadrilateral to draw with a caption.
type Mark struct {
	Quad       geom.Quad
	Caption    string
	Confidence float64 // chooses the colour: green for sure, red for doubtful
}

// Marks lists everything of a page that has a place, in the sender's frame.
func Marks(page extract.Page) []Mark {
	var out []Mark
	for _, item := range page.Items {
		out = append(out, itemMarks(item)...)
	}
	return out
}

func itemMarks(item extract.Item) (out []Mark) {
	if m := item.Meter; m != nil {
		for i, q := range m.Digits {
			mark := Mark{Quad: q, Confidence: m.Confidence}
			if i == 0 {
				mark.Caption = m.Value
			}
			out = append(out, mark)
		}
	}
	for _, f := range item.Fields {
		for _, q := range f.Quads {
			out = append(out, Mark{q, f.Name, f.Confidence})
		}
	}
	for _, t := range item.Tables {
		for _, c := range t.Cells {
			out = append(out, Mark{c.Quad, "", c.Confidence})
		}
	}
	for _, c := range item.Codes {
		out = append(out, Mark{c.Quad, c.Format, 1})
	}
	if f := item.Face; f != nil {
		out = append(out, Mark{f.Quad, "face", 1})
	}
	return out
}

// maxPixels bounds what is decoded here: these bytes were read before, but by another decoder.
const maxPixels = 64_000_000

// Draw decodes a JPEG, PNG or WebP picture, applies its EXIF orientation and draws the marks.
func Draw(encoded []byte, marks []Mark) (*image.RGBA, error) {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("boxes can be drawn on JPEG, PNG, WebP and TIFF pictures only: %w", err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 || cfg.Width > maxPixels/cfg.Height {
		return nil, fmt.Errorf("a picture of %d x %d pixels is too large to draw on", cfg.Width, cfg.Height)
	}
	img, err := imaging.Decode(bytes.NewReader(encoded), imaging.AutoOrientation(true))
	if err != nil {
		return nil, err
	}
	canvas := image.NewRGBA(img.Bounds())
	draw.Draw(canvas, canvas.Bounds(), img, img.Bounds().Min, draw.Src)
	for _, m := range marks {
		m.draw(canvas)
	}
	return canvas, nil
}

// JPEG is Draw, encoded for the wire.
func JPEG(encoded []byte, marks []Mark, quality int) ([]byte, error) {
	canvas, err := Draw(encoded, marks)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = jpeg.Encode(&b, canvas, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// PNG is Draw, encoded without loss.
func PNG(encoded []byte, marks []Mark) ([]byte, error) {
	canvas, err := Draw(encoded, marks)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, canvas)
	return b.Bytes(), err
}

func (m Mark) colour() color.RGBA {
	c := math.Max(0, math.Min(1, m.Confidence))
	return color.RGBA{uint8(220 * (1 - c)), uint8(160*c + 20), 40, 255}
}

func (m Mark) draw(canvas *image.RGBA) {
	size := canvas.Bounds()
	thick := math.Max(1.5, float64(max(size.Dx(), size.Dy()))/600)
	ras := vector.NewRasterizer(size.Dx(), size.Dy())
	for i, p := range m.Quad {
		stroke(ras, p, m.Quad[(i+1)%4], thick)
	}
	ink := image.NewUniform(m.colour())
	ras.Draw(canvas, size, ink, image.Point{})
	if m.Caption != "" {
		at := m.Quad[0]
		d := font.Drawer{Dst: canvas, Src: ink, Face: basicfont.Face7x13, Dot: fixed.P(int(at.X), int(at.Y-thick-2))}
		d.DrawString(m.Caption)
	}
}

// stroke adds the line from a to b as a thin rectangle. Lines outside the canvas are clipped by the rasterizer; one with
// coordinates that are no numbers is left out.
func stroke(ras *vector.Rasterizer, a, b geom.Point, thick float64) {
	length := a.Dist(b)
	if !(length > 0) || length > 1e6 {
		return
	}
	nx, ny := -(b.Y-a.Y)/length*thick/2, (b.X-a.X)/length*thick/2
	ras.MoveTo(float32(a.X+nx), float32(a.Y+ny))
	ras.LineTo(float32(b.X+nx), float32(b.Y+ny))
	ras.LineTo(float32(b.X-nx), float32(b.Y-ny))
	ras.LineTo(float32(a.X-nx), float32(a.Y-ny))
	ras.ClosePath()
}
