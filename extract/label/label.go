package label

import (
	"context"
	"slices"

	"lensd/extract"
)

// The interface's spelling of the fields.
const (
	FieldName    = "reciever_name"
	FieldAddress = "reciever_address"
	FieldPhone   = "reciever_phone_number"
)

// Read returns what a label says about its receiver, its codes and its tracking number. ok is false when the scene is no
// parcel label: it looks like something else and no carrier's parcel number stands on it, or it holds neither a receiver nor
// a bar code that may be one. Fields come in the order name, address, phone. Quads are in the scene's frame.
func (r *Reader) Read(ctx context.Context, s Scene) (item extract.Item, ok bool) {
	item.Codes = s.Codes
	item.Tracking = Track(s.Codes, texts(s))
	fields, belongs := r.learned(ctx, s)
	if carried := item.Tracking != nil && item.Tracking.Rule != ruleAny; !carried && (belongs < leastLabel || r.identity(s)) {
		return item, false
	}
	item.Fields = fields
	return item, len(item.Fields) > 0 || item.Tracking != nil
}

// Lines returns which of a scene's lines hold the receiver: those that are worth a second look
// before Read.
func (r *Reader) Lines(ctx context.Context, s Scene) []int {
	var out []int
	add := func(line int) {
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	for _, f := range r.finder.Find(ctx, s.Layout()) {
		if slices.Contains(receivers(), f.Field) {
			for _, span := range f.Spans {
				add(span.Line)
			}
		}
	}
	return out
}

func texts(s Scene) []string {
	out := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		out[i] = l.Text.Value
	}
	return out
}
