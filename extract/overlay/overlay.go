// Package overlay draws the boxes of a result over the sender's picture, so that people look before they read. Pure Go; it
// is given pixels and decodes nothing.
package overlay

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"lensd/extract"
	"lensd/vision/geom"
)

// Mark is a quadrilateral to draw with a caption.
type Mark struct {
	Quad       geom.Quad `json:"quad"`
	Caption    string    `json:"caption,omitempty"`
	Confidence float64   `json:"confidence"` // chooses the colour: green for sure, red for doubtful
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

// Draw draws the marks over canvas, which shows the sender's frame brought to scale.
func Draw(canvas *image.RGBA, marks []Mark, scale float64) {
	for _, m := range marks {
		for i := range m.Quad { // a copy: Quad is an array
			m.Quad[i].X *= scale
			m.Quad[i].Y *= scale
		}
		m.draw(canvas)
	}
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
