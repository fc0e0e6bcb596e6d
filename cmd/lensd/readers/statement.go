package readers

import (
	"context"
	"time"

	"lensd/extract"
	"lensd/extract/statement"
	"lensd/vision/sheet"
)

// statementReader reads bank statements. Its pages are read one by one and understood together: a balance follows from the
// page before.
type statementReader struct {
	opener *sheet.Opener
	rows   *statement.Reader
}

func openStatement(s *Set, opt Options) (extract.Reader, error) {
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return &statementReader{sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF()}), statement.New(time.Now)}, nil
}

// Read implements extract.Reader. A document without a single row of money is KindNotFound; a page without one beside others
// has an empty table.
func (r *statementReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	var pages []*statement.Page
	result, err := readSheets(ctx, r.opener, doc, func(ctx context.Context, s *sheet.Sheet) ([]extract.Item, error) {
		p, err := r.rows.Collect(ctx, s)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
		return nil, nil
	})
	if err != nil {
		return result, err
	}
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
