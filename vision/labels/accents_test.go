package labels

import (
	"context"
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

func TestRereadAsksForAccentsOnLatinLinesOnly(t *testing.T) {
	crop := image.NewGray(image.Rect(0, 0, 40, 20))
	page := Page{
		Lines: []extract.Line{{Text: text("Fo ut 4", 0.95)}, {Text: text("ถนนทดลอง 4", 0.95)}, {Text: text("Rord 12", 0.5)}},
		crops: []*image.Gray{crop, crop, crop},
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
	lay, err := layout(ruledPaper(900, 700, 0), nil)
	require.NoError(t, err)
	lines, _, err := lay.read(context.Background(), scripted{extract.ScriptAny: text("Mock Road", 0.9), extract.ScriptLatin: text("Mock Road", 0.9)}, extract.ScriptAny)
	require.NoError(t, err)
	require.NotEmpty(t, lines)
	for i, l := range lines {
		assert.Equal(t, lay.Strips[i].Glyph, l.Height)
		assert.Positive(t, l.Height)
	}
}
