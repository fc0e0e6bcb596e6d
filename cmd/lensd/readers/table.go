package readers

import (
	"context"

	"lensd/extract"
	"lensd/vision/sheet"
)

// tableReader answers with all tables of all pages: the page engine and nothing else.
type tableReader struct{ opener *sheet.Opener }

func openTable(s *Set, opt Options) (extract.Reader, error) {
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return &tableReader{sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF()})}, nil
}

// Read implements extract.Reader. A page without a table is a page without items, which is no error.
func (r *tableReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return readSheets(ctx, r.opener, doc, func(ctx context.Context, s *sheet.Sheet) ([]extract.Item, error) {
		tables, err := s.Tables(ctx)
		if err != nil || len(tables) == 0 {
			return nil, err
		}
		for i := range tables {
			toSourceFrame(&tables[i], s)
		}
		return []extract.Item{{Tables: tables}}, nil
	})
}

func toSourceFrame(t *extract.Table, s *sheet.Sheet) {
	t.Quad = s.ToSource(t.Quad)
	for i := range t.Cells {
		t.Cells[i].Quad = s.ToSource(t.Cells[i].Quad)
	}
}
