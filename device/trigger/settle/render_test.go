package settle

import (
	"image"
	"math"
	"math/rand/v2"
)

// desk renders a scanning desk as a camera sees it: grain, sensor noise, a parcel with a printed label, a hand, light.
type desk struct {
	noise [4093]float64 // drawn once: a prime length never lines up with the picture's rows
	at    int
}

func newDesk() desk {
	var d desk
	r := rand.New(rand.NewPCG(1, 1))
	for i := range d.noise {
		d.noise[i] = 1.5 * r.NormFloat64()
	}
	return d
}

type view struct {
	parcel int     // 0: none; else which one
	x, y   float64 // of its top-left corner, in shares
	hand   float64 // how far a hand reaches into the picture, in shares of the width
	blur   int     // radius of the defocus in pixels
	soft   float64 // share of a slight defocus mixed in
	light  float64 // factor; 0 means 1
}

const frameW, frameH = 400, 300

func (d *desk) render(v view) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, frameW, frameH))
	for y := range frameH {
		// Wood: slow bands.
		band := 96 + 6*math.Sin(float64(y)/9)
		for x := range frameW {
			img.Pix[y*frameW+x] = uint8(band + float64(x%90)/20)
		}
	}
	if v.parcel > 0 {
		d.parcel(img, v)
	}
	fill(img, 0, 0.55, v.hand, 0.8, 150)
	for range v.blur {
		img = soften(img)
	}
	if v.soft > 0 {
		for i, p := range soften(img).Pix {
			img.Pix[i] = uint8(float64(img.Pix[i])*(1-v.soft) + float64(p)*v.soft)
		}
	}
	light := v.light
	if light == 0 {
		light = 1
	}
	for i, p := range img.Pix {
		img.Pix[i] = uint8(min(255, max(0, float64(p)*light+d.noise[d.at])))
		d.at = (d.at + 1) % len(d.noise)
	}
	return img
}

// parcel draws a cardboard box with a white label, whose print depends on the parcel.
func (d *desk) parcel(img *image.Gray, v view) {
	fill(img, v.x, v.y, v.x+0.5, v.y+0.6, 130)
	x, y := v.x+0.08, v.y+0.08
	fill(img, x, y, x+0.34, y+0.44, 235)
	r := rand.New(rand.NewPCG(uint64(v.parcel), 7))
	for at := x + 0.03; at < x+0.3; at += 0.004 + 0.008*r.Float64() {
		fill(img, at, y+0.03, at+0.003, y+0.12, 25) // barcode
	}
	for line := y + 0.16; line < y+0.42; line += 0.035 {
		for at := x + 0.02; at < x+0.12+0.2*r.Float64(); at += 0.012 {
			fill(img, at, line+0.01*r.Float64(), at+0.005+0.004*r.Float64(), line+0.022, 30) // letters
		}
	}
}

func fill(img *image.Gray, x0, y0, x1, y1 float64, v uint8) {
	for y := max(0, int(y0*frameH)); y < min(frameH, int(y1*frameH)); y++ {
		for x := max(0, int(x0*frameW)); x < min(frameW, int(x1*frameW)); x++ {
			img.Pix[y*frameW+x] = v
		}
	}
}

// soften is a 3 x 3 box filter.
func soften(in *image.Gray) *image.Gray {
	out := image.NewGray(in.Rect)
	for y := range frameH {
		for x := range frameW {
			s, n := 0, 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if x+dx >= 0 && x+dx < frameW && y+dy >= 0 && y+dy < frameH {
						s += int(in.Pix[(y+dy)*frameW+x+dx])
						n++
					}
				}
			}
			out.Pix[y*frameW+x] = uint8(s / n)
		}
	}
	return out
}
