package readers

import (
	"bytes"
	"context"

	"lensd/extract"
	"lensd/vision/pdf"
	"lensd/vision/picture"
	"lensd/vision/sheet"
)

// lazyPDF starts the PDF sandbox with the first PDF: most boxes never see one, and it costs 170 MB.
type lazyPDF struct {
	cacheDir string
	renderer *pdf.Renderer
}

// PDF returns the set's renderer, which all kinds share. The set closes it.
func (s *Set) PDF() sheet.PageSource {
	if s.pdf == nil {
		s.pdf = &lazyPDF{cacheDir: s.cacheDir}
		s.closers = append(s.closers, s.pdf)
	}
	return s.pdf
}

// Pages implements sheet.PageSource.
func (l *lazyPDF) Pages(ctx context.Context, file []byte, password string, limit int, yield func(pdf.Page) bool) error {
	if l.renderer == nil {
		r, err := pdf.Open(pdf.Config{CacheDir: l.cacheDir})
		if err != nil {
			return extract.Errorf(extract.KindInternal, "PDFs cannot be read on this box: %w", err)
		}
		l.renderer = r
	}
	return l.renderer.Pages(ctx, file, password, limit, yield)
}

// openPages decodes an input, a picture or a PDF, and hands its pages to add one by one, or what is wrong with them. add
// closes the pictures. source nil: PDFs are refused.
func openPages(ctx context.Context, source sheet.PageSource, b []byte, opt extract.Options, add func(*picture.Picture, error)) {
	if !bytes.HasPrefix(b, []byte("%PDF-")) {
		add(picture.Decode(b, picture.DefaultLimits()))
		return
	}
	if source == nil {
		add(nil, extract.Errorf(extract.KindUnsupported, "this box does not read PDFs; send a picture"))
		return
	}
	err := source.Pages(ctx, b, opt.PDFPassword, opt.MaxPages, func(page pdf.Page) bool {
		add(picture.FromRGBA(page.Image))
		return ctx.Err() == nil
	})
	if err != nil {
		add(nil, err)
	}
}

// Close ends the sandbox.
func (l *lazyPDF) Close() error {
	if l.renderer == nil {
		return nil
	}
	return l.renderer.Close()
}

// Warm compiles the PDF sandbox into cacheDir.
func Warm(cacheDir string) error {
	r, err := pdf.Open(pdf.Config{CacheDir: cacheDir})
	if err != nil {
		return err
	}
	return r.Close()
}
