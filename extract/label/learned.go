package label

import (
	"bytes"
	"context"
	_ "embed"
	"math"
	"slices"

	"lensd/extract"
	"lensd/extract/find"
	phones "lensd/extract/phone"
)

//go:embed label.model
var model []byte

// What is given of what was found. Where the finder has nothing above leastGiven (it is wrong there three times in four), the value
// that the rules find is given, whose confidence was never measured on unseen layouts and therefore counts as a guess: on held-out
// labels the finder, which has heard the rules, is right more often than they are wherever it is not quite lost. Where no field of a
// receiver reaches leastLikely there is none. A paper below leastLabel is something else: 1 in 100 own held-out labels is.
const (
	leastGiven  = 0.3
	leastLikely = 0.35
	mostGuessed = 0.6
	leastLabel  = 0.15
)

func openFinder() (*find.Finder, error) {
	m, err := find.ReadModel(bytes.NewReader(model))
	if err != nil {
		return nil, err
	}
	kind, err := Declare(m)
	if err != nil {
		return nil, err
	}
	return find.New(kind)
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
	for _, f := range found {
		if f.Confidence < leastGiven || !slices.Contains(receivers(), f.Field) {
			continue
		}
		v := extract.Field{Name: f.Field, Value: f.Value, Confidence: math.Round(f.Confidence*1000) / 1000}
		for _, p := range f.Spans {
			v.Quads = append(v.Quads, p.Quad)
		}
		if f.Field == FieldPhone && len(f.Spans) == 1 {
			if other, ok := possiblePhone(f.Value, s.Lines[f.Spans[0].Line].Text.Alternatives); ok {
				v.Value = other
			}
		}
		if f.Field == FieldAddress {
			if text := r.places.Check(mendRouted(mendWords(f.Value), s.Codes)).Text; text != f.Value {
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

// merge takes each field from the finder where it has one, else from the rules.
func merge(learned, ruled []extract.Field) (out []extract.Field) {
	for _, name := range receivers() {
		is := func(f extract.Field) bool { return f.Name == name }
		a, b := slices.IndexFunc(learned, is), slices.IndexFunc(ruled, is)
		switch {
		case a >= 0:
			out = append(out, learned[a])
		case b >= 0:
			f := ruled[b]
			f.Confidence = min(f.Confidence, mostGuessed)
			out = append(out, f)
		}
	}
	return out
}
