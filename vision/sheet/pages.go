package sheet

import (
	"context"
	"errors"

	"lensd/extract"
	"lensd/vision/pdf"
	"lensd/vision/picture"
)

// Pages opens a document page by page, by one rule for every kind: the pages of all inputs (pictures, TIFFs and PDFs, alone or
// in a list) count as one row from 1. What cannot be opened is the error of its page. At most MaxPages are opened; one more is
// an error in its place, and what follows is not looked at.
type Pages struct {
	PDF      PageSource     // nil: PDFs are refused
	Limits   picture.Limits // zero: picture.DefaultLimits
	MaxPages int            // 0: what the request allows, else 30
}

// Leaf is one page of a document: a picture, or why there is none.
type Leaf struct {
	Number  int              // from 1, over all inputs
	Input   int              // which of the document's inputs it comes from, from 0
	Picture *picture.Picture // the visitor closes it; nil with Err
	Words   []pdf.Word       // a PDF's own text, in pixels of Picture
	Err     *extract.Error   // its Page is Number
}

// Each gives every page of doc to visit, one in memory at a time. It returns visit's first error or ctx's; a document
// without any input is KindUndecodable.
func (p Pages) Each(ctx context.Context, doc extract.Document, visit func(Leaf) error) error {
	limit := p.MaxPages
	if wish := doc.Options.MaxPages; wish > 0 && (limit == 0 || wish < limit) {
		limit = wish
	} else if limit == 0 {
		limit = 30
	}
	if p.Limits == (picture.Limits{}) {
		p.Limits = picture.DefaultLimits()
	}
	w := &walk{Pages: p, ctx: ctx, opt: doc.Options, limit: limit, visit: visit}
	for i, input := range doc.Inputs {
		if w.stop() {
			break
		}
		w.at = i
		w.input(input)
	}
	switch {
	case w.err != nil:
		return w.err
	case ctx.Err() != nil:
		return ctx.Err()
	case w.page == 0:
		return extract.Errorf(extract.KindUndecodable, "the document holds no page")
	}
	return nil
}

// walk goes through the pages of one document.
type walk struct {
	Pages
	ctx   context.Context
	opt   extract.Options
	limit int
	visit func(Leaf) error
	at    int  // of the present input
	page  int  // number of the last page seen
	over  bool // the page beyond the limit was seen
	err   error
}

func (w *walk) stop() bool { return w.over || w.err != nil || w.ctx.Err() != nil }

func (w *walk) input(b []byte) {
	switch {
	case len(b) == 0:
		w.add(nil, nil, extract.Errorf(extract.KindUndecodable, "this page is empty or no base64"))
	case pdf.Is(b):
		w.pdf(b)
	default:
		for _, one := range tiffPages(b, w.limit-w.page+1) {
			if w.stop() {
				return
			}
			p, err := picture.Decode(one, w.Limits)
			w.add(p, nil, err)
		}
	}
}

func (w *walk) pdf(b []byte) {
	if w.PDF == nil {
		w.add(nil, nil, extract.Errorf(extract.KindUnsupported, "this box does not read PDFs; send a picture"))
		return
	}
	err := w.PDF.Pages(w.ctx, b, w.opt.PDFPassword, w.limit-w.page+1, func(page pdf.Page) bool {
		p, err := picture.FromRGBA(page.Image)
		w.hand(p, page.Words, err)
		return !w.stop()
	})
	if err != nil && !w.stop() {
		w.add(nil, nil, err)
	}
}

// add hands a picture on after holding it to the sizes that the interface names for the endpoint, which PDFs are not held to.
func (w *walk) add(p *picture.Picture, words []pdf.Word, err error) {
	if err == nil {
		err = w.measure(p.Width(), p.Height())
		if err != nil {
			p.Close()
		}
	}
	w.hand(p, words, err)
}

func (w *walk) measure(width, height int) error {
	switch short, long := min(width, height), max(width, height); {
	case short < w.opt.MinSide:
		return extract.Errorf(extract.KindTooSmall, "the picture has %d x %d pixels", width, height)
	case w.opt.MaxSide > 0 && long > w.opt.MaxSide:
		return extract.Errorf(extract.KindTooLarge, "the picture has %d x %d pixels", width, height)
	}
	return nil
}

// hand numbers a page and gives it to the visitor, who then owns p.
func (w *walk) hand(p *picture.Picture, words []pdf.Word, err error) {
	w.page++
	if w.page > w.limit {
		w.over = true
		if err == nil {
			p.Close()
		}
		err = extract.Errorf(extract.KindTooLarge, "the document has more than %d pages; send fewer", w.limit)
	}
	leaf := Leaf{Number: w.page, Input: w.at, Picture: p, Words: words}
	if err != nil {
		leaf.Picture, leaf.Words = nil, nil
		leaf.Err = onPage(err, w.page)
	}
	w.err = w.visit(leaf)
}

// onPage says of which page an error is; one that is not ours is internal.
func onPage(err error, number int) *extract.Error {
	var e *extract.Error
	if !errors.As(err, &e) {
		e = extract.Errorf(extract.KindInternal, "the page could not be opened: %w", err)
	}
	at := *e
	at.Page = number
	return &at
}
