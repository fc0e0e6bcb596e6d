package readers

import (
	"context"
	"errors"
	"time"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/extract/passport"
	"lensd/extract/trace"
	"lensd/vision/face"
	"lensd/vision/geom"
	"lensd/vision/mrz"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/sheet"
	"lensd/vision/viz"
)

// passportReader reads passports' data pages, and the zones of cards and visas.
type passportReader struct {
	zones *mrz.Reader
	faces *face.Finder // nil where the cascade is not installed: no portraits then
	text  recognize.Recognizer
	pages sheet.Pages
	print *sheet.Opener // for pages without lines of code
	now   func() time.Time
}

// newPassport loads nets and cascade; Close frees them, but neither text nor pdf.
func newPassport(text recognize.Recognizer, pdf sheet.PageSource) (*passportReader, error) {
	zones, err := mrz.Open()
	if err != nil {
		return nil, err
	}
	r := &passportReader{zones: zones, text: text, pages: sheet.Pages{PDF: pdf}, now: time.Now,
		print: sheet.NewOpener(sheet.Config{Recognizer: text, Tickless: true, Upright: true, Sparing: true})}
	if f, err := face.Open(""); err == nil {
		r.faces = f
	}
	return r, nil
}

// openPassport shares the set's recogniser and PDF renderer.
func openPassport(s *Set, opt Options) (extract.Reader, error) {
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return keep(s, func() (*passportReader, error) { return newPassport(text, s.PDF()) })
}

// Close frees the nets and the cascade.
func (r *passportReader) Close() error {
	errs := []error{r.zones.Close()}
	if r.faces != nil {
		errs = append(errs, r.faces.Close())
	}
	return errors.Join(errs...)
}

// Read implements extract.Reader: each picture and each page of a PDF is one page. One without a machine-readable zone
// is read by its captions, and KindNotFound where these are no passport's.
func (r *passportReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return readPictures(ctx, r.pages, doc, func(ctx context.Context, p *picture.Picture) ([]extract.Item, error) {
		return r.page(ctx, p, doc.Options)
	})
}

// page reads one picture. Every zone in it is one item: two passports may lie on one scanner.
func (r *passportReader) page(ctx context.Context, p *picture.Picture, opt extract.Options) ([]extract.Item, error) {
	zones, err := r.find(ctx, p)
	if err != nil {
		return nil, err
	}
	var items []extract.Item
	for _, z := range zones {
		item, err := r.item(ctx, p, z, opt)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		return r.printed(ctx, p)
	}
	return items, nil
}

// printed reads a page whose lines of code are covered, cut off or unreadable by its captions alone.
func (r *passportReader) printed(ctx context.Context, p *picture.Picture) ([]extract.Item, error) {
	s, err := r.print.Of(ctx, p, 1)
	if err != nil {
		return nil, err
	}
	defer trace.Stage(ctx, "fields")()
	fields, err := passport.ReadPrint(ctx, s, r.now())
	if err != nil {
		return nil, err
	}
	return []extract.Item{{Fields: fields}}, nil
}

// find returns the zones of a picture.
func (r *passportReader) find(ctx context.Context, p *picture.Picture) ([]mrz.Zone, error) {
	defer trace.Stage(ctx, "zone")()
	zones, err := r.zones.Read(p.Mat())
	var marks []overlay.Mark
	var rows []trace.Row
	for _, z := range zones {
		for _, l := range z.Lines {
			marks = append(marks, overlay.Mark{Quad: l.Quad, Confidence: 1})
		}
		for _, l := range z.Reading.Lines {
			rows = append(rows, trace.Row{Cells: []string{l}})
		}
	}
	trace.From(ctx).Picture("zone", "the lines of code", marks, p.RGBA)
	trace.From(ctx).Rows("zone", "as they are read", []string{"line"}, rows)
	return zones, err
}

// item reads what belongs to one zone.
func (r *passportReader) item(ctx context.Context, p *picture.Picture, z mrz.Zone, opt extract.Options) (extract.Item, error) {
	ev := passport.Evidence{Zone: z.Reading}
	for _, l := range z.Lines {
		ev.Lines = append(ev.Lines, l.Quad)
		ev.Chars = append(ev.Chars, l.Chars)
	}
	var item extract.Item
	if len(z.Lines) == 2 && len(z.Lines[0].Chars) == 44 {
		plane, err := passport.Register(ev.Lines[0], ev.Lines[1])
		if err != nil {
			return item, err
		}
		frame := passport.Portrait()
		figures := []geom.Rect{frame}
		if opt.ReturnFace && r.faces != nil {
			if item.Face, err = r.face(p, face.Plane{ToSource: plane, Portrait: frame}); err != nil {
				return item, err
			}
		}
		end := trace.Stage(ctx, "straighten")
		cut, err := viz.Cut(p.Mat(), plane, passport.VisualZone(), figures, r.text)
		end()
		if err != nil {
			return item, err
		}
		ev.Print = cut
	}
	defer trace.Stage(ctx, "fields")()
	fields, err := passport.Extract(ctx, ev, r.now())
	item.Fields = fields
	return item, err
}

// face finds and cuts the portrait, nil where the picture ends before it.
func (r *passportReader) face(p *picture.Picture, at face.Plane) (*extract.Face, error) {
	f, ok, err := r.faces.Find(p.Mat(), at)
	if err != nil || !ok {
		return nil, err
	}
	jpeg, err := face.Cut(p.Mat(), f, at)
	if err != nil {
		return nil, err
	}
	return &extract.Face{Quad: f.Quad, JPEG: jpeg}, nil
}
