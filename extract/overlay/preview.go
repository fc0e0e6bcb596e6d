package overlay

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"

	"golang.org/x/image/draw"
)

// Preview is JPEG for a picture that is only looked at: its longer side is brought down to maxSide pixels before anything
// is drawn. The daemon publishes one after each reading, and must not grow by a whole camera frame in RGBA for it.
func Preview(encoded []byte, marks []Mark, maxSide, quality int) ([]byte, error) {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("boxes can be drawn on JPEG, PNG and WebP pictures only: %w", err)
	}
	longer := max(cfg.Width, cfg.Height)
	if longer <= maxSide || mayBeTurned(encoded) {
		return JPEG(encoded, marks, quality)
	}
	if cfg.Width > maxPixels/cfg.Height {
		return nil, fmt.Errorf("a picture of %d x %d pixels is too large to draw on", cfg.Width, cfg.Height)
	}
	img, _, err := image.Decode(bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	scale := float64(maxSide) / float64(longer)
	canvas := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(cfg.Width)*scale)), max(1, int(float64(cfg.Height)*scale))))
	draw.ApproxBiLinear.Scale(canvas, canvas.Bounds(), img, img.Bounds(), draw.Src, nil)
	for _, m := range marks {
		for i := range m.Quad {
			m.Quad[i].X *= scale
			m.Quad[i].Y *= scale
		}
		m.draw(canvas)
	}
	var b bytes.Buffer
	err = jpeg.Encode(&b, canvas, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// exifWithin is where an EXIF segment begins at the latest: it is one of the first segments, and each has 64 KiB at most.
const exifWithin = 128 << 10

// mayBeTurned says whether the picture carries EXIF, whose orientation the full path applies. Camera streams carry none.
func mayBeTurned(encoded []byte) bool {
	return bytes.Contains(encoded[:min(len(encoded), exifWithin)], []byte("Exif\x00\x00"))
}
