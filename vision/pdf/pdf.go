// Package pdf renders the pages of PDFs and takes their text layer out, with PDFium compiled to WebAssembly: foreign bytes
// stay in a sandbox without files or network, and no C library is needed.
package pdf

import (
	"context"
	"errors"
	"image"
	"io"
	"math"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"lensd/extract"
	"lensd/vision/picture"
)

// DPI is the resolution at which pages are rendered; boxes refer to it.
const DPI = 200

// Config says how a Renderer works.
type Config struct {
	CacheDir string // keeps the compiled WebAssembly: without it every start costs seconds; "": none
	MaxBytes int    // of a PDF; 0: 32 MiB
	MaxPages int    // of a PDF; 0: 200
}

// Renderer opens PDFs. It is used by one goroutine at a time. Close it.
type Renderer struct {
	cfg      Config
	cache    wazero.CompilationCache
	pool     pdfium.Pool
	instance pdfium.Pdfium
	spoilt   bool // the instance has trapped: what it holds is of no use to the next document
}

// Page is a rendered page.
type Page struct {
	Number int         // from 1
	Image  *image.RGBA // lies in the sandbox: it is valid until the yield that it was given to returns; nil: the page is a scan
	Words  []Word      // the text layer, in content order; boxes in pixels of the picture

	scan *picture.Picture
}

// Picture returns the page's pixels. They are the caller's, who closes them; it is asked for once, before yield returns.
func (p *Page) Picture() (*picture.Picture, error) {
	if p.scan != nil {
		return p.scan, nil
	}
	return picture.FromRGBA(p.Image)
}

// memoryPages bounds the sandbox's memory, in units of 64 KiB: 384 MiB.
const memoryPages = 6144

// Open compiles PDFium, or loads it from the cache.
func Open(cfg Config) (*Renderer, error) {
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = 32 << 20
	}
	if cfg.MaxPages == 0 {
		cfg.MaxPages = 200
	}
	r := &Renderer{cfg: cfg}
	runtime := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if cfg.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cfg.CacheDir)
		if err != nil {
			return nil, extract.Errorf(extract.KindInternal, "the folder for compiled code is not usable: %w", err)
		}
		r.cache = cache
		runtime = runtime.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 1, MaxIdle: 1, MaxTotal: 1, RuntimeConfig: runtime,
		// The default would show it the whole file system.
		FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, errors.Join(extract.Errorf(extract.KindInternal, "the PDF engine does not start: %w", err), r.Close())
	}
	r.pool = pool
	r.instance, err = pool.GetInstance(30 * time.Second)
	if err != nil {
		return nil, errors.Join(extract.Errorf(extract.KindInternal, "the PDF engine does not start: %w", err), r.Close())
	}
	return r, nil
}

// Close frees the sandbox.
func (r *Renderer) Close() error {
	var errs []error
	if r.instance != nil {
		errs = append(errs, r.instance.Close())
	}
	if r.pool != nil {
		errs = append(errs, r.pool.Close())
	}
	if r.cache != nil {
		errs = append(errs, r.cache.Close(context.Background()))
	}
	return errors.Join(errs...)
}

// Span says which pages of a PDF are wanted.
type Span struct {
	From  int // the first, from 1; 0: 1
	Limit int // the number of the last that is rendered; 0: the Config's own bound
}

// Pages renders the pages of span and gives each to yield until that returns false. A document with more pages than the limit is
// rendered up to it and then answered with KindTooLarge.
//
// Errors are KindTooLarge, KindPassword (told apart: none was sent, or a wrong one), KindUndecodable, or ctx's own.
func (r *Renderer) Pages(ctx context.Context, pdf []byte, password string, span Span, yield func(Page) bool) error {
	return r.within(pdf, password, func(doc references.FPDF_DOCUMENT, count int) error {
		most := r.cfg.MaxPages
		if span.Limit > 0 {
			most = min(most, span.Limit)
		}
		for i := max(span.From, 1) - 1; i < min(count, most); i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if more, err := r.show(doc, i, yield); err != nil || !more {
				return err
			}
		}
		if count > most {
			return extract.Errorf(extract.KindTooLarge, "the PDF has %d pages; at most %d are read", count, most)
		}
		return nil
	})
}

// Count returns how many pages a PDF has, and whether the first has a text layer. Errors are those of Pages.
func (r *Renderer) Count(pdf []byte, password string) (n int, layer bool, err error) {
	err = r.within(pdf, password, func(doc references.FPDF_DOCUMENT, count int) error {
		n = count
		layer = len(r.words(requests.Page{ByIndex: &requests.PageByIndex{Document: doc}}, DPI, DPI)) > 0
		return nil
	})
	return n, layer, err
}

