// Package seen keeps what a sheet said of its page, so that another process, or a later hour, can ask it the same. Pure Go.
package seen

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"

	"lensd/extract"
	"lensd/vision/geom"
)

// Page is a page as its sheet told it. Characters with their places are left out: they are most of a page's bytes.
type Page struct {
	Number                    int
	SourceWidth, SourceHeight int        // of the sender's picture
	ToSource                  *geom.Mesh // sheet -> sender's picture
	Layout                    *extract.Layout
	Read                      []extract.Text // answers to Sheet.Read, in the order in which they were asked for
	Err                       *extract.Error // why there is no Layout; nil: there is
}

// knots is the distance at which a page's places in the sender's picture are kept, in its pixels: a bent page is straight for so far.
const knots = 40

// Keep returns a sheet that answers as s does and notes it in the Page.
func Keep(s extract.Sheet) (extract.Sheet, *Page) {
	w, h := s.Size()
	at := func(p geom.Point) geom.Point { return s.ToSource(geom.Quad{p, p, p, p})[0] }
	p := &Page{Number: s.Number(), ToSource: geom.MeshOf(float64(w), float64(h), knots, at)}
	p.SourceWidth, p.SourceHeight = s.SourceSize()
	return &keeper{s, p}, p
}

type keeper struct {
	extract.Sheet
	page *Page
}

// Layout implements extract.Sheet.
func (k *keeper) Layout(ctx context.Context) (*extract.Layout, error) {
	l, err := k.Sheet.Layout(ctx)
	if err == nil && k.page.Layout == nil {
		k.page.Layout = bare(l)
	}
	return l, err
}

// Read implements extract.Sheet.
func (k *keeper) Read(ctx context.Context, regions []geom.Quad, hint extract.Hint) ([]extract.Text, error) {
	texts, err := k.Sheet.Read(ctx, regions, hint)
	for _, t := range texts {
		t.Chars = nil
		k.page.Read = append(k.page.Read, t)
	}
	return texts, err
}

// bare is a copy of l without the places of single characters.
func bare(l *extract.Layout) *extract.Layout {
	out := *l
	out.Lines = make([]extract.Line, len(l.Lines))
	for i, line := range l.Lines {
		line.Text.Chars = nil
		words := make([]extract.Word, len(line.Words))
		for j, w := range line.Words {
			w.Text.Chars = nil
			words[j] = w
		}
		line.Words = words
		out.Lines[i] = line
	}
	return &out
}

// Sheet returns a sheet that answers as the one did that p was kept of, if it is asked the same in the same order. What was not
// asked then it does not know: tables are none, and regions beyond those read are empty texts.
func (p *Page) Sheet() extract.Sheet { return &memory{page: p} }

type memory struct {
	page *Page
	told int // answers of Read that were given
}

func (m *memory) Number() int                    { return m.page.Number }
func (m *memory) Size() (width, height int)      { return m.page.Layout.Width, m.page.Layout.Height }
func (m *memory) SourceSize() (int, int)         { return m.page.SourceWidth, m.page.SourceHeight }
func (m *memory) ToSource(q geom.Quad) geom.Quad { return m.page.ToSource.Quad(q) }

// Lines implements extract.Sheet.
func (m *memory) Lines(context.Context) ([]extract.Line, error) { return m.page.Layout.Lines, nil }

// Layout implements extract.Sheet.
func (m *memory) Layout(context.Context) (*extract.Layout, error) { return m.page.Layout, nil }

// Tables implements extract.Sheet.
func (m *memory) Tables(context.Context) ([]extract.Table, error) { return nil, nil }

// Read implements extract.Sheet.
func (m *memory) Read(_ context.Context, regions []geom.Quad, _ extract.Hint) ([]extract.Text, error) {
	out := make([]extract.Text, len(regions))
	m.told += copy(out, m.page.Read[min(m.told, len(m.page.Read)):])
	return out, nil
}

// Encode writes pages for Decode of the same build.
func Encode(pages []Page) ([]byte, error) {
	pages = append([]Page(nil), pages...)
	for i, p := range pages {
		if p.Err != nil { // causes are values of any type, and nobody asks for them elsewhere
			pages[i].Err = &extract.Error{Kind: p.Err.Kind, Page: p.Err.Page, Message: p.Err.Message}
		}
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(pages); err != nil {
		return nil, fmt.Errorf("seen: %w", err)
	}
	return b.Bytes(), nil
}

// Decode is the inverse of Encode. A page without a layout and its place in the sender's picture has an error.
func Decode(b []byte) ([]Page, error) {
	var pages []Page
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&pages); err != nil {
		return nil, fmt.Errorf("seen: %w", err)
	}
	for i := range pages {
		if pages[i].Err == nil && (pages[i].Layout == nil || !pages[i].ToSource.Whole()) {
			return nil, fmt.Errorf("seen: page %d has neither a layout and its place nor an error", pages[i].Number)
		}
	}
	return pages, nil
}
