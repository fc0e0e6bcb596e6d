package sheet

import (
	"context"
	"errors"

	"lensd/extract"
	"lensd/extract/trace"
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
	From     int            // the first page that is opened, from 1; 0: 1
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
	if p.Limits == (picture.Limits{}) {
		p.Limits = picture.DefaultLimits()
	}
	w := &walk{Pages: p, ctx: ctx, opt: doc.Options, limit: p.limit(doc), visit: visit}
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

// limit is how many pages of a document are opened.
func (p Pages) limit(doc extract.Document) int {
	limit, wish := p.MaxPages, doc.Options.MaxPages
	switch {
	case wish > 0 && (limit == 0 || wish < limit):
		return wish
	case limit == 0:
		return 30
	}
	return limit
}

// Count returns how many pages Each visits from page 1 on: what cannot be opened counts as one, and so does what is beyond the limit.
// layer tells whether the first page has a text layer.
func (p Pages) Count(doc extract.Document) (n int, layer bool) {
	limit := p.limit(doc)
	for i, input := range doc.Inputs {
		switch {
		case len(input) > 0 && pdf.Is(input):
			more, has := p.countPDF(input, doc.Options.PDFPassword)
			n, layer = n+more, layer || i == 0 && has
		default:
			n += len(tiffPages(input, limit+1))
		}
	}
	return min(n, limit+1), layer
}

// Several reports that a document may have more than one page.
func Several(doc extract.Document) bool {
	return len(doc.Inputs) != 1 || pdf.Is(doc.Inputs[0]) || len(tiffPages(doc.Inputs[0], 2)) > 1
}

func (p Pages) countPDF(b []byte, password string) (n int, layer bool) {
	if p.PDF == nil {
		return 1, false
	}
	n, layer, err := p.PDF.Count(b, password)
	if err != nil {
		return 1, false
	}
	return n, layer
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
	case len(b) == 0 && w.skip():
	case len(b) == 0:
		w.add(nil, nil, extract.Errorf(extract.KindUndecodable, "this page is empty or no base64"))
	case pdf.Is(b):
		w.pdf(b)
	default:
		for _, one := range tiffPages(b, w.limit-w.page+1) {
			if w.stop() {
				return
			}
			if w.skip() {
				continue
			}
			w.add(w.decode(one))
		}
	}
}

func (w *walk) decode(b []byte) (*picture.Picture, []pdf.Word, error) {
	defer trace.Stage(w.ctx, "decode")()
	p, err := picture.Decode(b, w.Limits)
	return p, nil, err
}

// skip passes over a page before the first that is wanted.
func (w *walk) skip() bool {
	if w.page+1 >= w.From {
		return false
	}
	w.page++
	return true
}

func (w *walk) pdf(b []byte) {
	if w.PDF == nil {
		if w.skip() {
			return
		}
		w.add(nil, nil, extract.Errorf(extract.KindUnsupported, "this box does not read PDFs; send a picture"))
		return
	}
	span := pdf.Span{From: 1, Limit: w.limit - w.page + 1}
	if w.page+1 < w.From {
		n, _ := w.countPDF(b, w.opt.PDFPassword)
		if w.page+n < w.From {
			w.page += n
			return
		}
		span.From = w.From - w.page
		w.page = w.From - 1
	}
	end := trace.Stage(w.ctx, "render")
	err := w.PDF.Pages(w.ctx, b, w.opt.PDFPassword, span, func(page pdf.Page) bool {
		p, err := page.Picture()
		w.hand(p, page.Words, err)
		return !w.stop()
	})
	end()
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
	defer trace.Stage(w.ctx, "rest")() // of the visitor, within a PDF's rendering too
	t := trace.From(w.ctx)
	t.Page(w.page)
	if leaf.Err == nil {
		t.Picture("picture", "as it was sent", nil, leaf.Picture.RGBA)
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
