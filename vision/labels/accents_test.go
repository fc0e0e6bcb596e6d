package labels

import (
	"context"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/recognize"
)

// text makes a reading of which every letter is as sure as the whole.
func text(value string, confidence float64) extract.Text {
	t := extract.Text{Value: value, Confidence: confidence}
	for _, r := range value {
		t.Chars = append(t.Chars, extract.Char{Rune: r, Confidence: confidence})
	}
	return t
}

func TestWithAccents(t *testing.T) {
	for name, c := range map[string]struct {
		plain, own extract.Text
		want       string
	}{
		"accents are all that differs":             {text("Begona Ensayo", 0.97), text("Begoña Ensayo", 0.5), "Begoña Ensayo"},
		"blanks and stops differ too":              {text("Wzor Sp.z o.o", 0.9), text("Wzór Sp. z o.o.", 0.5), "Wzór Sp. z o.o."},
		"no accent gained: the better spelt stays": {text("Main Street, 4B", 0.9), text("Main Street 4B", 0.97), "Main Street, 4B"},
		"letters misread for want of an alphabet":  {text("F6 Ut 4/a Alsdnémedi", 0.9), text("Fő Út 4/a Alsónémedi", 0.8), "Fő Út 4/a Alsónémedi"},
		"surer without accents":                    {text("Rord 12", 0.5), text("Road 12", 0.9), "Road 12"},
		"less sure without accents":                {text("Road 12", 0.9), text("Rord 12", 0.5), "Road 12"},
		"unsure accents against a sure reading":    {text("Road 12", 0.97), text("Ŗoạd 72", 0.3), "Road 12"},
		"a phone that lost a figure":               {text("f= +46700000000", 0.4), text("T 6700000000", 0.9), "f= +46700000000"},
		"nothing read":                             {text("Road 12", 0.4), extract.Text{}, "Road 12"},
		"one letter printed twice":                 {text("Jurgen", 0.9), text("Jūürgen", 0.4), "Jūrgen"},
		"two letters that are two":                 {text("Aarhus", 0.9), text("Åårhus", 0.4), "Åårhus"},
	} {
		assert.Equal(t, c.want, withAccents(c.plain, c.own).Value, name)
	}
	torn := text("Jūürgen", 0.4)
	torn.Chars[2].Confidence = 0.7
	assert.Equal(t, "Jürgen", withAccents(text("Jurgen", 0.9), torn).Value, "the surer of the two stays")
}

func TestScriptOfASample(t *testing.T) {
	for name, c := range map[string]struct {
		sample []extract.Text
		want   extract.Script
	}{
		"Latin":                      {[]extract.Text{text("1309 S AGNEW AVENUE", 0.9), text("OKLAHOMA CITY OK", 0.9)}, extract.ScriptLatin},
		"Latin with a stray reading": {[]extract.Text{text("1309 S AGNEW AVENUE", 0.9), text("OKLAHOMA CITY OK", 0.9), text("ฎฏ๑", 0.2)}, extract.ScriptLatin},
		"Thai and Latin":             {[]extract.Text{text("MOCK STORE Bangkok 123", 0.9), text("ผู้รับ (TO)", 0.9)}, extract.ScriptAny},
		"too little to tell":         {[]extract.Text{text("TO: A B", 0.9)}, extract.ScriptAny},
		"nothing":                    {nil, extract.ScriptAny},
	} {
		assert.Equal(t, c.want, scriptIn(c.sample), name)
	}
}

// scripted answers by the class of lines that it is asked for.
type scripted map[extract.Script]extract.Text

func (s scripted) Read(_ context.Context, lines recognize.Request) ([]extract.Text, error) {
	crops, h := lines.Crops, lines.Hint
	out := make([]extract.Text, len(crops))
	for i := range out {
		out[i] = s[h.Script]
	}
	return out, nil
}

func (s scripted) Close() error { return nil }

// counting answers as scripted and keeps what it was asked, as class and number of lines.
type counting struct {
	scripted
	asked []string
}

func (c *counting) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	if len(lines.Crops) > 0 {
		how := ""
		switch {
		case lines.Effort.All:
			how = " all"
		case lines.Effort.Once:
			how = " once"
		}
		c.asked = append(c.asked, fmt.Sprintf("%s%s %d", lines.Hint.Script, how, len(lines.Crops)))
	}
	return c.scripted.Read(ctx, lines)
}

func TestLinesThatMakeSenseAreNotTurnedOver(t *testing.T) {
	lay, err := layoutOf(ruledPaper(900, 700, 0), nil)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(lay.telling(false)), votes)
	for name, c := range map[string]struct {
		read extract.Text
		want []string
	}{
		"sense":    {text("Mock Road", 0.8), []string{" once 3"}},
		"figures":  {text("8068 6669", 0.8), []string{" once 3", " once 3"}},
		"nonsense": {text("peoy yooW", 0.5), []string{" once 3", " once 3"}},
	} {
		rec := &counting{scripted: scripted{extract.ScriptAny: c.read}}
		down, known, err := lay.upsideDown(context.Background(), rec, false)
		require.NoError(t, err)
		assert.False(t, down)
		assert.Equal(t, c.want, rec.asked[:len(c.want)], name)
		assert.Equal(t, name == "sense", len(rec.asked) == 1, name)
		assert.GreaterOrEqual(t, len(known), votes)
	}
}

func TestAThaiLineOnALatinLabelIsReadByTheMixedModel(t *testing.T) {
	crops := []*image.Gray{image.NewGray(image.Rect(0, 0, 40, 20))}
	rec := scripted{extract.ScriptLatin: text("nuuya9", 0.1), extract.ScriptAny: text("ถนนทดลอง", 0.9)}
	got, err := readScript(context.Background(), rec, crops, extract.ScriptLatin)
	require.NoError(t, err)
	assert.Equal(t, "ถนนทดลอง", got[0].Value)
	rec[extract.ScriptLatin] = text("Mock Road", 0.8)
	got, err = readScript(context.Background(), rec, crops, extract.ScriptLatin)
	require.NoError(t, err)
	assert.Equal(t, "Mock Road", got[0].Value)
}

