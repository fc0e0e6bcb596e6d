package readers

import (
	"context"

	"lensd/extract"
	"lensd/vision/pdf"
	"lensd/vision/sheet"
)

// lazyPDF starts the PDF sandbox with the first PDF: most boxes never see one, and it costs 170 MB.
type lazyPDF struct {
	opt      Options
	renderer *pdf.Renderer
}

// PDF returns the set's renderer, which all kinds share. The set closes it.
func (s *Set) PDF() sheet.PageSource {
	if s.pdf == nil {
		s.pdf = &lazyPDF{opt: s.opt}
		s.closers = append(s.closers, s.pdf)
	}
	return s.pdf
}

// Pages implements sheet.PageSource.
func (l *lazyPDF) Pages(ctx context.Context, file []byte, password string, span pdf.Span, yield func(pdf.Page) bool) error {
	if err := l.start(); err != nil {
		return err
	}
	return l.renderer.Pages(ctx, file, password, span, yield)
}

// Count implements sheet.PageSource.
func (l *lazyPDF) Count(file []byte, password string) (n int, layer bool, err error) {
	if err := l.start(); err != nil {
		return 0, false, err
	}
	return l.renderer.Count(file, password)
}

// Attachments returns the files within a PDF.
func (l *lazyPDF) Attachments(ctx context.Context, file []byte, password string) ([]pdf.Attachment, error) {
	if err := l.start(); err != nil {
		return nil, err
	}
	return l.renderer.Attachments(ctx, file, password)
}

func (l *lazyPDF) start() error {
	if l.renderer != nil {
		return nil
	}
	cache := l.opt.CacheDir
	if l.opt.BeforePDF != nil && l.opt.BeforePDF() != nil {
		cache = ""
	}
	r, err := pdf.Open(pdf.Config{CacheDir: cache})
	if err != nil && cache != "" { // not filled, and this process may not fill it: slower, once in its life
		r, err = pdf.Open(pdf.Config{})
	}
	if err != nil {
		return extract.Errorf(extract.KindInternal, "PDFs cannot be read on this box: %w", err)
	}
	l.renderer = r
	return nil
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
