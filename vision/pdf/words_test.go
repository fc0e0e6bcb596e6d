package pdf

import (
	"testing"

	"github.com/klippa-app/go-pdfium/responses"
	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

// char is a character of the layer, 10 pixels high, at the given left edge.
func char(s string, x, width, y float64) *responses.GetPageTextStructuredChar {
	return &responses.GetPageTextStructuredChar{Text: s, PointPosition: responses.CharPosition{Left: x, Right: x + width, Top: y, Bottom: y + 10}}
}

func TestWordsAreMadeOfPlacesNotOfSpaces(t *testing.T) {
	type chars = []*responses.GetPageTextStructuredChar
	for name, c := range map[string]struct {
		in   chars
		want []string
	}{
		"a space parts":                    {chars{char("a", 0, 5, 0), char(" ", 5, 3, 0), char("b", 8, 5, 0)}, []string{"a", "b"}},
		"a comma after a narrow figure":    {chars{char("1", 0, 4, 0), char(",", 8, 2, 0), char("5", 11, 6, 0)}, []string{"1,5"}},
		"white without a space parts":      {chars{char("a", 0, 5, 0), char("b", 15, 5, 0)}, []string{"a", "b"}},
		"letters that touch do not":        {chars{char("a", 0, 5, 0), char("b", 5.5, 5, 0)}, []string{"ab"}},
		"the next line":                    {chars{char("a", 0, 5, 0), char("b", 5, 5, 20)}, []string{"a", "b"}},
		"back to the left":                 {chars{char("a", 50, 5, 0), char("b", 0, 5, 0)}, []string{"a", "b"}},
		"a mark without width":             {chars{char("น", 0, 5, 0), char("ี", 5, 0, -3), char("่", 5, 0, -5), char("ม", 5, 5, 0)}, []string{"นี่ม"}},
		"holes in the layer":               {chars{nil, char("", 0, 5, 0), char("a", 0, 5, 0)}, []string{"a"}},
		"a ligature is all of its letters": {chars{char("ffi", 0, 9, 0), char("n", 9, 5, 0)}, []string{"ffin"}},
		"nothing":                          {nil, nil},
	} {
		var got []string
		for _, w := range wordsOf(place(c.in, geom.Identity())) {
			got = append(got, w.Text)
			assert.Len(t, w.Chars, len([]rune(w.Text)), name)
		}
		assert.Equal(t, c.want, got, name)
	}
}

func TestPlausible(t *testing.T) {
	for text, want := range map[string]bool{
		"ใบแจ้งหนี้ เลขที่ 42": true,
		"Total 1,234.50 €":  true,
		"Käse für Zoë":      true, // accented letters beside each other are words
		"":                  false,
		"(cid:344)(cid:12)": false,
		"\ue001\ue002ab":    false, // glyphs without a meaning
		"à¸™à¸µà¹ˆ":         false, // UTF-8 taken for Latin-1
		"นี่่":              false, // a tone mark twice
		"่นี":               false, // a mark on nothing
		"a\x01b\x02":        false,
	} {
		assert.Equal(t, want, Plausible([]Word{{Text: text}}), "%q", text)
	}
	assert.False(t, Plausible(nil))
}
