package label

import (
	"context"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
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
	learned, belongs := r.learned(ctx, s)
	if carried := item.Tracking != nil && item.Tracking.Rule != ruleAny; !carried && (belongs < leastLabel || r.identity(s)) {
		return item, false
	}
	var ruled []extract.Field
	if v, b, score := r.find(s); score > 0 {
		ruled = r.fields(s, v, b, score)
	}
	item.Fields = merge(learned, ruled)
	return item, len(item.Fields) > 0 || item.Tracking != nil
}

// Lines returns which of a scene's lines hold the receiver, by the finder or by the rules: those that are worth a second look
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
	if v, b, score := r.find(s); score > 0 {
		for _, p := range slices.Concat(b.name, b.address, b.phone) {
			add(v.entries[p.entry].line)
		}
	}
	return out
}

// find returns the best block of all reading directions; score 0: none.
func (r *Reader) find(s Scene) (from view, best block, top float64) {
	for _, v := range r.views(s) {
		if b, score := v.receiverIn(); score > top {
			from, best, top = v, b, score
		}
	}
	if top > 0 {
		from.findPhone(&best)
	}
	return from, best, top
}

func texts(s Scene) []string {
	out := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		out[i] = l.Text.Value
	}
	return out
}

// fields builds the result of a block.
func (r *Reader) fields(s Scene, v view, b block, score float64) []extract.Field {
	// How sure the choice of the block is: a caption with a full address is seldom wrong, elimination is now and then.
	chosen := min(0.98, 0.6+0.07*score)
	var out []extract.Field
	add := func(name, value string, pieces []piece, factor float64) {
		if value == "" {
			return
		}
		f := extract.Field{Name: name, Value: value, Confidence: factor}
		for _, p := range pieces {
			f.Quads = append(f.Quads, v.quad(s, p))
			f.Confidence = min(f.Confidence, factor*max(v.entries[p.entry].conf, 0.05))
		}
		out = append(out, f)
	}
	add(FieldName, join(b.name), b.name, chosen)
	if text := mendWords(join(b.address)); text != "" {
		trust := chosen
		text = mendRouted(text, s.Codes)
		verdict := r.places.Check(text)
		if verdict.Parts >= 2 {
			// The table speaks for the address or against it.
			trust *= 0.6 + 0.4*float64(verdict.Matched)/float64(verdict.Parts)
		}
		add(FieldAddress, verdict.Text, b.address, trust)
		if printed := join(b.address); verdict.Text != printed {
			out[len(out)-1].Printed = printed
		}
	}
	add(FieldPhone, join(b.phone), b.phone, chosen)
	return out
}

func join(pieces []piece) string {
	var out []string
	for _, p := range pieces {
		if p.text != "" {
			out = append(out, p.text)
		}
	}
	return strings.Join(out, " ")
}

// quad returns where a piece stands within its line. A piece at the line's end or start keeps the line's other edge.
func (v view) quad(s Scene, p piece) geom.Quad {
	l := s.Lines[v.entries[p.entry].line]
	whole := v.entries[p.entry].text
	at := strings.Index(whole, p.text)
	if at < 0 || len(whole) == 0 {
		return l.Quad
	}
	a, b := extent(l.Text, whole, at), extent(l.Text, whole, at+len(p.text))
	if at == 0 {
		a = 0
	}
	if at+len(p.text) >= len(whole)-1 {
		b = 1
	}
	if b <= a {
		return l.Quad
	}
	on := func(p, q geom.Point, t float64) geom.Point {
		return geom.Point{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)}
	}
	q := l.Quad
	return geom.Quad{on(q[0], q[1], a), on(q[0], q[1], b), on(q[3], q[2], b), on(q[3], q[2], a)}
}

// extent returns how far along the line a byte offset of its tidied text lies, by the recogniser's characters where it
// gave them: spaces differ between the two texts, so printed characters are counted.
func extent(t extract.Text, whole string, at int) float64 {
	n := len([]rune(strings.ReplaceAll(whole[:at], " ", "")))
	var printed []extract.Char
	for _, c := range t.Chars {
		if c.Rune != ' ' {
			printed = append(printed, c)
		}
	}
	if n < len(printed) {
		return printed[n].X0
	}
	return min(1, float64(len([]rune(whole[:at])))/math.Max(1, float64(len([]rune(whole)))))
}
