package mrz

// Element names a data element of a zone.
type Element string

// The data elements of all layouts.
const (
	DocumentCode Element = "document_code"
	Issuer       Element = "issuer"
	Names        Element = "names"
	Number       Element = "number"
	Nationality  Element = "nationality"
	Birth        Element = "birth"
	Sex          Element = "sex"
	Expiry       Element = "expiry"
	Optional     Element = "optional"
	Optional2    Element = "optional2"
	Composite    Element = "composite" // the check digit over the others
)

// class says which characters may stand in a position.
type class uint8

const (
	alnum   class = iota // letters, digits, filler
	letters              // letters, filler
	digits               // digits, filler: an unknown part of a date is filled
	sexes                // M, F, X, filler
)

// allows reports whether c may stand in a position of this class.
func (k class) allows(c byte) bool {
	switch {
	case c == Filler:
		return true
	case k == letters:
		return c >= 'A'
	case k == digits:
		return c <= '9'
	case k == sexes:
		return c == 'M' || c == 'F' || c == 'X'
	}
	return true
}

// Span is where an element stands: characters [From, To) of a line, both counted from 0. Check is the position of its
// check digit in the same line, -1 if it has none.
type Span struct {
	Element  Element
	Line     int
	From, To int
	Check    int
	kind     class
}

// Spans lists the elements of f in reading order, without the composite check digit.
func (f Format) Spans() []Span {
	switch f {
	case TD1:
		return []Span{
			{DocumentCode, 0, 0, 2, -1, letters}, {Issuer, 0, 2, 5, -1, letters}, {Number, 0, 5, 14, 14, alnum}, {Optional, 0, 15, 30, -1, alnum},
			{Birth, 1, 0, 6, 6, digits}, {Sex, 1, 7, 8, -1, sexes}, {Expiry, 1, 8, 14, 14, digits}, {Nationality, 1, 15, 18, -1, letters}, {Optional2, 1, 18, 29, -1, alnum},
			{Names, 2, 0, 30, -1, letters},
		}
	case TD3:
		return append(f.common(), Span{Optional, 1, 28, 42, 42, alnum})
	case TD2:
		return append(f.common(), Span{Optional, 1, 28, 35, -1, alnum})
	case MRVA, MRVB:
		return append(f.common(), Span{Optional, 1, 28, f.Width(), -1, alnum})
	}
	return nil
}

// common lists what the two-line layouts share.
func (f Format) common() []Span {
	return []Span{
		{DocumentCode, 0, 0, 2, -1, letters}, {Issuer, 0, 2, 5, -1, letters}, {Names, 0, 5, f.Width(), -1, letters},
		{Number, 1, 0, 9, 9, alnum}, {Nationality, 1, 10, 13, -1, letters}, {Birth, 1, 13, 19, 19, digits}, {Sex, 1, 20, 21, -1, sexes}, {Expiry, 1, 21, 27, 27, digits},
	}
}

// SpanOf returns where an element of f stands; ok is false if f has no such element.
func (f Format) SpanOf(e Element) (s Span, ok bool) {
	for _, s := range f.Spans() {
		if s.Element == e {
			return s, true
		}
	}
	return Span{}, false
}

// Permits reports whether the grammar of f lets character c stand in a line and column, both counted from 0: letters in
// names and codes, figures in dates and check digits.
func (f Format) Permits(line, column int, c byte) bool {
	if line < 0 || line >= f.Lines() || column < 0 || column >= f.Width() || worth(c) < 0 {
		return false
	}
	for _, s := range f.Spans() {
		switch {
		case s.Line != line:
		case column == s.Check:
			return digits.allows(c)
		case column >= s.From && column < s.To:
			return s.kind.allows(c)
		}
	}
	return digits.allows(c) // the composite check digit
}

// composite returns the stretches that the composite check digit covers and its own place; ok is false for visas.
func (f Format) composite() (parts []Span, at Span, ok bool) {
	last := f.Width() - 1
	switch f {
	case TD1:
		return []Span{{Line: 0, From: 5, To: 30}, {Line: 1, From: 0, To: 7}, {Line: 1, From: 8, To: 15}, {Line: 1, From: 18, To: 29}},
			Span{Composite, 1, last, last + 1, -1, digits}, true
	case TD2, TD3:
		return []Span{{Line: 1, From: 0, To: 10}, {Line: 1, From: 13, To: 20}, {Line: 1, From: 21, To: last}},
			Span{Composite, 1, last, last + 1, -1, digits}, true
	}
	return nil, Span{}, false
}
