package label

import (
	"bytes"
	"context"
	_ "embed"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	tables "lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/find/tag"
	phones "lensd/extract/phone"
	"lensd/extract/thai/address"
)

//go:embed label.model
var model []byte

//go:embed label.net
var net []byte

// What is given of what was found: nothing below leastGiven, where hardly anything is right; a doubtful value with its doubt helps whoever
// checks it more than none. Where no field of a receiver reaches leastLikely there is none. A paper below leastLabel is
// likelier something else: three of 1,430 own held-out labels are, of which next to nothing was read, and 177 of 183 held-out pages of other kinds.
const (
	leastGiven  = 0.05
	leastLikely = 0.2
	leastLabel  = 0.5
)

// openFinder returns the finder and the captions that it knows.
func openFinder() (*find.Finder, []tables.Caption, error) {
	m, err := find.ReadModel(bytes.NewReader(model))
	if err != nil {
		return nil, nil, err
	}
	t, err := tag.Read(bytes.NewReader(net))
	if err != nil {
		return nil, nil, err
	}
	kind, err := Declare(m, t)
	if err != nil {
		return nil, nil, err
	}
	f, err := find.New(kind)
	return f, kind.Captions, err
}

// Learn returns what labels that a person corrected teach of the place that they come from.
func (r *Reader) Learn(lessons []find.Lesson) *find.Site { return r.finder.Learn(lessons) }

// With returns a reader that knows what a place has taught; nil: nothing.
func (r *Reader) With(s *find.Site) *Reader {
	taught := *r
	taught.finder = r.finder.With(s)
	return &taught
}

// learned returns the receiver's fields as the finder has them, and the probability that the paper is a label at all.
func (r *Reader) learned(ctx context.Context, s Scene) (out []extract.Field, belongs float64) {
	found, belongs := r.finder.Read(ctx, s.Layout())
	name := ""
	for _, f := range found {
		if f.Confidence < leastGiven || !slices.Contains(receivers(), f.Field) || encoded(f.Value, s.Codes) {
			continue
		}
		switch f.Field {
		case FieldName:
			name = f.Value
		case FieldAddress:
			f = unnamed(f, name)
		}
		v := extract.Field{Name: f.Field, Value: f.Value, Confidence: math.Round(f.Confidence*1000) / 1000}
		for _, p := range f.Spans {
			v.Quads = append(v.Quads, p.Quad)
		}
		if f.Field == FieldPhone {
			v.Value = numberOf(f.Value)
		}
		if f.Field == FieldPhone && len(f.Spans) == 1 {
			if other, ok := possiblePhone(v.Value, s.Lines[f.Spans[0].Line].Text.Alternatives); ok {
				v.Value = other
			}
		}
		if f.Field == FieldAddress {
			if text := r.places.Check(mendRouted(address.MendWords(f.Value), s.Codes)).Text; text != f.Value {
				v.Value, v.Printed = text, f.Value
			}
		}
		out = append(out, v)
	}
	if !slices.ContainsFunc(out, func(f extract.Field) bool { return f.Confidence >= leastLikely }) {
		return nil, belongs
	}
	if len(out) == 1 && out[0].Name == FieldAddress && len(out[0].Quads) == 1 {
		return nil, belongs // a line that nobody lives at
	}
	return out, belongs
}

// encoded says that a value is what a code on the label says: print for people under its bars.
func encoded(value string, codes []extract.Code) bool {
	return slices.ContainsFunc(codes, func(c extract.Code) bool { return find.Bare(c.Text) == find.Bare(value) })
}

// unnamed takes the receiver's name off the beginning of his address, where it is printed twice.
func unnamed(address find.Found, name string) find.Found {
	first := address.Spans[0]
	rest, ok := strings.CutPrefix(address.Value, name+" ")
	if ok && name != "" && len(address.Spans) > 1 && first.To-first.From == len([]rune(name)) {
		address.Value, address.Spans = rest, address.Spans[1:]
	}
	return address
}

// numberOf is a phone without a caption that was read together with it.
func numberOf(text string) string {
	if number, rest, ok := phones.Find(text, true); ok && digits(rest) == 0 {
		return number
	}
	return text
}

// possiblePhone returns what another reading of a line says where the first one is no phone that can exist: the best that can.
func possiblePhone(read string, others []extract.Alternative) (string, bool) {
	if phones.Masked(read) || phones.Valid(read) {
		return "", false
	}
	for _, a := range others {
		if other, _, ok := phones.Find(a.Value, true); ok && phones.Valid(other) {
			return other, true
		}
	}
	return "", false
}

// receivers names the fields that are given, in order.
func receivers() []string { return []string{FieldName, FieldAddress, FieldPhone} }
