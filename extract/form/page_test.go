package form_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/form"
	"lensd/extract/form/formtest"
	"lensd/vision/geom"
)

const table = "name\ten\tName\nname\tth\tชื่อ\nnumber\ten\tPolicy number\nplate\ten\tPlate\nchassis\ten\tChassis\nyear\ten\tYear\n"

// open prepares a page with the captions above.
func open(t *testing.T, s *formtest.Sheet) *form.Page {
	t.Helper()
	list, err := caption.Parse(strings.NewReader(table))
	require.NoError(t, err)
	return form.Open(&s.Page, caption.NewMatcher(list))
}

// one returns the only caption of a key.
func one(t *testing.T, p *form.Page, key string) form.Hit {
	t.Helper()
	hits := p.Of(key)
	require.Len(t, hits, 1, key)
	return hits[0]
}

func texts(p *form.Page, spans []form.Span) []string {
	out := []string{}
	for _, s := range spans {
		out = append(out, p.Text(s))
	}
	return out
}

// TestRows: print of one height is one row, wherever columns part it; what is over or under is another.
func TestRows(t *testing.T) {
	p := open(t, formtest.New().Put(400, 105, "right").Put(50, 100, "left").Put(50, 140, "below"))
	require.Len(t, p.Rows, 2)
	assert.Equal(t, "left right", string(p.Rows[0].Text))
	assert.Equal(t, "below", string(p.Rows[1].Text))
	assert.Len(t, p.Rows[0].Glyphs, len(p.Rows[0].Text), "one glyph a rune")
	assert.Equal(t, -1, p.Rows[0].Glyphs[4].Line, "the blank between two lines is printed by none")
	assert.InDelta(t, 20, p.Unit, 1e-9)
	assert.InDelta(t, 20, p.Rows[0].Height, 1e-9)
}

// TestRowsOverEachOther: lines that overlap in height but stand over each other are two rows.
func TestRowsOverEachOther(t *testing.T) {
	p := open(t, formtest.New().Put(50, 100, "upper line").Put(60, 112, "lower line"))
	assert.Len(t, p.Rows, 2)
}

// TestStrays: lines that run across, and marks that fell off their line, belong to no row.
func TestStrays(t *testing.T) {
	s := formtest.New().Put(50, 100, "a line of print").Put(50, 300, "across")
	s.Page.Lines[1].Turn = 1
	s.Put(120, 92, "่")
	s.Page.Lines[2].Height = 6
	s.Page.Lines[2].Quad = geom.QuadOf(geom.Rect{X0: 120, Y0: 82, X1: 126, Y1: 90})
	s.Put(500, 100, "  ")
	p := open(t, s)
	require.Len(t, p.Rows, 1)
	assert.Equal(t, "a line of print", string(p.Rows[0].Text))
}

// TestGlyphs: runes stand where the recogniser says, or at even shares of their line without the marks.
func TestGlyphs(t *testing.T) {
	s := formtest.New().Put(100, 100, "abcd").Put(100, 200, "ก่ก")
	s.Page.Lines[0].Text.Chars = []extract.Char{{Rune: 'a', X0: 0, X1: 0.1, Confidence: 0.4}, {Rune: 'b', X0: 0.1, X1: 0.2, Confidence: 1}, {Rune: 'c', X0: 0.2, X1: 0.3, Confidence: 1}, {Rune: 'd', X0: 0.9, X1: 1, Confidence: 1}}
	p := open(t, s)
	d := p.Rows[0].Glyphs[3]
	assert.InDelta(t, 136, d.X0, 1e-9)
	assert.InDelta(t, 140, d.X1, 1e-9)
	assert.InDelta(t, 0.4, p.Rows[0].Glyphs[0].Confidence, 1e-9)
	thai := p.Rows[1].Glyphs
	assert.InDelta(t, 100, thai[0].X0, 1e-9)
	assert.InDelta(t, 115, thai[2].X0, 1e-9, "the second consonant begins at half of the line")
}

// TestStands: a short word is a caption only where it stands apart.
func TestStands(t *testing.T) {
	for text, want := range map[string]int{"Plate: 1กข 234": 1, "Plate 1กข 234": 1, "Platelets 12": 0, "the Template 5": 0, "Policy number 12": 1} {
		p := open(t, formtest.New().Put(50, 100, text))
		assert.Len(t, p.Hits, want, text)
	}
}

