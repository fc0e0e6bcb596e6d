package main

import (
	"bytes"
	"context"
	"image/png"
	"os"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/pdf"
	"lensd/vision/picture"
)

// drawResult writes the document's first page with its boxes drawn on it. cache is the folder of the PDF engine's compiled code.
func drawResult(ctx context.Context, path, cache string, doc extract.Document, r extract.Result) error {
	page, err := firstPage(ctx, cache, doc)
	if err != nil {
		return err
	}
	defer page.Close()
	var marks []overlay.Mark
	if len(r.Pages) > 0 {
		marks = overlay.Marks(r.Pages[0])
	}
	canvas, err := readers.Drawn(page, marks, 0)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, canvas); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// firstPage returns a document's first page in the frame that boxes refer to; the caller closes it.
func firstPage(ctx context.Context, cache string, doc extract.Document) (*picture.Picture, error) {
	b := doc.Inputs[0]
	if !pdf.Is(b) {
		return picture.Decode(b, picture.DefaultLimits())
	}
	renderer, err := pdf.Open(pdf.Config{CacheDir: cache})
	if err != nil {
		return nil, err
	}
	defer renderer.Close()
	var page *picture.Picture
	var drawn error
	err = renderer.Pages(ctx, b, doc.Options.PDFPassword, pdf.Span{Limit: 1}, func(p pdf.Page) bool {
		page, drawn = p.Picture()
		return false
	})
	if err == nil && page == nil && drawn == nil {
		drawn = extract.Errorf(extract.KindUndecodable, "the PDF has no page")
	}
	if err == nil {
		err = drawn
	}
	return page, err
}
