package main

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/pdf"
)

// drawResult writes the document's first page with its boxes drawn on it. cache is the folder of the PDF engine's compiled code.
func drawResult(ctx context.Context, path, cache string, doc extract.Document, r extract.Result) error {
	picture := doc.Inputs[0]
	if bytes.HasPrefix(bytes.TrimSpace(picture), []byte("%PDF-")) {
		var err error
		if picture, err = drawnPage(ctx, cache, picture, doc.Options.PDFPassword); err != nil {
			return err
		}
	}
	var marks []overlay.Mark
	if len(r.Pages) > 0 {
		marks = overlay.Marks(r.Pages[0])
	}
	b, err := overlay.PNG(picture, marks)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

// drawnPage returns a PDF's first page as a PNG, in the frame that boxes refer to.
func drawnPage(ctx context.Context, cache string, file []byte, password string) ([]byte, error) {
	renderer, err := pdf.Open(pdf.Config{CacheDir: cache})
	if err != nil {
		return nil, err
	}
	defer renderer.Close()
	var out bytes.Buffer
	err = renderer.Pages(ctx, file, password, 1, func(p pdf.Page) bool {
		page := image.NewRGBA(p.Image.Rect)
		draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
		// The renderer's colours are not multiplied by their opacity.
		ink := &image.NRGBA{Pix: p.Image.Pix, Stride: p.Image.Stride, Rect: p.Image.Rect}
		draw.Draw(page, page.Rect, ink, p.Image.Rect.Min, draw.Over)
		err = png.Encode(&out, page)
		return false
	})
	return out.Bytes(), err
}
