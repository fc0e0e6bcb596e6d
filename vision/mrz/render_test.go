package mrz

import (
	"bytes"
	_ "embed"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	mrztext "lensd/extract/passport/mrz"
	"lensd/vision/geom"
)

//go:embed testdata/ocrb.png
var sheetPNG []byte

// alphabet is the order of the sheet's cells (scripts/synth/mrz/glyphs.py).
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"

// sheet is the rendered font: cells of one pitch by two and a half.
type sheet struct {
	pix   *image.Gray
	pitch int
}

func openSheet(t *testing.T) sheet {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(sheetPNG))
	require.NoError(t, err)
	grey, ok := img.(*image.Gray)
	require.True(t, ok)
	return sheet{grey, grey.Rect.Dx() / len(alphabet)}
}

// at returns the sheet's darkness, 0 to 1, of character c at (u, v) of its cell.
func (s sheet) at(c byte, u, v int) float64 {
	i := strings.IndexByte(alphabet, c)
	return 1 - float64(s.pix.GrayAt(i*s.pitch+u, v).Y)/255
}

// page is a drawn document: code lines on tinted, noisy paper, with some print above them that is no zone.
type page struct {
	lines []string
	pitch float64 // pixels a character
	turn  float64 // degrees
	seed  uint64
}

// draw returns the page as BGR. The zone stands in the lower part of a sheet 1.25 zones wide.
func (s sheet) draw(t *testing.T, p page) gocv.Mat {
	t.Helper()
	rng := rand.New(rand.NewPCG(p.seed, 7))
	width := int(p.pitch * float64(len(p.lines[0])) * 1.16)
	height := int(float64(width) * 0.7)
	flat := make([]float64, width*height)
	for i := range flat {
		x, y := float64(i%width), float64(i/width)
		flat[i] = 205 + 25*x/float64(width) + 9*math.Sin(x/p.pitch*0.9+3*math.Sin(y/p.pitch/3)) + rng.NormFloat64()*5
	}
	left := 0.08 * float64(width)
	for n, line := range p.lines {
		mid := float64(height) - p.pitch*(3.7+2.5*float64(len(p.lines)-1-n))
		s.print(flat, width, line, left, mid, p.pitch)
	}
	s.print(flat, width, "NAME<AND<PLACE", left+8*p.pitch, 0.3*float64(height), 0.8*p.pitch)
	m := gocv.NewMatWithSize(height, width, gocv.MatTypeCV8UC3)
	defer m.Close()
	data := m.ToBytes()
	for i, v := range flat {
		b := byte(math.Max(0, math.Min(255, v)))
		data[3*i], data[3*i+1], data[3*i+2] = b, b, b
	}
	whole, err := gocv.NewMatFromBytes(height, width, gocv.MatTypeCV8UC3, data)
	require.NoError(t, err)
	defer whole.Close()
	return turned(whole, p.turn)
}

// print adds a line of characters, area-sampled from the sheet.
func (s sheet) print(flat []float64, width int, line string, left, mid, pitch float64) {
	k := float64(s.pitch) / pitch
	cell := s.pix.Rect.Dy()
	for i := range len(line) {
		x0 := left + float64(i)*pitch
		for y := int(mid - 1.25*pitch); y < int(mid+1.25*pitch); y++ {
			for x := int(x0); x < int(x0+pitch); x++ {
				sum, n := 0.0, 0.0
				for dv := 0.0; dv < k; dv++ {
					for du := 0.0; du < k; du++ {
						u, v := int((float64(x)-x0)*k+du), int((float64(y)-mid)*k+float64(cell)/2+dv)
						if u >= 0 && u < s.pitch && v >= 0 && v < cell {
							sum += s.at(line[i], u, v)
						}
						n++
					}
				}
				at := y*width + x
				if at >= 0 && at < len(flat) {
					flat[at] -= (flat[at] - 45) * sum / math.Max(1, n)
				}
			}
		}
	}
}

// turned rotates a picture about its middle onto a sheet that holds all of it.
func turned(m gocv.Mat, degrees float64) gocv.Mat {
	s, c := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(m.Cols()), float64(m.Rows())
	size := image.Pt(int(math.Abs(w*c)+math.Abs(h*s)), int(math.Abs(w*s)+math.Abs(h*c)))
	t := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range []float64{c, -s, float64(size.X)/2 - c*w/2 + s*h/2, s, c, float64(size.Y)/2 - s*w/2 - c*h/2} {
		t.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	gocv.WarpAffineWithParams(m, &out, t, size, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{110, 110, 110, 0})
	return out
}

// tilted shows a picture as a camera sees it that stands 15 degrees off the normal at 2.5 widths' distance.
func tilted(m gocv.Mat) gocv.Mat {
	w, h := float64(m.Cols()), float64(m.Rows())
	a, far := 15*math.Pi/180, 2.5*w
	src := geom.QuadOf(geom.Rect{X1: w, Y1: h})
	dst := src.Map(func(p geom.Point) geom.Point {
		x, y := p.X-w/2, p.Y-h/2
		k := far / (far + y*math.Sin(a) + 0.5*x*math.Sin(a))
		return geom.Point{X: w/2 + x*k, Y: h/2 + y*math.Cos(a)*k}
	})
	to, _ := geom.FromQuads(src, dst)
	t := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range to {
		t.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	gocv.WarpPerspectiveWithParams(m, &out, t, image.Pt(m.Cols(), m.Rows()), gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{110, 110, 110, 0})
	return out
}

// record is a holder who does not exist, in the given layout.
func record(f mrztext.Format, seed int) mrztext.Record {
	surnames := []string{"KALLIO", "VAN DER MEER", "OSTROVA", "BRANT"}
	r := mrztext.Record{
		Format: f, DocumentCode: "P", Issuer: "UTO", Nationality: "UTO", Surname: surnames[seed%4], GivenNames: "SELMA IRIS", Number: "ZE" + strings.Repeat(string(rune('1'+seed%9)), 4) + "07" + string(rune('0'+seed%10)),
		Birth: mrztext.Date{Year: 71 + seed%20, Month: 1 + seed%12, Day: 11}, Expiry: mrztext.Date{Year: 31, Month: 8, Day: 1 + seed%28}, Sex: []string{"F", "M"}[seed%2],
	}
	switch f {
	case mrztext.TD1, mrztext.TD2:
		r.DocumentCode = "I"
	case mrztext.MRVA, mrztext.MRVB:
		r.DocumentCode = "V"
	case mrztext.TD3:
		r.Optional = "8412067739"
	}
	return r
}
