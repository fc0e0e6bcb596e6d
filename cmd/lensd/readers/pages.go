package readers

import (
	"context"
	"errors"
	"slices"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/picture"
	"lensd/vision/sheet"
)

// readPictures gives each page of doc to read as the sender sees it, for kinds that find their own part of a picture. Pages,
// their errors and their limit are those of readSheets.
func readPictures(ctx context.Context, pages sheet.Pages, doc extract.Document,
	read func(context.Context, *picture.Picture) ([]extract.Item, error)) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	err := pages.Each(ctx, doc, func(l sheet.Leaf) error {
		page := extract.Page{Number: l.Number, Err: l.Err}
		if l.Err == nil {
			page.Width, page.Height = l.Picture.Width(), l.Picture.Height()
			items, err := read(ctx, l.Picture)
			l.Picture.Close()
			if err != nil {
				page.Err = withPage(err, l.Number)
			}
			page.Items = items
		}
		result.Pages = append(result.Pages, page)
		handOver(ctx, doc, page)
		return ctx.Err()
	})
	return inTime(ctx, result, err, func() int { n, _ := pages.Count(doc); return n })
}

// handOver hands a page over that may not be the last of its document.
func handOver(ctx context.Context, doc extract.Document, page extract.Page) {
	if sheet.Several(doc) {
		extract.Hand(ctx, page)
	}
}

// inTime is whole for a document that may have been ended in the middle: what was read of it stays, and each page that was not
// has an error. count tells how many pages it has.
func inTime(ctx context.Context, result extract.Result, err error, count func() int) (extract.Result, error) {
	read := slices.ContainsFunc(result.Pages, func(p extract.Page) bool { return p.Err == nil })
	if ctx.Err() == nil || !read {
		return whole(result, err)
	}
	for n := len(result.Pages) + 1; n <= count(); n++ {
		result.Pages = append(result.Pages, extract.Page{Number: n,
			Err: &extract.Error{Kind: extract.KindTimeout, Page: n, Message: "the time of a reading was over before this page; send fewer pages at a time"}})
	}
	return result, nil
}

// whole makes a document without any readable page an error: that of its first page, which a person would look at first.
func whole(result extract.Result, err error) (extract.Result, error) {
	if err != nil {
		return result, asError(err)
	}
	if !slices.ContainsFunc(result.Pages, func(p extract.Page) bool { return p.Err == nil }) {
		return result, result.Pages[0].Err
	}
	return result, nil
}

// asError keeps our errors and calls any other one internal.
func asError(err error) *extract.Error {
	var e *extract.Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return extract.Errorf(extract.KindTimeout, "the reading was given up: %w", err)
	}
	return &extract.Error{Kind: extract.KindInternal, Message: "the reader failed", Err: err}
}

// withPage is asError for a page.
func withPage(err error, page int) *extract.Error {
	at := *asError(err)
	at.Page = page
	return &at
}

// readSheets gives each upright page of doc to read, one in memory at a time. A page that cannot be opened or read carries
// its error; only a document without any readable page is an error.
func readSheets(ctx context.Context, opener *sheet.Opener, doc extract.Document,
	read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	err := opener.Each(ctx, doc, func(s *sheet.Sheet, failed *extract.Error) error {
		page := extract.Page{Err: failed}
		if s != nil {
			page = readSheet(ctx, s, read)
		} else {
			page.Number = failed.Page
		}
		result.Pages = append(result.Pages, page)
		handOver(ctx, doc, page)
		return ctx.Err()
	})
	return inTime(ctx, result, err, func() int { n, _ := opener.Count(doc); return n })
}

func readSheet(ctx context.Context, s *sheet.Sheet, read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) extract.Page {
	page := extract.Page{Number: s.Number()}
	page.Width, page.Height = s.SourceSize()
	defer trace.Stage(ctx, "fields")()
	items, err := read(ctx, s)
	if err != nil {
		page.Err = withPage(err, page.Number)
		return page
	}
	page.Items = items
	return page
}