func TestWhatToldUpFromDownIsNotReadAgain(t *testing.T) {
	crop := image.NewGray(image.Rect(0, 0, 40, 20))
	crops := []*image.Gray{crop, crop, crop, crop}
	known := map[int]extract.Text{0: text("Known Road", 0.9), 2: text("doubtful", 0.5), 3: text("ถนน Mock", 0.9)}
	rec := scripted{extract.ScriptLatin: text("Mock Road", 0.8), extract.ScriptAny: text("Mixed Road", 0.8)}
	values := func(script extract.Script) (out []string) {
		texts, err := readUnknown(context.Background(), rec, crops, script, known)
		require.NoError(t, err)
		for _, t := range texts {
			out = append(out, t.Value)
		}
		return out
	}
	assert.Equal(t, []string{"Known Road", "Mock Road", "Mock Road", "Mock Road"}, values(extract.ScriptLatin))
	assert.Equal(t, []string{"Known Road", "Mixed Road", "Mixed Road", "ถนน Mock"}, values(extract.ScriptAny))
}

func TestSureLinesAreAskedForAccentsWhereOthersHaveThem(t *testing.T) {
	crop := image.NewGray(image.Rect(0, 0, 40, 20))
	page := func(doubt float64) *Page {
		return &Page{
			Lines: []extract.Line{{Text: text("Fo ut 4", 0.95)}, {Text: text("Rakoczi ter", doubt)}, {Text: text("Tel. 12345", 0.8)}},
			crops: []*image.Gray{crop, crop, crop},
			stops: make([]int, 3),
		}
	}
	ask := func(p *Page, own string) []string {
		rec := &counting{scripted: scripted{extract.ScriptLatin: text("Rakoczi ter", 0.5), extract.ScriptAccent: text(own, 0.7)}}
		require.NoError(t, p.Reread(context.Background(), rec, []int{0, 1, 2}))
		return rec.asked
	}
	assert.Empty(t, ask(page(0.95), "Főút"), "nothing unsure but a line of figures")
	assert.Equal(t, []string{"accent 1"}, ask(page(0.8), "Rákóczi tér"), "letters that the first recogniser has")
	assert.Equal(t, []string{"accent 1", "accent 2"}, ask(page(0.8), "Rákőczi tér"))
	assert.Equal(t, []string{"latin 1", "accent 1"}, ask(page(0.6), "Rakoczi ter"))
}

func TestTheSlowRecogniserVotesOnce(t *testing.T) {
	crop := image.NewGray(image.Rect(0, 0, 40, 20))
	rec := &counting{scripted: scripted{extract.ScriptAny: text("99/1 ถนนทดลอง", 0.6), extract.ScriptThai: text("นายทดลอง", 0.6)}}
	texts, err := readScript(context.Background(), rec, []*image.Gray{crop, crop, crop}, extract.ScriptAny)
	require.NoError(t, err)
	assert.Equal(t, []string{" 3"}, rec.asked)
	page := Page{crops: []*image.Gray{crop, crop, crop}}
	for _, t := range texts {
		page.Lines = append(page.Lines, extract.Line{Text: t})
	}
	page.Lines[1].Text = text("นายทดลอง", 0.5)
	page.Lines[0].Text.Confidence = 0.4
	rec.asked = nil
	require.NoError(t, page.Reread(context.Background(), rec, []int{0, 1}))
	assert.Equal(t, []string{"thai all 1", "thai once 3"}, rec.asked)
}

func TestRereadAsksForAccentsOnLatinLinesOnly(t *testing.T) {
	crop := image.NewGray(image.Rect(0, 0, 40, 20))
	page := Page{
		Lines: []extract.Line{{Text: text("Fo ut 4", 0.85)}, {Text: text("ถนนทดลอง 4", 0.95)}, {Text: text("Rord 12", 0.5)}},
		crops: []*image.Gray{crop, crop, crop},
		stops: make([]int, 3),
	}
	rec := scripted{extract.ScriptLatin: text("Road 12", 0.8), extract.ScriptAccent: text("Fő út 4", 0.7)}
	require.NoError(t, page.Reread(context.Background(), rec, []int{0, 1, 7, -1}))
	assert.Equal(t, "Fő út 4", page.Lines[0].Text.Value)
	assert.Equal(t, "ถนนทดลอง 4", page.Lines[1].Text.Value)
	assert.Equal(t, "Rord 12", page.Lines[2].Text.Value, "lines that nobody named stay")
	rec[extract.ScriptAccent] = extract.Text{}
	require.NoError(t, page.Reread(context.Background(), rec, []int{2}))
	assert.Equal(t, "Road 12", page.Lines[2].Text.Value)
}

// A line's quad holds marks above and below and letters' tails; the field finder compares letters.
func TestALinesHeightIsThatOfItsLetters(t *testing.T) {
	lay, err := layoutOf(ruledPaper(900, 700, 0), nil)
	require.NoError(t, err)
	lines, _, err := lay.read(context.Background(), scripted{extract.ScriptAny: text("Mock Road", 0.9), extract.ScriptLatin: text("Mock Road", 0.9)}, extract.ScriptAny, nil)
	require.NoError(t, err)
	require.NotEmpty(t, lines)
	for i, l := range lines {
		assert.Equal(t, lay.Strips[i].Glyph, l.Height)
		assert.Positive(t, l.Height)
	}
}