func TestBehind(t *testing.T) {
	for name, c := range map[string]struct {
		sheet *formtest.Sheet
		key   string
		want  string
	}{
		"in its line":           {formtest.New().Put(50, 100, "Name: Somchai Jaidee"), "name", "Somchai Jaidee"},
		"in the next cell":      {formtest.New().Put(50, 100, "Name").Put(200, 100, "Somchai").Rule(180, 50, 180, 150), "name", "Somchai"},
		"up to the next":        {formtest.New().Put(50, 100, "Name Somchai Policy number 77"), "name", "Somchai"},
		"up to a rule":          {formtest.New().Put(50, 100, "Name").Put(110, 100, "Somchai").Put(200, 100, "other").Rule(190, 50, 190, 150), "name", "Somchai"},
		"up to wide white":      {formtest.New().Put(50, 100, "Name").Put(110, 100, "Somchai").Put(400, 100, "other"), "name", "Somchai"},
		"over leaders":          {formtest.New().Put(50, 100, "Name ......... Somchai ......"), "name", "Somchai"},
		"too far":               {formtest.New().Put(50, 100, "Name").Put(1100, 100, "Somchai"), "name", ""},
		"nothing":               {formtest.New().Put(50, 100, "Name"), "name", ""},
		"a caption is no value": {formtest.New().Put(50, 100, "Name Policy number 77"), "name", ""},
	} {
		p := open(t, c.sheet)
		assert.Equal(t, c.want, p.Text(p.Behind(one(t, p, c.key), 40)), name)
	}
}

func TestBelow(t *testing.T) {
	s := formtest.New().Put(50, 100, "Name").Put(50, 140, "Somchai").Put(50, 180, "Jaidee").Put(600, 140, "elsewhere").Put(50, 600, "far below")
	p := open(t, s)
	h := one(t, p, "name")
	assert.Equal(t, []string{"Somchai", "Jaidee"}, texts(p, p.Below(h.Box, 6)))
	assert.Equal(t, []string{"Somchai"}, texts(p, p.Below(h.Box, 1.5)))
	assert.Empty(t, p.Below(geom.Rect{X0: 900, Y0: 100, X1: 1000, Y1: 120}, 6))
}

// TestColumn: values without rules between them are cut at the heads beside their own.
func TestColumn(t *testing.T) {
	s := formtest.New().Put(50, 100, "Plate").Put(250, 100, "Chassis").Put(550, 100, "Year")
	s.Put(50, 150, "1กข 234").Put(230, 150, "MR053HY9305123456").Put(550, 150, "2562")
	p := open(t, s)
	assert.Equal(t, []string{"1กข 234"}, texts(p, p.Column(one(t, p, "plate"), 5)))
	assert.Equal(t, []string{"MR053HY9305123456"}, texts(p, p.Column(one(t, p, "chassis"), 5)))
	assert.Equal(t, []string{"2562"}, texts(p, p.Column(one(t, p, "year"), 5)))
}

// TestColumnOfWords: one line that reaches over two columns is cut where the next head begins.
func TestColumnOfWords(t *testing.T) {
	s := formtest.New().Put(50, 100, "Plate").Put(150, 100, "Chassis").Put(350, 100, "Year").Put(50, 140, "123456789 AB12345678")
	p := open(t, s)
	assert.Equal(t, []string{"123456789"}, texts(p, p.Column(one(t, p, "plate"), 5)))
}

// TestBeside: a caption in the middle of a value of two lines has both beside it.
func TestBeside(t *testing.T) {
	s := formtest.New().Put(50, 120, "Plate").Put(300, 100, "1กข 234").Put(300, 138, "เชียงใหม่").Put(300, 400, "far")
	p := open(t, s)
	assert.Equal(t, []string{"1กข 234", "เชียงใหม่"}, texts(p, p.Beside(one(t, p, "plate"))))
}

func TestCells(t *testing.T) {
	p := open(t, formtest.New().Put(50, 100, "Name").Put(110, 100, "Somchai Jaidee").Put(500, 100, "12.50"))
	assert.Equal(t, []string{"Somchai Jaidee", "12.50"}, texts(p, p.Cells(0)), "captions are no cells")
	s := p.Cell(0, len(p.Rows[0].Text)-1)
	assert.Equal(t, "12.50", p.Text(s))
}

func TestRest(t *testing.T) {
	p := open(t, formtest.New().Put(50, 100, "alpha beta gamma"))
	s := form.Span{Row: 0, From: 0, To: 16}
	assert.Equal(t, "beta gamma", p.Text(p.Rest(s)))
	assert.True(t, p.Rest(form.Span{Row: 0, From: 0, To: 5}).Empty())
}

func TestTrim(t *testing.T) {
	for text, want := range map[string]string{" : Somchai ...": "Somchai", "_ บจก. แม่น้ำ _": "บจก. แม่น้ำ", "ต.ค.": "ต.ค.", "12 (": "12", "'x'": "x", "...": ""} {
		p := open(t, formtest.New().Put(50, 100, text))
		if len(p.Rows) == 0 {
			assert.Empty(t, want)
			continue
		}
		assert.Equal(t, want, p.Text(p.Trim(form.Span{Row: 0, From: 0, To: len(p.Rows[0].Text)})), text)
	}
}

