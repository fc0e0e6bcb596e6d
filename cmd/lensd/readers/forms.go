package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/own"
	"lensd/extract/policy"
	"lensd/extract/tawi"
	"lensd/vision/sheet"
)

// formReader gives each page to a kind that reads one page at a time.
type formReader struct {
	opener *sheet.Opener
	read   func(context.Context, extract.Sheet) (extract.Item, error)
}

func openTawi(s *Set, opt Options) (extract.Reader, error) {
	r, err := tawi.New()
	if err != nil {
		return nil, err
	}
	return openForm(s, opt, r.Read)
}

func openPolicy(s *Set, opt Options) (extract.Reader, error) {
	r, err := policy.New()
	if err != nil {
		return nil, err
	}
	return openForm(s, opt, r.Read)
}

// ownOpeners makes the readers of declared kinds.
func ownOpeners(kinds []own.Declaration) []opener {
	var out []opener
	for _, k := range kinds {
		out = append(out, opener{k.Name, func(s *Set, opt Options) (extract.Reader, error) {
			r, err := own.New(k)
			if err != nil {
				return nil, err
			}
			return openForm(s, opt, r.Read)
		}})
	}
	return out
}

func openForm(s *Set, opt Options, read func(context.Context, extract.Sheet) (extract.Item, error)) (extract.Reader, error) {
	text, err := s.Text(opt)
	if err != nil {
		return nil, err
	}
	return &formReader{sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF(), Upright: true, Sparing: true}), read}, nil
}

// Read implements extract.Reader: each page is one document of the kind.
func (r *formReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return readSheets(ctx, r.opener, doc, func(ctx context.Context, s *sheet.Sheet) ([]extract.Item, error) {
		item, err := r.read(ctx, s)
		if err != nil {
			return nil, err
		}
		return []extract.Item{item}, nil
	})
}
