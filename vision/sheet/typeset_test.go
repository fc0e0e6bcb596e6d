package sheet

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
	"lensd/vision/pdf"
)

// set is a word of a layer in letters 10 wide and 14 high of a face of 20.
func set(text string, x, base float64, before pdf.Gap) layerWord {
	rs := []rune(text)
	w := layerWord{box: geom.Rect{X0: x, Y0: base - 14, X1: x + 10*float64(len(rs)), Y1: base}, em: 20, base: base, before: before}
	for i, r := range rs {
		w.chars = append(w.chars, pdf.Char{Rune: r, X0: x + 10*float64(i), X1: x + 10*float64(i+1)})
	}
	return w
}

func sized(w layerWord, em float64) layerWord { w.em = em; return w }

func turned(w layerWord, turn geom.Turn) layerWord { w.turn = turn; return w }

func TestTypesetLinesComeFromBaselineAndGap(t *testing.T) {
	const apart, guessed, own = pdf.Apart, pdf.GuessedGap, pdf.PrintedGap
	for name, c := range map[string]struct {
		words []layerWord
		want  []string
	}{
		"words with spaces":               {[]layerWord{set("Total", 0, 100, apart), set("due", 56, 100, own)}, []string{"Total due"}},
		"a wide space in set-out text":    {[]layerWord{set("a", 0, 100, apart), set("b", 32, 100, own)}, []string{"a b"}},
		"columns without a space":         {[]layerWord{set("12.00", 0, 100, apart), set("CDM", 64, 100, guessed), set("x", 100, 100, own)}, []string{"12.00", "CDM x"}},
		"a layer without any spaces":      {[]layerWord{set("1", 0, 100, apart), set("2", 25, 100, guessed)}, []string{"1 2"}},
		"the second sign of a syllable":   {[]layerWord{set("จำ", 0, 100, apart), set("กัด", 22, 100, guessed)}, []string{"จำกัด"}},
		"a 1 has much white":              {[]layerWord{set("7,1", 0, 100, apart), set("10.00", 36, 100, guessed)}, []string{"7,110.00"}},
		"its sign is not in the layer":    {[]layerWord{set("กำ", 0, 100, apart), set("กับ", 41, 100, guessed)}, []string{"กำ กับ"}},
		"two lines":                       {[]layerWord{set("up", 0, 100, apart), set("low", 0, 122, apart)}, []string{"up", "low"}},
		"a raised figure":                 {[]layerWord{set("m", 0, 100, apart), sized(set("2", 11, 94, apart), 12)}, []string{"m2"}},
		"content order is not page order": {[]layerWord{set("second", 70, 100, apart), set("first", 0, 100, apart)}, []string{"first", "second"}},
		"print up the page":               {[]layerWord{set("level", 0, 100, apart), turned(set("upwards", 0, 100, apart), 3)}, []string{"level", "upwards"}},
	} {
		var got []string
		s := &Sheet{layer: c.words}
		for _, l := range s.typesetLines() {
			got = append(got, s.joined(l.words, l.box).Value)
		}
		assert.Equal(t, c.want, got, name)
	}
}

func TestAWordReachesToItsMarks(t *testing.T) {
	plain, one, two, below := reach(set("กด", 0, 100, 0)), reach(set("กี", 0, 100, 0)), reach(set("กี่", 0, 100, 0)), reach(set("กุ", 0, 100, 0))
	assert.Equal(t, 86.0, plain.Y0)
	assert.Less(t, one.Y0, plain.Y0)
	assert.Less(t, two.Y0, one.Y0)
	assert.Greater(t, below.Y1, plain.Y1)
}

func TestCapitalsTellALinesHeight(t *testing.T) {
	assert.Equal(t, 14.0, set("A", 0, 100, 0).capitals())
	dash := set("-", 0, 100, 0)
	dash.box.Y0 = 95
	assert.Equal(t, 14.0, dash.capitals(), "the face tells where the print does not")
}
