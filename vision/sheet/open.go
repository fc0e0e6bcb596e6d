// Package sheet opens a document's inputs into upright sheets and implements extract.Sheet on them.
package sheet

import (
	"bytes"
	"context"
	"errors"

	"lensd/extract"
	"lensd/vision/pdf"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/rectify"
)

// PageSource renders the pages of PDFs; *pdf.Renderer implements it.
type PageSource interface {
	// Pages renders up to limit pages and gives each to yield until that returns false.
	Pages(ctx context.Context, file []byte, password string, limit int, yield func(pdf.Page) bool) error
}

// Config is what an Opener works with.
type Config struct {
	Recognizer recognize.Recognizer // reads lines; the Opener does not close it
	PDF        PageSource           // nil: PDFs are refused
	Limits     picture.Limits       // zero: picture.DefaultLimits
	MaxPages   int                  // of a document over all inputs; 0: 30
}

// Opener turns documents into sheets. Use one at a time, as its Recognizer.
type Opener struct{ cfg Config }

// NewOpener returns an Opener.
func NewOpener(cfg Config) *Opener {
	if cfg.Limits == (picture.Limits{}) {
		cfg.Limits = picture.DefaultLimits()
	}
	if cfg.MaxPages == 0 {
		cfg.MaxPages = 30
	}
	return &Opener{cfg}
}

// Open decodes and straightens all pages of doc, in order. A page that fails is left out of the sheets and named in the
// page errors (Page is set); err is set only when there is not a single sheet. The caller closes every sheet.
//
// Errors are KindUnsupported, KindUndecodable, KindTooSmall, KindTooLarge, KindPassword, KindInternal, or ctx's own.
func (o *Opener) Open(ctx context.Context, doc extract.Document) (sheets []*Sheet, pageErrs []*extract.Error, err error) {
	w := o.walk(ctx, doc, func(s *Sheet, failed *extract.Error) error {
		if s != nil {
			sheets = append(sheets, s)
		} else {
			pageErrs = append(pageErrs, failed)
		}
		return nil
	})
	if err := w.run(doc); err != nil {
		closeAll(sheets)
		return nil, pageErrs, err
	}
	return sheets, pageErrs, nil
}

// Each is Open for documents of many pages: visit gets one sheet at a time, which is closed after it, or the error of a
// page that failed. An error of visit ends the walk and is returned.
func (o *Opener) Each(ctx context.Context, doc extract.Document, visit func(s *Sheet, failed *extract.Error) error) error {
	w := o.walk(ctx, doc, func(s *Sheet, failed *extract.Error) error {
		if s != nil {
			defer s.Close()
		}
		return visit(s, failed)
	})
	return w.run(doc)
}

func (o *Opener) walk(ctx context.Context, doc extract.Document, visit func(*Sheet, *extract.Error) error) *walk {
	limit := o.cfg.MaxPages
	if doc.Options.MaxPages > 0 {
		limit = min(limit, doc.Options.MaxPages)
	}
	return &walk{o: o, ctx: ctx, limit: limit, visit: visit}
}

func closeAll(sheets []*Sheet) {
	for _, s := range sheets {
		s.Close()
	}
}

// walk goes through the pages of a document.
type walk struct {
	o     *Opener
	ctx   context.Context
	limit int
	visit func(*Sheet, *extract.Error) error
	page  int            // number of the last page seen
	borne int            // pages of the present PDF whose layer was borne out
	good  int            // sheets made
	first *extract.Error // of the pages that failed
	err   error          // ends the walk
}

func (w *walk) run(doc extract.Document) error {
	for _, input := range doc.Inputs {
		if w.err == nil {
			w.err = w.ctx.Err()
		}
		if w.err != nil {
			return w.err
		}
		w.input(input, doc.Options.PDFPassword)
	}
	switch {
	case w.err != nil:
		return w.err
	case w.good > 0:
		return nil
	case w.first != nil:
		return w.first
	}
	return extract.Errorf(extract.KindUndecodable, "the document holds no page")
}

func (w *walk) input(b []byte, password string) {
	if bytes.HasPrefix(bytes.TrimLeft(b[:min(len(b), 1024)], "\x00\t\n\f\r "), []byte("%PDF-")) {
		w.pdf(b, password)
		return
	}
	for _, one := range tiffPages(b, w.limit-w.page+1) {
		if w.err != nil {
			return
		}
		p, err := picture.Decode(one, w.o.cfg.Limits)
		w.add(p, nil, err)
	}
}

func (w *walk) pdf(b []byte, password string) {
	if w.o.cfg.PDF == nil {
		w.fail(extract.Errorf(extract.KindUnsupported, "this box does not read PDFs; send a picture"))
		return
	}
	w.borne = 0
	err := w.o.cfg.PDF.Pages(w.ctx, b, password, max(1, w.limit-w.page), func(page pdf.Page) bool {
		p, err := picture.FromRGBA(page.Image)
		w.add(p, page.Words, err)
		return w.err == nil && w.ctx.Err() == nil
	})
	if err != nil {
		w.fail(err)
	}
}

// add takes ownership of p and makes a sheet of it.
func (w *walk) add(p *picture.Picture, words []pdf.Word, err error) {
	if err == nil && w.page >= w.limit {
		p.Close()
		err = extract.Errorf(extract.KindTooLarge, "the document has more than %d pages; send fewer", w.limit)
	}
	if err != nil {
		w.fail(err)
		return
	}
	straighten := rectify.Rectify
	if pdf.Plausible(words) && levelWords(words) {
		// What was typeset lies straight; only its scale may need a change. A page may be shown on its side all the same.
		straighten = rectify.Upright
	}
	page, err := straighten(p.Mat())
	if err != nil {
		p.Close()
		w.fail(err)
		return
	}
	s := newSheet(w.page+1, p, page, words, w.o.cfg.Recognizer)
	s.borne = w.borne
	if err := s.Orient(w.ctx); err != nil {
		s.Close()
		if w.ctx.Err() != nil {
			w.end(err)
			return
		}
		w.fail(err)
		return
	}
	if s.trust {
		w.borne++
	}
	w.page++
	w.good++
	w.end(w.visit(s, nil))
}

// end remembers the error that ends the walk.
func (w *walk) end(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *walk) fail(err error) {
	w.page++
	var e *extract.Error
	if !errors.As(err, &e) {
		e = extract.Errorf(extract.KindInternal, "the page could not be opened: %w", err)
	}
	at := *e
	at.Page = w.page
	if w.first == nil {
		w.first = &at
	}
	w.end(w.visit(nil, &at))
}
