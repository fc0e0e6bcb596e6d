// Package sheet opens a document's inputs into upright sheets and implements extract.Sheet on them.
package sheet

import (
	"context"
	"image"
	"sync"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/extract/trace"
	"lensd/vision/codes"
	"lensd/vision/layout"
	"lensd/vision/papers"
	"lensd/vision/pdf"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/rectify"
	"lensd/vision/table"
)

// PageSource renders the pages of PDFs; *pdf.Renderer implements it.
type PageSource interface {
	// Pages renders the pages of span and gives each to yield until that returns false.
	Pages(ctx context.Context, file []byte, password string, span pdf.Span, yield func(pdf.Page) bool) error
	// Count returns how many pages there are, and whether the first has a text layer.
	Count(file []byte, password string) (n int, layer bool, err error)
}

// Config is what an Opener works with.
type Config struct {
	Recognizer recognize.Recognizer // reads lines; the Opener does not close it
	PDF        PageSource           // nil: PDFs are refused
	Limits     picture.Limits       // zero: picture.DefaultLimits
	MaxPages   int                  // of a document over all inputs; 0: what the request allows, else 30
	Codes      bool                 // read barcodes too: Layout has them, and no line is looked for in them
	Squares    bool                 // read QR codes alone, which is quicker
	Tickless   bool                 // for kinds without boxes to tick: Layout has none
	Parts      bool                 // part lines more: where words stand far apart, and doubtful ones where their print changes its size
	Stamps     bool                 // take words off that are printed huge across the text
	Upright    bool                 // for kinds whose print all stands one way: no line is looked at from the other side
	Sparing    bool                 // for kinds whose lines are mostly captions: only those that are bad for their length are looked at again
}

// Opener turns documents into sheets. Use one at a time, as its Recognizer.
type Opener struct {
	cfg      Config
	detector func() (*table.Detector, error) // reads its weights once, when a table is first asked for
	joiner   func() (*layout.Joiner, error)
}

// NewOpener returns an Opener.
func NewOpener(cfg Config) *Opener {
	return &Opener{cfg, sync.OnceValues(table.NewDetector), sync.OnceValues(layout.NewJoiner)}
}

// Open decodes and straightens all pages of doc, in order. A page that fails is left out of the sheets and named in the
// page errors (Page is set); err is set only when there is not a single sheet. The caller closes every sheet.
//
// Errors are KindUnsupported, KindUndecodable, KindTooSmall, KindTooLarge, KindPassword, KindInternal, or ctx's own.
func (o *Opener) Open(ctx context.Context, doc extract.Document) (sheets []*Sheet, pageErrs []*extract.Error, err error) {
	err = o.walk(ctx, doc, 1, func(s *Sheet, failed *extract.Error) error {
		if s != nil {
			sheets = append(sheets, s)
		} else {
			pageErrs = append(pageErrs, failed)
		}
		return nil
	})
	if err != nil {
		for _, s := range sheets {
			s.Close()
		}
		return nil, pageErrs, err
	}
	return sheets, pageErrs, nil
}

// Each is Open for documents of many pages: visit gets one sheet at a time, which is closed after it, or the error of a
// page that failed. An error of visit ends the walk and is returned.
func (o *Opener) Each(ctx context.Context, doc extract.Document, visit func(s *Sheet, failed *extract.Error) error) error {
	return o.From(ctx, doc, 1, visit)
}

// From is Each for the pages from the given one on. Those before it are neither decoded nor rendered.
func (o *Opener) From(ctx context.Context, doc extract.Document, from int, visit func(s *Sheet, failed *extract.Error) error) error {
	return o.walk(ctx, doc, from, func(s *Sheet, failed *extract.Error) error {
		if s != nil {
			defer s.Close()
		}
		return visit(s, failed)
	})
}

// Count returns how many pages Each visits, without decoding or rendering any, and whether the first has a text layer of its own.
func (o *Opener) Count(doc extract.Document) (n int, layer bool) { return o.pages(1).Count(doc) }

func (o *Opener) pages(from int) Pages {
	return Pages{PDF: o.cfg.PDF, Limits: o.cfg.Limits, MaxPages: o.cfg.MaxPages, From: from}
}

// walk makes a sheet of every page. When there is not one, the first page's error is that of the document.
func (o *Opener) walk(ctx context.Context, doc extract.Document, from int, visit func(*Sheet, *extract.Error) error) error {
	var first *extract.Error
	good, borne, input := 0, 0, 0
	err := o.pages(from).Each(ctx, doc, func(l Leaf) error {
		if l.Input != input {
			input, borne = l.Input, 0
		}
		var s *Sheet
		if l.Err == nil {
			var err error
			if s, err = o.sheet(ctx, l, borne); err != nil && ctx.Err() != nil {
				return err
			} else if err != nil {
				l.Err = onPage(err, l.Number)
			}
		}
		if l.Err != nil {
			if first == nil {
				first = l.Err
			}
			return visit(nil, l.Err)
		}
		if s.trust {
			borne++
		}
		good++
		return visit(s, nil)
	})
	if err == nil && good == 0 && first != nil {
		return first
	}
	return err
}

