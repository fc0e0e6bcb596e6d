package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/label"
	"lensd/vision/codes"
	"lensd/vision/geom"
	"lensd/vision/labels"
	"lensd/vision/picture"
	"lensd/vision/recognize"
)

// labelReader reads parcel labels: all labels in the picture, the largest first.
type labelReader struct {
	receiver *label.Reader
	text     recognize.Recognizer
	limits   picture.Limits
}

// openLabel makes the reader of parcel labels.
func openLabel(s *Set, opt Options) (extract.Reader, error) {
	r, err := label.New()
	if err != nil {
		return nil, err
	}
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return &labelReader{receiver: r, text: text, limits: picture.DefaultLimits()}, nil
}

// Read implements extract.Reader.
func (r *labelReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	out := extract.Result{Kind: doc.Kind}
	var first error
	for i, b := range doc.Inputs {
		page, err := r.page(ctx, b, doc.Options)
		page.Number = i + 1
		if err != nil {
			if ctx.Err() != nil {
				return extract.Result{}, ctx.Err()
			}
			e := *asError(err)
			e.Page = i + 1
			page.Err = &e
			if first == nil {
				first = page.Err
			}
		}
		out.Pages = append(out.Pages, page)
	}
	for _, p := range out.Pages {
		if p.Err == nil {
			return out, nil
		}
	}
	return out, first
}

// page reads one picture.
func (r *labelReader) page(ctx context.Context, b []byte, opt extract.Options) (extract.Page, error) {
	pic, err := picture.Decode(b, r.limits)
	if err != nil {
		return extract.Page{}, err
	}
	defer pic.Close()
	page := extract.Page{Width: pic.Width(), Height: pic.Height()}
	found, err := labels.Find(ctx, pic)
	if err != nil {
		return page, err
	}
	for _, l := range found {
		item, ok, err := r.one(ctx, l, opt)
		if err != nil {
			return page, err
		}
		if ok {
			page.Items = append(page.Items, item)
		}
	}
	if len(page.Items) == 0 {
		return page, extract.Errorf(extract.KindNotFound, "no parcel label was found: show the whole label, flat, sharp and without glare")
	}
	return page, nil
}

// one reads one label: its codes first, because their places hold no text.
func (r *labelReader) one(ctx context.Context, l *labels.Label, opt extract.Options) (extract.Item, bool, error) {
	marks, err := codes.Read(ctx, l.Gray)
	if err != nil {
		return extract.Item{}, false, err
	}
	page, turned, err := l.Read(ctx, r.text, marks.Areas)
	if err != nil {
		return extract.Item{}, false, err
	}
	for i := range marks.Codes {
		marks.Codes[i].Quad = turned.Quad(marks.Codes[i].Quad)
	}
	w, h := l.Size()
	scene := label.Scene{Width: w, Height: h, Lines: page.Lines, Rows: page.Rows, Cols: page.Cols, Codes: marks.Codes}
	if err := page.Reread(ctx, r.text, r.receiver.Lines(scene)); err != nil {
		return extract.Item{}, false, err
	}
	item, ok := r.receiver.Read(scene)
	toSource(&item, l.ToSource)
	if opt.OmitCodes {
		item.Codes, item.Tracking = nil, nil
	}
	return item, ok, nil
}

// toSource moves an item's quads from the label's frame to the sender's picture.
func toSource(item *extract.Item, move func(geom.Quad) geom.Quad) {
	for i := range item.Fields {
		for j, q := range item.Fields[i].Quads {
			item.Fields[i].Quads[j] = move(q)
		}
	}
	for i := range item.Codes {
		item.Codes[i].Quad = move(item.Codes[i].Quad)
	}
}
