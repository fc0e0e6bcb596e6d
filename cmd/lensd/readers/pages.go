package readers

import (
	"context"
	"slices"

	"lensd/extract"
	"lensd/vision/sheet"
)

// readSheets gives each upright page of doc to read, one in memory at a time. A page that cannot be opened or read carries
// its error; only a document without any readable page is an error.
func readSheets(ctx context.Context, opener *sheet.Opener, doc extract.Document,
	read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	var last *extract.Error
	err := opener.Each(ctx, doc, func(s *sheet.Sheet, failed *extract.Error) error {
		page := extract.Page{Err: failed}
		if s != nil {
			page = readSheet(ctx, s, read)
		} else {
			page.Number = failed.Page
		}
		if page.Err != nil {
			last = page.Err
		}
		result.Pages = append(result.Pages, page)
		return ctx.Err()
	})
	if err != nil {
		return result, asError(err)
	}
	if !slices.ContainsFunc(result.Pages, func(p extract.Page) bool { return p.Err == nil }) {
		return result, last
	}
	return result, nil
}

func readSheet(ctx context.Context, s *sheet.Sheet, read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) extract.Page {
	page := extract.Page{Number: s.Number()}
	page.Width, page.Height = s.SourceSize()
	items, err := read(ctx, s)
	if err != nil {
		page.Err = asError(err)
		page.Err.Page = page.Number
		return page
	}
	page.Items = items
	return page
}
