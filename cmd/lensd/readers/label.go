package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/label"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/sheet"
)

// labelReader reads parcel labels: all labels in a picture or on a page of a PDF, the largest first.
type labelReader struct {
	receiver *label.Reader
	opener   *sheet.Opener
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
	opener := sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF(), Codes: true, Tickless: true, Stamps: true, Parts: true})
	return &labelReader{receiver: r.With(opt.Learned[extract.ShippingLabel]), opener: opener}, nil
}

// Read implements extract.Reader: each picture and each page of a PDF is one page, as shops get their labels to print.
func (r *labelReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	err := r.opener.Papers(ctx, doc, func(number int, papers []*sheet.Sheet, failed *extract.Error) error {
		page := extract.Page{Number: number, Err: failed}
		if failed == nil {
			page.Width, page.Height = papers[0].SourceSize()
			items, err := r.page(ctx, papers, doc.Options)
			if err != nil {
				page.Err = withPage(err, number)
			}
			page.Items = items
		}
		result.Pages = append(result.Pages, page)
		handOver(ctx, doc, page)
		return ctx.Err()
	})
	return inTime(ctx, result, err, func() int { n, _ := r.opener.Count(doc); return n })
}

// page reads the papers of one picture.
func (r *labelReader) page(ctx context.Context, papers []*sheet.Sheet, opt extract.Options) ([]extract.Item, error) {
	var out []extract.Item
	for _, s := range papers {
		items, err := r.one(ctx, s, opt)
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

// one reads one paper, which may be a sheet of several labels.
func (r *labelReader) one(ctx context.Context, s *sheet.Sheet, opt extract.Options) ([]extract.Item, error) {
	parts, err := LabelParts(ctx, s, r.receiver)
	if err != nil {
		return nil, err
	}
	defer trace.Stage(ctx, "fields")()
	var items []extract.Item
	for _, p := range parts {
		item, ok := r.receiver.Read(ctx, p.Scene)
		if opt.Lines {
			item.Layout, ok = p.Scene.Layout(), true
		}
		if !ok {
			continue
		}
		toSource(&item, s.ToSource)
		if opt.OmitCodes {
			item.Codes, item.Tracking = nil, nil
		}
		items = append(items, item)
	}
	return items, nil
}

// LabelParts returns the labels that stand on a sheet, the lines of their receivers read twice.
func LabelParts(ctx context.Context, s *sheet.Sheet, receiver *label.Reader) ([]label.Part, error) {
	layout, err := s.Print(ctx)
	if err != nil {
		return nil, err
	}
	parts := receiver.Split(ctx, label.SceneOf(layout))
	for _, p := range parts {
		lines := receiver.Lines(ctx, p.Scene)
		for i := range lines {
			lines[i] = p.Source[lines[i]]
		}
		if err := s.Again(ctx, lines); err != nil {
			return nil, err
		}
	}
	if layout, err = s.Print(ctx); err != nil {
		return nil, err
	}
	for _, p := range parts {
		for i, from := range p.Source {
			p.Scene.Lines[i] = layout.Lines[from]
		}
	}
	return parts, nil
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
