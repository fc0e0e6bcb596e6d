package pdf

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

// sign is a character of the layer, 10 pixels high, at the given left edge.
func sign(r rune, x, width, y float64) glyph {
	return glyph{r: r, box: geom.Rect{X0: x, Y0: y, X1: x + width, Y1: y + 10}, origin: geom.Point{X: x, Y: y + 10}, em: 14}
}

// syllable is what one drawn sign stands for.
func syllable(text string, x, width, y float64) []glyph {
	rs := []rune(text)
	step := width / float64(len(rs))
	var out []glyph
	for i, r := range rs {
		g := sign(r, x+step*float64(i), step, y)
		g.origin = geom.Point{X: x, Y: 10}
		out = append(out, g)
	}
	return out
}

func TestWordsAreMadeOfPlacesNotOfSpaces(t *testing.T) {
	space, made, end := glyph{r: ' '}, glyph{r: ' ', made: true}, glyph{r: '\r', made: true}
	down := func(r rune, y float64) glyph {
		return glyph{r: r, box: geom.Rect{X0: 0, Y0: y, X1: 10, Y1: y + 8}, origin: geom.Point{X: 0, Y: y}, em: 14, turn: 1}
	}
	for name, c := range map[string]struct {
		in   []glyph
		want []string
		gaps []Gap
	}{
		"a space parts":                    {[]glyph{sign('a', 0, 5, 0), space, sign('b', 8, 5, 0)}, []string{"a", "b"}, []Gap{Apart, PrintedGap}},
		"a space put in":                   {[]glyph{sign('a', 0, 5, 0), made, sign('b', 8, 5, 0)}, []string{"a", "b"}, []Gap{Apart, GuessedGap}},
		"both":                             {[]glyph{sign('a', 0, 5, 0), space, made, sign('b', 8, 5, 0)}, []string{"a", "b"}, []Gap{Apart, PrintedGap}},
		"the end of a line":                {[]glyph{sign('a', 0, 5, 0), end, sign('b', 0, 5, 20)}, []string{"a", "b"}, []Gap{Apart, Apart}},
		"a comma after a narrow figure":    {[]glyph{sign('1', 0, 4, 0), sign(',', 8, 2, 0), sign('5', 11, 6, 0)}, []string{"1,5"}, []Gap{Apart}},
		"white without a space parts":      {[]glyph{sign('a', 0, 5, 0), sign('b', 15, 5, 0)}, []string{"a", "b"}, []Gap{Apart, Apart}},
		"letters that touch do not":        {[]glyph{sign('a', 0, 5, 0), sign('b', 5.5, 5, 0)}, []string{"ab"}, []Gap{Apart}},
		"the next line":                    {[]glyph{sign('a', 0, 5, 0), sign('b', 5, 5, 20)}, []string{"a", "b"}, []Gap{Apart, Apart}},
		"back to the left":                 {[]glyph{sign('a', 50, 5, 0), sign('b', 0, 5, 0)}, []string{"a", "b"}, []Gap{Apart, Apart}},
		"a mark without width":             {[]glyph{sign('น', 0, 5, 0), sign('ี', 5, 0, -3), sign('่', 5, 0, -5), sign('ม', 5, 5, 0)}, []string{"นี่ม"}, []Gap{Apart}},
		"a syllable said with each sign":   {append(append(syllable("ชั่", 0, 6, 0), sign('น', 7, 6, 0)), syllable("ชั่", 4, 1, -9)...), []string{"ชั่น"}, []Gap{Apart}},
		"a syllable that comes again":      {append(syllable("ที่", 0, 6, 0), syllable("ที่", 8, 6, 0)...), []string{"ที่ที่"}, []Gap{Apart}},
		"print that runs down the page":    {[]glyph{down('a', 0), down('b', 9), down('c', 18)}, []string{"abc"}, []Gap{Apart}},
		"a turn in the middle of the text": {[]glyph{sign('a', 0, 5, 0), down('b', 9)}, []string{"a", "b"}, []Gap{Apart, Apart}},
		"a hyphen at the end of a line":    {[]glyph{sign('a', 0, 5, 0), sign(2, 5, 3, 0), sign('b', 0, 5, 20)}, []string{"a-", "b"}, []Gap{Apart, Apart}},
		"nothing":                          {nil, nil, nil},
	} {
		var got []string
		var gaps []Gap
		for _, w := range wordsOf(c.in) {
			got, gaps = append(got, w.Text), append(gaps, w.Before)
			assert.Len(t, w.Chars, len([]rune(w.Text)), name)
		}
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.gaps, gaps, name)
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
