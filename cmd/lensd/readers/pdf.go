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
	if l.renderer == nil {
		r, err := pdf.Open(pdf.Config{CacheDir: l.cacheDir})
		if err != nil {
			return extract.Errorf(extract.KindInternal, "PDFs cannot be read on this box: %w", err)
		}
		l.renderer = r
	}
	return l.renderer.Pages(ctx, file, password, limit, yield)
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
