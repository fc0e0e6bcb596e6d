package readers

import (
	"context"
	"fmt"

	"lensd/extract"
	"lensd/extract/label"
	"lensd/extract/overlay"
	"lensd/extract/trace"
	"lensd/vision/codes"
	"lensd/vision/geom"
	"lensd/vision/labels"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/sheet"
)

// labelReader reads parcel labels: all labels in a picture or on a page of a PDF, the largest first.
type labelReader struct {
	receiver *label.Reader
	text     recognize.Recognizer
	pages    sheet.Pages
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
	return &labelReader{receiver: r.With(opt.Learned[extract.ShippingLabel]), text: text, pages: sheet.Pages{PDF: s.PDF()}}, nil
}

// Read implements extract.Reader: each picture and each page of a PDF is one page, as shops get their labels to print.
func (r *labelReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return readPictures(ctx, r.pages, doc, func(ctx context.Context, pic *picture.Picture) ([]extract.Item, error) {
		return r.page(ctx, pic, doc.Options)
	})
}

// page reads one picture.
func (r *labelReader) page(ctx context.Context, pic *picture.Picture, opt extract.Options) ([]extract.Item, error) {
	found, err := papersIn(ctx, pic)
	if err != nil {
		return nil, err
	}
	var out []extract.Item
	for _, l := range found {
		items, err := r.one(ctx, l, opt)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
	}
	if len(out) == 0 {
		return nil, extract.Errorf(extract.KindNotFound, "no parcel label was found: show the whole label, flat, sharp and without glare")
	}
	return out, nil
}

// papersIn returns the papers of a picture, flat.
func papersIn(ctx context.Context, pic *picture.Picture) ([]*labels.Label, error) {
	defer trace.Stage(ctx, "straighten")()
	found, err := labels.Find(ctx, pic)
	var marks []overlay.Mark
	for _, l := range found {
		marks = append(marks, overlay.Mark{Quad: l.Quad(), Confidence: 1})
	}
	trace.From(ctx).Picture("papers", "where labels lie", marks, pic.RGBA)
	return found, err
}

// one reads one paper, which may be a sheet of several labels: its codes first, because their places hold no text.
func (r *labelReader) one(ctx context.Context, l *labels.Label, opt extract.Options) ([]extract.Item, error) {
	end := trace.Stage(ctx, "codes")
	marks, err := codes.Read(ctx, l.Gray)
	end()
	if err != nil {
		return nil, err
	}
	end = trace.Stage(ctx, "lines")
	page, turned, err := l.Read(ctx, r.text, marks.Areas)
	end()
	if err != nil {
		return nil, err
	}
	tellLabel(ctx, l, page)
	for i := range marks.Codes {
		marks.Codes[i].Quad = turned.Quad(marks.Codes[i].Quad)
	}
	w, h := l.Size()
	scene := label.Scene{Width: w, Height: h, Lines: page.Lines, Rows: page.Rows, Cols: page.Cols, Codes: marks.Codes}
	defer trace.Stage(ctx, "fields")()
	parts := r.receiver.Split(ctx, scene)
	for _, p := range parts {
		lines := r.receiver.Lines(ctx, p.Scene)
		for i := range lines {
			lines[i] = p.Source[lines[i]]
		}
		if err := page.Reread(ctx, r.text, lines); err != nil {
			return nil, err
		}
	}
	var items []extract.Item
	for _, p := range parts {
		for i, from := range p.Source {
			p.Scene.Lines[i] = page.Lines[from]
		}
		item, ok := r.receiver.Read(ctx, p.Scene)
		if opt.Lines {
			item.Layout, ok = p.Scene.Layout(), true
		}
		if !ok {
			continue
		}
		toSource(&item, l.ToSource)
		if opt.OmitCodes {
			item.Codes, item.Tracking = nil, nil
		}
		items = append(items, item)
	}
	return items, nil
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

// tellLabel shows a trace the lines of a label.
func tellLabel(ctx context.Context, l *labels.Label, page labels.Page) {
	var marks []overlay.Mark
	for i, line := range page.Lines {
		marks = append(marks, overlay.Mark{Quad: line.Quad, Caption: fmt.Sprint(i + 1), Confidence: line.Text.Confidence})
	}
	trace.From(ctx).Gray("lines", "numbered in reading order", l.Gray, marks)
}
