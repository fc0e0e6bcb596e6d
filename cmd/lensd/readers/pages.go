package readers

import (
	"cmp"
	"context"
	"slices"

	"lensd/extract"
	"lensd/vision/sheet"
)

// readSheets opens doc, gives each upright page to read, and joins the pages in order. A page that cannot be opened or read
// carries its error; only a document without any readable page is an error.
func readSheets(ctx context.Context, opener *sheet.Opener, doc extract.Document,
	read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) (extract.Result, error) {
	result := extract.Result{Kind: doc.Kind}
	sheets, pageErrs, err := opener.Open(ctx, doc)
	if err != nil {
		return result, asError(err)
	}
	for _, e := range pageErrs {
		result.Pages = append(result.Pages, extract.Page{Number: e.Page, Err: e})
	}
	var last *extract.Error
	for _, s := range sheets {
		page := readSheet(ctx, s, read)
		if page.Err != nil {
			last = page.Err
		}
		result.Pages = append(result.Pages, page)
	}
	slices.SortStableFunc(result.Pages, func(a, b extract.Page) int { return cmp.Compare(a.Number, b.Number) })
	if !slices.ContainsFunc(result.Pages, func(p extract.Page) bool { return p.Err == nil }) {
		return result, last
	}
	return result, nil
}

func readSheet(ctx context.Context, s *sheet.Sheet, read func(context.Context, *sheet.Sheet) ([]extract.Item, error)) extract.Page {
	defer s.Close()
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
