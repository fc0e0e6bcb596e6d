package readers

import (
	"bytes"
	"image"
	"image/jpeg"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/picture"
	"lensd/vision/worker"
)

// Look shows a picture: its brightness, or a JPEG of it with marks. It is held to the limits of a picture that is read.
func Look(b []byte, look worker.Look) (worker.View, error) {
	p, err := picture.Decode(b, picture.DefaultLimits())
	if err != nil {
		return worker.View{}, err
	}
	defer p.Close()
	if look.Luma {
		gray, err := p.Gray(look.MaxSide)
		if err != nil {
			return worker.View{}, err
		}
		return worker.View{Width: gray.Rect.Dx(), Height: gray.Rect.Dy(), Bytes: gray.Pix}, nil
	}
	canvas, err := Drawn(p, look.Marks, look.MaxSide)
	if err != nil {
		return worker.View{}, err
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: max(1, look.Quality)}); err != nil {
		return worker.View{}, extract.Errorf(extract.KindInternal, "the picture was not written: %w", err)
	}
	return worker.View{Width: canvas.Rect.Dx(), Height: canvas.Rect.Dy(), Bytes: out.Bytes()}, nil
}

// Drawn is a picture with marks over it, its longer side brought down to maxSide (0: as it is).
func Drawn(p *picture.Picture, marks []overlay.Mark, maxSide int) (*image.RGBA, error) {
	canvas, scale, err := p.RGBA(maxSide)
	if err == nil {
		overlay.Draw(canvas, marks, scale)
	}
	return canvas, err
}
