// Package own reads documents of kinds that the owner of a box declared: what the fields are called, of which type they are
// and what holds of them. The field finder's generic model finds them; nothing here is learned for a single kind. Pure Go.
package own

import (
	"context"
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/thai/date"
)

// Declaration is one kind.
type Declaration struct {
	Name   extract.Kind
	Title  []string // captions of which one stands on every page of the kind; none: any page may be one
	Others []string // captions of values that look like the fields and are not wanted
	Fields []Field
	Sums   []Sum
}

// Field is one field of a kind. Captions name it; Under names the group of lines that it belongs to, such as "Ship to".
type Field struct {
	Name     string
	Type     find.Type
	Captions []string
	Under    []string
	Lines    int            // that a value may take; 0: one
	Pattern  *regexp.Regexp // of the whole value; nil: any
	OneOf    []string       // the only values that it can have; none: any
	Check    string         // "thai-id": 13 figures with the check digit of Thai numbers; "": none
	Required bool           // a page without it is no page of the kind
	Era      date.Era       // of dates
}

// Sum says that amounts add up: Total is the sum of Of less those of Less.
type Sum struct {
	Total    string
	Of, Less []string
}

// Shape tells others what an answer of the kind holds.
func (d Declaration) Shape() extract.OwnKind {
	k := extract.OwnKind{Name: d.Name}
	for _, f := range d.Fields {
		k.Fields = append(k.Fields, extract.OwnField{Name: f.Name, Date: f.Type == find.Date})
	}
	return k
}

// Reader reads the pages of one kind. It is safe for concurrent use.
type Reader struct {
	kind   Declaration
	finder *find.Finder
	titles *caption.Matcher
}

// titleKey and otherKey are keys of captions that no field has.
const (
	titleKey = "title"
	otherKey = "other"
)

// New prepares a kind. It fails only where the finder's own files cannot be read.
func New(d Declaration) (*Reader, error) {
	r := &Reader{kind: d}
	var captions, titles []caption.Caption
	put := func(list *[]caption.Caption, key string, texts []string) {
		for _, t := range texts {
			*list = append(*list, caption.Caption{Key: key, Text: t})
		}
	}
	kind := find.Kind{Prefer: r.prefer}
	groups := map[string]bool{}
	for _, f := range d.Fields {
		own := find.Field{Name: f.Name, Type: f.Type, Lines: f.Lines}
		if len(f.Captions) > 0 {
			own.Keys = []string{"field " + f.Name}
			put(&captions, own.Keys[0], f.Captions)
		}
		if len(f.Under) > 0 {
			group := "group " + strings.Join(f.Under, "|") // fields of one group name it alike
			own.Party = []string{group}
			if !groups[group] {
				put(&captions, group, f.Under)
			}
			groups[group] = true
		}
		kind.Fields = append(kind.Fields, own)
	}
	put(&captions, otherKey, d.Others)
	put(&titles, titleKey, d.Title)
	kind.Captions = captions
	r.titles = caption.NewMatcher(titles)
	var err error
	r.finder, err = find.New(kind)
	return r, err
}

// Read returns the fields of the page with quads in the sender's picture, or a KindNotFound error where the page is none of the kind.
func (r *Reader) Read(ctx context.Context, s extract.Sheet) (extract.Item, error) {
	l, err := s.Layout(ctx)
	if err != nil {
		return extract.Item{}, err
	}
	item, ok := r.Page(ctx, l)
	if !ok {
		return item, extract.Errorf(extract.KindNotFound, "no %s was found: show the whole page, flat and sharp", r.kind.Name)
	}
	for i := range item.Fields {
		for j, q := range item.Fields[i].Quads {
			item.Fields[i].Quads[j] = s.ToSource(q)
		}
	}
	return item, nil
}

// Page reads a layout; quads stay in the sheet's pixels. ok is false where the page is none of the kind.
func (r *Reader) Page(ctx context.Context, l *extract.Layout) (item extract.Item, ok bool) {
	found := map[string]*extract.Field{}
	for _, f := range r.finder.Find(ctx, l) {
		field := extract.Field{Name: f.Field, Value: f.Value, Confidence: f.Confidence}
		for _, s := range f.Spans {
			field.Quads = append(field.Quads, s.Quad)
		}
		found[f.Field] = &field
	}
	r.weigh(found)
	for _, f := range r.kind.Fields {
		have := found[f.Name]
		if have == nil && f.Required {
			return extract.Item{}, false
		}
		if have != nil {
			if d, is := date.Parse(have.Value, date.Options{Era: f.Era}); is && f.Type == find.Date {
				have.ISO = d.DateTime()
			}
			item.Fields = append(item.Fields, *have)
		}
	}
	return item, len(item.Fields) > 0 && r.titled(l)
}

// alike is how much of a title's letters must be read rightly.
const alike = 0.8

// titled reports whether one of the kind's titles stands on the page.
func (r *Reader) titled(l *extract.Layout) bool {
	if len(r.kind.Title) == 0 {
		return true
	}
	for _, line := range l.Lines {
		for _, h := range r.titles.Find(line.Text.Value) {
			if h.Quality >= alike {
				return true
			}
		}
	}
	return false
}
