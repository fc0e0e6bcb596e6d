package readers

import (
	"bytes"
	"context"
	"image/jpeg"

	"lensd/extract"
	"lensd/vision/sheet"
)

// What a page is drawn at: wide enough for boxes on a screen, and about 100 KB.
const (
	previewSide    = 1100
	previewQuality = 70
)

// previewer draws the pages of a document, of whatever kind it is.
type previewer struct{ pages sheet.Pages }

// Read implements extract.Reader: a page is its picture, and Width and Height are those of the frame that boxes refer to.
func (p previewer) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	err := p.pages.Each(ctx, doc, func(l sheet.Leaf) error {
		page := extract.Page{Number: l.Number, Err: l.Err}
		if l.Err == nil {
			page = drawn(l)
			l.Picture.Close()
		}
		result.Pages = append(result.Pages, page)
		handOver(ctx, doc, page)
		return ctx.Err()
	})
	return inTime(ctx, result, err, func() int { n, _ := p.pages.Count(doc); return n })
}

func drawn(l sheet.Leaf) extract.Page {
	page := extract.Page{Number: l.Number, Width: l.Picture.Width(), Height: l.Picture.Height()}
	canvas, err := Drawn(l.Picture, nil, previewSide)
	if err != nil {
		page.Err = withPage(err, l.Number)
		return page
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: previewQuality}); err != nil {
		page.Err = withPage(err, l.Number)
		return page
	}
	page.Picture = out.Bytes()
	return page
}
