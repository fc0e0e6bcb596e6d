package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/label"
	"lensd/vision/geom"
	"lensd/vision/labels"
	"lensd/vision/recognize"
	"lensd/vision/sheet"
)

// labelReader reads parcel labels: all labels in a picture or on a page of a PDF, the largest first.
type labelReader struct {
	receiver *label.Reader
	text     recognize.Recognizer
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
	return &labelReader{r, text, sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF(), Codes: true})}, nil
}

// Read implements extract.Reader: each picture and each page of a PDF is one page, as shops get their labels to print.
func (r *labelReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	err := r.opener.Papers(ctx, doc, func(number int, sheets []*sheet.Sheet, failed *extract.Error) error {
		page := extract.Page{Number: number, Err: failed}
		if failed == nil {
			page.Width, page.Height = sheets[0].SourceSize()
			items, err := r.page(ctx, sheets, doc.Options)
			if err != nil {
				page.Err = withPage(err, number)
			}
			page.Items = items
		}
		result.Pages = append(result.Pages, page)
		return ctx.Err()
	})
	return whole(result, err)
}

// page reads the papers of one picture.
func (r *labelReader) page(ctx context.Context, sheets []*sheet.Sheet, opt extract.Options) ([]extract.Item, error) {
	var out []extract.Item
	for _, s := range sheets {
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

// sceneOf is what the receiver is found on.
func sceneOf(l *extract.Layout) label.Scene {
	scene := label.Scene{Width: l.Width, Height: l.Height, Lines: l.Lines, Codes: l.Codes}
	for _, rule := range l.Rules {
		t := rule.Thick / 2
		box := geom.Rect{X0: min(rule.A.X, rule.B.X) - t, Y0: min(rule.A.Y, rule.B.Y) - t, X1: max(rule.A.X, rule.B.X) + t, Y1: max(rule.A.Y, rule.B.Y) + t}
		if box.W() > box.H() {
			scene.Rows = append(scene.Rows, box)
		} else {
			scene.Cols = append(scene.Cols, box)
		}
	}
	return scene
}

// one reads one paper, which may be a sheet of several labels.
func (r *labelReader) one(ctx context.Context, s *sheet.Sheet, opt extract.Options) ([]extract.Item, error) {
	found, err := s.Layout(ctx)
	if err != nil {
		return nil, err
	}
	crops, err := s.Crops(found.Lines)
	if err != nil {
		return nil, err
	}
	page := labels.PageOf(found.Lines, crops)
	parts := r.receiver.Split(sceneOf(found))
	for _, p := range parts {
		lines := r.receiver.Lines(p.Scene)
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
		item, ok := r.receiver.Read(p.Scene)
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