// within opens a PDF for the time of use, which gets the number of its pages.
func (r *Renderer) within(pdf []byte, password string, use func(doc references.FPDF_DOCUMENT, count int) error) error {
	if len(pdf) > r.cfg.MaxBytes {
		return extract.Errorf(extract.KindTooLarge, "the PDF has %d bytes; at most %d are accepted", len(pdf), r.cfg.MaxBytes)
	}
	if err := r.ready(); err != nil {
		return err
	}
	doc, err := r.open(pdf, password)
	if err != nil {
		return err
	}
	defer func() {
		if !r.spoilt { // memory that a trap left behind cannot be trusted to close anything
			_, _ = r.instance.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: doc})
		}
	}()
	count, err := r.instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc})
	if err != nil || count.PageCount < 1 {
		return extract.Errorf(extract.KindUndecodable, "the PDF has no pages")
	}
	return use(doc, count.PageCount)
}

func (r *Renderer) open(pdf []byte, password string) (references.FPDF_DOCUMENT, error) {
	req := &requests.OpenDocument{File: &pdf}
	if password != "" {
		req.Password = &password
	}
	resp, err := r.instance.OpenDocument(req)
	switch {
	case err == nil:
		return resp.Document, nil
	case !errors.Is(err, pdfiumerrors.ErrPassword):
		r.suspect(err)
		return "", &extract.Error{Kind: extract.KindUndecodable, Message: "the PDF is damaged or in a form that is not supported", Err: err}
	case password == "":
		return "", extract.Errorf(extract.KindPassword, "the PDF is locked; send its password")
	}
	return "", extract.Errorf(extract.KindPassword, "the PDF's password is wrong")
}

// maxSheetPixels bounds a rendered page: about four times an A4 page at DPI. A larger sheet is rendered more coarsely.
const maxSheetPixels = 16e6

// maxSide of a page in points (200 inches) is the format's own limit; files that say more are made to hurt.
const maxSide = 14400

// show renders a page, gives it to yield and answers what that says.
func (r *Renderer) show(doc references.FPDF_DOCUMENT, index int, yield func(Page) bool) (bool, error) {
	ref := requests.Page{ByIndex: &requests.PageByIndex{Document: doc, Index: index}}
	size, err := r.instance.GetPageSize(&requests.GetPageSize{Page: ref})
	if err != nil {
		return false, r.broken(index, err)
	}
	if longer := max(size.Width, size.Height); longer > maxSide {
		return false, &extract.Error{Kind: extract.KindTooLarge, Page: index + 1, Message: "the PDF's page is larger than 200 inches"}
	}
	if !(size.Width >= 8 && size.Height >= 8) || math.IsInf(size.Width*size.Height, 0) {
		return false, &extract.Error{Kind: extract.KindTooSmall, Page: index + 1, Message: "the PDF's page has no size"}
	}
	dpi := DPI
	if px := size.Width * size.Height * DPI * DPI / 72 / 72; px > maxSheetPixels {
		dpi = max(1, int(DPI*math.Sqrt(maxSheetPixels/px)))
	}
	in, err := r.instance.GetPageSizeInPixels(&requests.GetPageSizeInPixels{Page: ref, DPI: dpi})
	if err != nil {
		return false, r.broken(index, err)
	}
	out := Page{Number: index + 1}
	to, err := r.placement(ref, in.Width, in.Height)
	if err == nil {
		if out.scan = r.scan(ref, to, in.Width, in.Height); out.scan != nil {
			return yield(out), nil
		}
	}
	img, err := r.instance.RenderPageInDPI(&requests.RenderPageInDPI{Page: ref, DPI: dpi, RenderForm: true, Document: &doc})
	if err != nil {
		return false, r.broken(index, err)
	}
	defer img.Cleanup()
	out.Image = img.Result.Image
	out.Words = r.words(ref, out.Image.Rect.Dx(), out.Image.Rect.Dy())
	return yield(out), nil
}

// words takes the text layer of a page that is rendered at w x h; a page without a usable one is read by eye.
func (r *Renderer) words(page requests.Page, w, h int) []Word {
	to, err := r.placement(page, w, h)
	if err != nil {
		return nil
	}
	glyphs, err := r.glyphs(page, to)
	if err != nil {
		return nil
	}
	return wordsOf(glyphs)
}

// broken words a page that the engine gave up on. The engine's own words, with a trace of the sandbox, stay in Err.
func (r *Renderer) broken(index int, err error) error {
	r.suspect(err)
	return &extract.Error{Kind: extract.KindUndecodable, Page: index + 1, Message: "this page of the PDF is damaged", Err: err}
}

// suspect notes an error that is not one of the engine's own answers: a trap of the sandbox, after which it calls every document
// damaged.
func (r *Renderer) suspect(err error) {
	for _, known := range []error{pdfiumerrors.ErrFile, pdfiumerrors.ErrFormat, pdfiumerrors.ErrPassword, pdfiumerrors.ErrSecurity, pdfiumerrors.ErrPage} {
		if errors.Is(err, known) {
			return
		}
	}
	r.spoilt = true
}

// ready replaces an instance that has trapped by a fresh one.
func (r *Renderer) ready() error {
	if !r.spoilt {
		return nil
	}
	_ = r.instance.Kill() // whatever it says, it is not used again
	r.instance = nil
	var err error
	if r.instance, err = r.pool.GetInstance(30 * time.Second); err != nil {
		return extract.Errorf(extract.KindInternal, "the PDF engine does not start: %w", err)
	}
	r.spoilt = false
	return nil
}