func TestBoxAndConfidence(t *testing.T) {
	s := formtest.New().Put(50, 100, "abcd").Put(200, 100, "efgh")
	s.Page.Lines[1].Text.Confidence = 0.3
	p := open(t, s)
	whole := form.Span{Row: 0, From: 0, To: 9}
	b := p.Box(whole)
	assert.InDelta(t, 50, b.X0, 1e-9)
	assert.InDelta(t, 240, b.X1, 1e-9)
	assert.InDelta(t, 0.3, p.Confidence(whole), 1e-9, "the least of the lines'")
	assert.InDelta(t, 0.95, p.Confidence(form.Span{Row: 0, From: 0, To: 4}), 1e-9)
	assert.Empty(t, p.Text(form.Span{}))
}

func TestWallAndLine(t *testing.T) {
	p := open(t, formtest.New().Put(50, 100, "left").Put(300, 100, "right").Put(50, 200, "below").Rule(200, 60, 210, 140).Rule(40, 150, 500, 152))
	assert.True(t, p.Wall(0, 90, 300))
	assert.False(t, p.Wall(0, 90, 150))
	assert.False(t, p.Wall(1, 90, 300), "the rule ends above the row")
	assert.True(t, p.Line(p.Rows[0].Box, p.Rows[1].Box))
	assert.False(t, p.Line(geom.Rect{X0: 600, Y0: 90, X1: 700, Y1: 110}, geom.Rect{X0: 600, Y0: 190, X1: 700, Y1: 210}), "the rule does not reach so far")
}

func TestCombs(t *testing.T) {
	s := formtest.New()
	for i := range 13 {
		s.Tick(100+26*float64(i), 100, 0.1)
	}
	for i := range 3 {
		s.Tick(100+26*float64(i), 200, 0.1)
	}
	s.Tick(100, 300, 0) // empty: no figure is in it
	rows := form.Combs(s.Page.Ticks, 10, 1.5)
	require.Len(t, rows, 1)
	assert.Len(t, rows[0], 13)
	assert.Less(t, rows[0][0].X0, rows[0][12].X0)
	assert.Empty(t, form.Combs(s.Page.Ticks, 14, 1.5))
}

// surer reads any region in a way of its own.
type surer struct {
	*formtest.Sheet
	text extract.Text
	err  error
	seen []geom.Quad
}

func (s *surer) Read(_ context.Context, regions []geom.Quad, _ extract.Hint) ([]extract.Text, error) {
	s.seen = append(s.seen, regions...)
	out := make([]extract.Text, len(regions))
	for i := range out {
		out[i] = s.text
	}
	return out, s.err
}

// TestReread keeps the surer of both readings, over all lines of a value.
func TestReread(t *testing.T) {
	page := formtest.New().Put(50, 100, "Somchai").Put(50, 140, "Jaidee")
	p := open(t, page)
	spans := []form.Span{{Row: 0, From: 0, To: 7}, {Row: 1, From: 0, To: 6}}
	for name, c := range map[string]struct {
		again extract.Text
		want  string
		conf  float64
	}{
		"surer":      {extract.Text{Value: "Again", Confidence: 0.99}, "Again Again", 0.99},
		"less sure":  {extract.Text{Value: "Again", Confidence: 0.5}, "Somchai Jaidee", 0.95},
		"nothing":    {extract.Text{Confidence: 1}, "Somchai Jaidee", 0.95},
		"SARA AM":    {extract.Text{Value: "นำ", Confidence: 1}, "นำ นำ", 1},
		"its colon":  {extract.Text{Value: ": Again", Confidence: 1}, "Again Again", 1},
		"only blank": {extract.Text{Value: "  ", Confidence: 1}, "Somchai Jaidee", 0.95},
	} {
		s := &surer{Sheet: page, text: c.again}
		v, err := form.Reread(context.Background(), s, p, spans, extract.Hint{})
		require.NoError(t, err, name)
		assert.Equal(t, c.want, v.Value, name)
		assert.InDelta(t, c.conf, v.Confidence, 1e-9, name)
		require.Len(t, v.Places, 2, name)
		for i, q := range s.seen {
			assert.Less(t, q.Bounds().Y0, v.Places[i].Y0+1, "%s: room for marks", name)
			assert.Less(t, q.Bounds().X0, v.Places[i].X0, name)
		}
	}
}

func TestRereadFails(t *testing.T) {
	page := formtest.New().Put(50, 100, "Somchai")
	_, err := form.Reread(context.Background(), &surer{Sheet: page, err: errors.New("away")}, open(t, page), []form.Span{{Row: 0, From: 0, To: 7}}, extract.Hint{})
	assert.ErrorContains(t, err, "away")
}

// TestEmptyPage: nothing on a page is no mistake.
func TestEmptyPage(t *testing.T) {
	p := open(t, formtest.New())
	assert.Empty(t, p.Rows)
	assert.Empty(t, p.Hits)
	assert.Positive(t, p.Unit)
}
