package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/invoice"
	"lensd/extract/invoice/structured"
	"lensd/vision/pdf"
	"lensd/vision/sheet"
)

// invoiceReader reads invoices and receipts, or freight invoices.
type invoiceReader struct {
	opener *sheet.Opener
	pages  *invoice.Reader
	pdf    *lazyPDF
}

// openInvoice makes the reader of general-invoice or shipping-invoice.
func openInvoice(kind extract.Kind) func(s *Set, opt Options) (extract.Reader, error) {
	return func(s *Set, opt Options) (extract.Reader, error) {
		text, err := s.Text(opt)
		if err != nil {
			return nil, err
		}
		pages, err := s.invoices(kind)
		if err != nil {
			return nil, err
		}
		return &invoiceReader{sheet.NewOpener(sheet.Config{Recognizer: text, PDF: s.PDF(), Squares: true, Upright: true, Sparing: true, Tickless: true}), pages, s.pdf}, nil
	}
}

// invoices returns the rules of a kind of invoices. What both kinds have learned is read when the first of them asks for it.
func (s *Set) invoices(kind extract.Kind) (*invoice.Reader, error) {
	if s.papers == nil {
		r, err := invoice.New(kind)
		if err != nil {
			return nil, err
		}
		s.papers = r
	}
	return s.papers.For(kind), nil
}

// Read implements extract.Reader: one data element a page.
func (r *invoiceReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	data := r.data(ctx, doc)
	result, err := readSheets(ctx, r.opener, doc, func(ctx context.Context, s *sheet.Sheet) ([]extract.Item, error) {
		return r.pages.Read(ctx, s, data)
	})
	if err != nil {
		return result, err
	}
	invoice.Join(result.Pages)
	return result, nil
}

// data is the structured invoice within a PDF that is the whole document, nil for none: it only bears the print out, so that
// a file that cannot be taken out is no failure.
func (r *invoiceReader) data(ctx context.Context, doc extract.Document) structured.Invoice {
	if len(doc.Inputs) != 1 || !pdf.Is(doc.Inputs[0]) {
		return nil
	}
	files, err := r.pdf.Attachments(ctx, doc.Inputs[0], doc.Options.PDFPassword)
	if err != nil {
		return nil
	}
	for _, f := range files {
		if inv, ok := structured.Parse(f.Data); ok {
			return inv
		}
	}
	return nil
}
