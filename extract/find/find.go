// Package find finds the fields of a document on its pages: captions and typed values become candidates, learned scores
// say how well each candidate fits each field, one joint assignment gives every line to at most one field, and a
// calibrated probability says how sure the value is. Pure Go; it works on extract.Layout and knows no kind.
//
// A kind is a declaration. Captions are a table (see package caption) whose keys the fields name; what the kind does not
// want but what looks alike (an order number, a weight) has captions too, under keys that no field names:
//
//	invoice_no	en	Invoice No
//	invoice_no	th	เลขที่ใบแจ้งหนี้
//	order	en	Order No
//	seller	en	From
//	name	en	Name
//
//	captions, err := caption.Parse(bytes.NewReader(table))
//	finder, err := find.New(find.Kind{
//		Fields: []find.Field{
//			{Name: "invoice_no", Type: find.Code, Keys: []string{"invoice_no"}},
//			{Name: "seller_name", Type: find.Name, Keys: []string{"name"}, Party: []string{"seller"}, Lines: 2},
//			{Name: "seller_address", Type: find.Address, Keys: []string{"address"}, Party: []string{"seller"}, Lines: 5},
//		},
//		Captions: captions,
//		Model:    model, // nil: the generic one, for kinds without a training of their own
//	})
//	for _, f := range finder.Find(ctx, layout) { … f.Field, f.Value, f.Spans, f.Confidence … }
//
// Keys are captions of the field itself; Party are captions of whom the field belongs to, which stand over or beside a
// group of lines ("Ship to"). Two parties' fields share keys such as "name" and differ in Party. Constraints that join
// fields (sums agree, a name over its address) are a function in Kind.Prefer. Models are made by scripts/train/find.
package find

import (
	"context"
	"errors"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find/tag"
	"lensd/extract/trace"
	"lensd/vision/geom"
)

// Type says what kind of value a field holds: which spans of text can be one.
type Type int

// The types of values.
const (
	Text    Type = iota // anything
	Name                // of a person or a firm
	Address             // postal, often over several lines
	Phone               // masked ones included
	Email
	Date
	Amount // money
	Number // a count, a weight, a rate
	Code   // an invoice number, a chassis number: letters and figures
	TaxID  // 13 figures of Thailand, or as other countries have them
)

// Field declares one field of a kind.
type Field struct {
	Name  string
	Type  Type
	Keys  []string // keys of its own captions
	Party []string // keys of the captions of its party; nil: it belongs to nobody
	Lines int      // lines that a value may take; 0: 1
	Share bool     // its text may serve other fields too
}

// Kind declares what is looked for on a page.
type Kind struct {
	Fields   []Field
	Captions []caption.Caption
	// Others are captions of papers that are of other kinds: how many sorts of them stand on a page tells of what kind it is.
	Others []caption.Caption
	Model  *Model // nil: the generic one
	// Parties says that like fields of two parties stand on a page, sender and receiver or buyer and seller: which lines are
	// whose is then decided together.
	Parties bool
	// Lean is by how much log-odds a value may be likelier wrong than right and still be given: callers that look at confidences
	// lose more by what is left out than by what they check in vain.
	Lean float64
	// Prefer adds to the log-odds of a whole assignment; found[i] is nil where field i is not given. It is asked of the
	// best few assignments only.
	Prefer func(found []*Found) float64
	// Tagger says of every word which field it is a part of; its fields are the kind's, in their order. It takes the place of the
	// model's scores, or, where the model has some, the mean of both is taken. nil: the model's.
	Tagger *tag.Net
}

// Span is a part of one line.
type Span struct {
	Line     int // index in Layout.Lines
	From, To int // runes of its text
	Quad     geom.Quad
}

// Found is the value of one field.
type Found struct {
	Field      string
	Value      string // the spans' texts joined by blanks, as printed
	Spans      []Span
	Confidence float64 // the probability that the value is right, reading errors included
	Score      float64 // log-odds that this is the field's place
	Reading    float64 // the lowest confidence of the lines' readings
}

// Finder finds the fields of one kind. It is safe for concurrent use.
type Finder struct {
	kind    Kind
	model   *Model
	matcher *caption.Matcher
	others  *caption.Matcher
	site    *Site // what corrections have taught; nil: nothing
}

// New prepares a kind. It fails only when the embedded generic model cannot be read.
func New(k Kind) (*Finder, error) {
	f := &Finder{kind: k, model: k.Model, matcher: caption.NewMatcher(k.Captions), others: caption.NewMatcher(k.Others)}
	if f.model == nil {
		m, err := Generic()
		if err != nil {
			return nil, err
		}
		f.model = m
	}
	if k.Tagger != nil {
		if err := k.fits(k.Tagger); err != nil {
			return nil, err
		}
	}
	if len(f.model.sure) > 0 && f.model.tagged != (k.Tagger != nil) {
		return nil, errors.New("find: the model's confidence was trained with a tagger and the kind has none, or the other way round")
	}
	return f, nil
}

// Find returns the fields of a page in the order of the kind's declaration, those not found left out.
func (f *Finder) Find(ctx context.Context, l *extract.Layout) []Found {
	found, _ := f.Read(ctx, l)
	return found
}

// Read returns what Find does and the probability that the page is of the finder's kind at all, 1 for a model that was not
// trained to tell.
func (f *Finder) Read(ctx context.Context, l *extract.Layout) (out []Found, belongs float64) {
	p := f.page(l)
	f.score(p)
	p.lean(p.taught)
	best := f.assign(p)
	f.tell(trace.From(ctx), p, best)
	for i, r := range best {
		if r != nil {
			found := p.found(i, r)
			found.Confidence = max(p.confidence(f.model, i, best), p.taught.confidence(found.Field, found.Reading))
			out = append(out, found)
		}
	}
	belongs = 1
	if len(f.model.page) > 0 && p.taught == nil {
		belongs = sigmoid(f.model.page.Sum(f.traits(p, best)))
	}
	return out, belongs
}
