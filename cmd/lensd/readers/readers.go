// Package readers is where vision and the document kinds meet: one file a kind joins both into an extract.Reader.
// It runs in reader processes only.
package readers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/invoice"
	"lensd/extract/own"
	"lensd/vision/recognize"
	"lensd/vision/sheet"
)

// Options chooses among implementations.
type Options struct {
	Text      string   // line recogniser: auto, tesseract or net
	Languages []string // of readers.text auto: those besides Thai and English whose Tesseract models are tried on lines that nobody else reads
	CacheDir  string   // keeps the compiled PDF sandbox between starts; "": each start compiles it
	// Own are the kinds that the box's owner declared.
	Own []own.Declaration
	// Learned is what corrections have taught of a kind's layouts.
	Learned map[extract.Kind]*find.Site
	// BeforePDF is called before the PDF sandbox is first opened, so that a process that may not write has the cache filled for
	// it; nil: nobody.
	BeforePDF func() error
}

// Set holds the readers of one process. It is used by one goroutine.
type Set struct {
	readers map[extract.Kind]extract.Reader
	closers []io.Closer
	text    recognize.Recognizer // shared by the kinds; nil until one asks
	pdf     *lazyPDF             // likewise
	papers  *invoice.Reader      // shared by the two kinds of invoices; likewise
	opt     Options
}

// Text returns the set's line recogniser, opened when a kind first asks for it. The set closes it.
func (s *Set) Text(opt Options) (recognize.Recognizer, error) {
	if s.text == nil {
		r, err := openText(opt.Text, opt.Languages)
		if err != nil {
			return nil, err
		}
		s.text, s.closers = r, append(s.closers, r)
	}
	return s.text, nil
}

// Read gives doc to the reader of its kind, or fails with KindUnavailable.
func (s *Set) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	r, ok := s.readers[doc.Kind]
	if !ok {
		return extract.Result{}, extract.Errorf(extract.KindUnavailable, "this box has no reader for %q; it reads %v", doc.Kind, s.Kinds())
	}
	return r.Read(ctx, doc)
}

// InParts lists the kinds of which several processes may read the pages of one document.
func InParts() []extract.Kind { return []extract.Kind{extract.BankStatement} }

// ReadPart implements extract.PartReader for the kinds of InParts.
func (s *Set) ReadPart(ctx context.Context, doc extract.Document, from int, alone bool) (extract.Part, error) {
	r, err := s.inParts(doc.Kind)
	if err != nil {
		return extract.Part{}, err
	}
	return r.ReadPart(ctx, doc, from, alone)
}

// Join implements extract.PartReader.
func (s *Set) Join(ctx context.Context, doc extract.Document, parts []extract.Part) (extract.Result, error) {
	r, err := s.inParts(doc.Kind)
	if err != nil {
		return extract.Result{}, err
	}
	return r.Join(ctx, doc, parts)
}

func (s *Set) inParts(kind extract.Kind) (extract.PartReader, error) {
	r, ok := s.readers[kind].(extract.PartReader)
	if !ok {
		return nil, extract.Errorf(extract.KindUnavailable, "this box does not read %q part by part", kind)
	}
	return r, nil
}

// Kinds returns what the set reads, sorted.
func (s *Set) Kinds() []extract.Kind {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.readers)), func(k extract.Kind) bool { return k == extract.Preview })
}

// Close frees the readers' nets and engines, the last opened first.
func (s *Set) Close() error {
	var errs []error
	for _, c := range slices.Backward(s.closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// Kinds lists what this build reads without a declaration, and loads nothing.
func Kinds() []extract.Kind {
	kinds := []extract.Kind{}
	for _, k := range openers() {
		kinds = append(kinds, k.kind)
	}
	return kinds
}

// opener makes the reader of one kind; what it needs closed it hands to the set.
type opener struct {
	kind extract.Kind
	open func(s *Set, opt Options) (extract.Reader, error)
}

func openers() []opener {
	return []opener{
		{extract.WaterMeter, func(s *Set, _ Options) (extract.Reader, error) {
			return keep(s, func() (*meterReader, error) { return openMeter(s.PDF()) })
		}},
		{extract.Passport, openPassport},
		{extract.ShippingLabel, openLabel},
		{extract.BankStatement, openStatement},
		{extract.Tawi50, openTawi},
		{extract.VehiclePolicy, openPolicy},
		{extract.GeneralInvoice, openInvoice(extract.GeneralInvoice)},
		{extract.ShippingInvoice, openInvoice(extract.ShippingInvoice)},
		{extract.TableDocument, openTable},
	}
}

// Open loads every reader that this build has.
func Open(opt Options) (*Set, error) {
	s := &Set{readers: map[extract.Kind]extract.Reader{}, opt: opt}
	s.readers[extract.Preview] = previewer{sheet.Pages{PDF: s.PDF()}}
	for _, o := range append(openers(), ownOpeners(opt.Own)...) {
		r, err := o.open(s, opt)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the %s reader: %w", o.kind, err), s.Close())
		}
		s.readers[o.kind] = r
	}
	return s, nil
}

// keep opens a reader that owns something and has the set close it.
func keep[R interface {
	extract.Reader
	io.Closer
}](s *Set, open func() (R, error)) (extract.Reader, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, r)
	return r, nil
}