// sheet straightens a page and turns it upright. It owns the leaf's picture. borne counts the pages of the same PDF before
// this one whose text layer was borne out.
func (o *Opener) sheet(ctx context.Context, l Leaf, borne int) (*Sheet, error) {
	s, err := o.straighten(ctx, l, borne)
	if err != nil {
		l.Picture.Close()
		return nil, err
	}
	s.owns = true
	return s, nil
}

// Of makes a sheet of a picture that somebody else has decoded and closes: for kinds that look at the picture first. number is
// its page in the document, from 1; errors are those of Open.
func (o *Opener) Of(ctx context.Context, p *picture.Picture, number int) (*Sheet, error) {
	return o.straighten(ctx, Leaf{Number: number, Picture: p}, 0)
}

func (o *Opener) straighten(ctx context.Context, l Leaf, borne int) (*Sheet, error) {
	straighten := rectify.Rectify
	if pdf.Plausible(l.Words) && levelWords(l.Words) {
		// What was typeset lies straight; only its scale may need a change. A page may be shown on its side all the same.
		straighten = rectify.Upright
	}
	end := trace.Stage(ctx, "straighten")
	page, err := straighten(l.Picture.Mat())
	end()
	if err != nil {
		return nil, err
	}
	if page.Paper != nil {
		trace.From(ctx).Picture("paper", "where the page lies", []overlay.Mark{{Quad: *page.Paper, Confidence: 1}}, l.Picture.RGBA)
	}
	return o.upright(ctx, l, page, borne)
}

// upright makes a sheet of a flat page and turns it the right way up. The picture stays the caller's.
func (o *Opener) upright(ctx context.Context, l Leaf, page rectify.Page, borne int) (*Sheet, error) {
	traceBend(ctx, &page, l.Picture)
	s := newSheet(l.Number, l.Picture, page, l.Words, o.cfg.Recognizer)
	s.borne, s.detector, s.joiner = borne, o.detector, o.joiner
	s.upright, s.sparing, s.tickless, s.parts = o.cfg.Upright, o.cfg.Sparing, o.cfg.Tickless, o.cfg.Parts
	var read func(context.Context, *image.Gray) (codes.Found, error)
	switch {
	case o.cfg.Codes:
		read = codes.Read
	case o.cfg.Squares:
		read = codes.Squares
	}
	if read != nil {
		if err := s.findCodes(ctx, read); err != nil {
			return nil, err
		}
	}
	if o.cfg.Stamps {
		if err := s.page.TakeStamps(); err != nil {
			return nil, err
		}
	}
	s.analyse(ctx)
	if err := s.Orient(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Papers is Each for pictures in which several papers may lie: visit gets the sheets of one page together, the largest first,
// which are closed after it. A page whose papers all fail is one that failed.
func (o *Opener) Papers(ctx context.Context, doc extract.Document, visit func(number int, sheets []*Sheet, failed *extract.Error) error) error {
	var first *extract.Error
	good, borne, input := 0, 0, 0
	err := o.pages(1).Each(ctx, doc, func(l Leaf) error {
		if l.Input != input {
			input, borne = l.Input, 0
		}
		var sheets []*Sheet
		failed := l.Err
		if failed == nil {
			defer l.Picture.Close()
			var err error
			if sheets, err = o.papersOf(ctx, l, borne); err != nil && ctx.Err() != nil {
				return err
			} else if err != nil {
				failed = onPage(err, l.Number)
			}
		}
		if failed != nil {
			if first == nil {
				first = failed
			}
			return visit(l.Number, nil, failed)
		}
		if sheets[0].trust {
			borne++
		}
		good++
		return visit(l.Number, sheets, nil)
	})
	if err == nil && good == 0 {
		return first
	}
	return err
}

// papersOf makes the sheets of all papers in a picture, which stays the caller's.
func (o *Opener) papersOf(ctx context.Context, l Leaf, borne int) ([]*Sheet, error) {
	quads, framed := papers.Find(l.Picture.Mat())
	if framed || pdf.Plausible(l.Words) {
		s, err := o.straighten(ctx, l, borne)
		if err != nil {
			return nil, err
		}
		return []*Sheet{s}, nil
	}
	var marks []overlay.Mark
	for _, q := range quads {
		marks = append(marks, overlay.Mark{Quad: q, Confidence: 1})
	}
	trace.From(ctx).Picture("papers", "where papers lie", marks, l.Picture.RGBA)
	var out []*Sheet
	var failed error
	for _, q := range quads {
		page, err := rectify.Flat(l.Picture.Mat(), q)
		if err == nil {
			var s *Sheet
			if s, err = o.upright(ctx, l, page, borne); err == nil {
				out = append(out, s)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && failed == nil {
			failed = err
		}
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}

// traceBend shows how a page that was bent lay.
func traceBend(ctx context.Context, page *rectify.Page, of *picture.Picture) {
	var marks []overlay.Mark
	for _, q := range page.Strips() {
		marks = append(marks, overlay.Mark{Quad: q, Confidence: 1})
	}
	if len(marks) > 0 {
		trace.From(ctx).Picture("bend", "how the page is bent", marks, of.RGBA)
	}
}
