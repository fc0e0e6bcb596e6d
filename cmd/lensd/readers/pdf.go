package readers

import (
	"context"

	"lensd/extract"
	"lensd/vision/pdf"
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
	if err := l.start(); err != nil {
		return err
	}
	return l.renderer.Pages(ctx, file, password, limit, yield)
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
	r, err := pdf.Open(pdf.Config{CacheDir: l.cacheDir})
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
