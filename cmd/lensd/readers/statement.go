package readers

import (
	"context"
	"errors"
	"slices"
	"time"

	"lensd/extract"
	"lensd/extract/seen"
	"lensd/extract/statement"
	"lensd/extract/trace"
	"lensd/vision/sheet"
)

// statementReader reads bank statements. Its pages are read one by one, wherever that may be, and understood together: a balance
// follows from the page before.
type statementReader struct {
	opener *sheet.Opener
	rows   *statement.Reader
}

var _ extract.PartReader = (*statementReader)(nil)

func openStatement(s *Set, opt Options) (extract.Reader, error) {
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return &statementReader{sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF(), Tickless: true, Upright: true}), statement.New(time.Now)}, nil
}

// Read implements extract.Reader. A document without a single row of money is KindNotFound; a page without one beside others
// has an empty table.
func (r *statementReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return extract.ReadParts(ctx, r, doc)
}

// errEnough ends a walk through pages.
var errEnough = errors.New("these pages are a part")

// ReadPart implements extract.PartReader. Pages whose text layer is borne out take a tenth of a picture's time and are not worth
// another process; of several pictures no page is read before the others may begin.
func (r *statementReader) ReadPart(ctx context.Context, doc extract.Document, from int, alone bool) (extract.Part, error) {
	n, layer := r.opener.Count(doc)
	part := extract.Part{From: from, To: from, Total: n}
	if from == 1 && !alone && n > 1 && !layer {
		part.To = 0
		return part, nil
	}
	var pages []seen.Page
	err := r.opener.From(ctx, doc, from, func(s *sheet.Sheet, failed *extract.Error) error {
		p := seen.Page{Number: from + len(pages), Err: failed}
		if s != nil {
			p = r.see(ctx, s)
		}
		pages = append(pages, p)
		if alone || p.Err != nil || !p.Layout.Typeset {
			return errEnough
		}
		return ctx.Err()
	})
	if err != nil && !errors.Is(err, errEnough) && len(pages) == 0 {
		return part, asError(err)
	}
	if late := ctx.Err(); late != nil {
		if pages = slices.DeleteFunc(pages, func(p seen.Page) bool { return p.Err != nil }); len(pages) == 0 {
			return part, asError(late)
		} // the others are parts of their own, with time of their own
	}
	if len(pages) == 0 {
		return part, extract.Errorf(extract.KindUndecodable, "the document has no page %d", from)
	}
	part.To = pages[len(pages)-1].Number
	part.Found, err = seen.Encode(pages)
	return part, err
}

// see reads a page, once more where its figures do not add up.
func (r *statementReader) see(ctx context.Context, s *sheet.Sheet) seen.Page {
	kept, p := seen.Keep(s)
	defer trace.Stage(ctx, "fields")()
	_, err := r.rows.Collect(ctx, kept)
	if err != nil {
		return seen.Page{Number: s.Number(), Err: withPage(err, s.Number())}
	}
	return *p
}

// Join implements extract.PartReader.
func (r *statementReader) Join(ctx context.Context, doc extract.Document, parts []extract.Part) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	var pages []*statement.Page
	for _, part := range parts {
		found, err := pagesOf(part)
		if err != nil {
			return result, asError(err)
		}
		for i := range found {
			page, read, err := r.recall(ctx, &found[i])
			if err != nil {
				return result, asError(err)
			}
			if result.Pages = append(result.Pages, page); read != nil {
				pages = append(pages, read)
			}
		}
	}
	if result, err := whole(result, nil); err != nil {
		return result, err
	}
	return r.understand(result, pages)
}

// pagesOf takes a part's pages out of it; of one that failed, it makes pages that did.
func pagesOf(part extract.Part) ([]seen.Page, error) {
	if part.Err == nil {
		return seen.Decode(part.Found)
	}
	var out []seen.Page
	for n := part.From; n <= part.To; n++ {
		out = append(out, seen.Page{Number: n, Err: withPage(part.Err, n)})
	}
	return out, nil
}

// recall makes of a page that was seen the one of the answer, and its rows; nil for one that failed.
func (r *statementReader) recall(ctx context.Context, p *seen.Page) (extract.Page, *statement.Page, error) {
	page := extract.Page{Number: p.Number, Width: p.SourceWidth, Height: p.SourceHeight, Err: p.Err}
	if p.Err != nil {
		return page, nil, nil
	}
	page.UnsureSide = p.Layout.Unsure
	read, err := r.rows.Collect(ctx, p.Sheet())
	return page, read, err
}

// understand fills the answer's pages.
func (r *statementReader) understand(result extract.Result, pages []*statement.Page) (extract.Result, error) {
	read := r.rows.Join(pages)
	if len(read.Entries) == 0 {
		return result, extract.Errorf(extract.KindNotFound, "no rows with dates and amounts were found: send the pages that list the transactions, flat and sharp")
	}
	next := 0
	for i := range result.Pages {
		page := &result.Pages[i]
		if page.Err != nil {
			continue
		}
		page.Items = []extract.Item{read.Pages[next].Item}
		next++
		for _, w := range read.Warnings {
			if w.Page == page.Number {
				page.Warnings = append(page.Warnings, w)
			}
		}
	}
	return result, nil
}
