package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
	"lensd/vision/pdf"
	"lensd/vision/recognize"
)

// layeredPage is a typeset page whose layer has the given words, one a line of print.
func layeredPage(layer ...string) pdf.Page {
	p := printed.NewPage(1200, 900)
	var words []pdf.Word
	for i, l := range layer {
		y := 100 + 60*i
		p.Text(100, y, 28, "print line")
		box := geom.Rect{X0: 100, Y0: float64(y) - 22, X1: 212, Y1: float64(y) + 6}
		w := pdf.Word{Text: l, Box: box, Em: 28, Base: float64(y)}
		rs := []rune(l)
		step := box.W() / float64(len(rs))
		for k, c := range rs {
			w.Chars = append(w.Chars, pdf.Char{Rune: c, X0: box.X0 + step*float64(k), X1: box.X0 + step*float64(k+1)})
		}
		words = append(words, w)
	}
	return pdf.Page{Number: 1, Image: rgbaOf(p.Gray), Words: words}
}

// layered opens such a page.
func layered(t *testing.T, r *reader, layer ...string) *Sheet {
	source := typeset{layeredPage(layer...)}
	sheets, _, err := NewOpener(Config{Recognizer: r, PDF: source}).Open(context.Background(), document([]byte("%PDF-1.4")))
	require.NoError(t, err)
	require.Len(t, sheets, 1)
	t.Cleanup(func() { require.NoError(t, sheets[0].Close()) })
	return sheets[0]
}

func TestTheLayersOfADocumentVouchForEachOther(t *testing.T) {
	good := layeredPage("printline", "printline", "printline", "printline", "printline", "printline")
	lies := layeredPage("sdfjkhsdfg", "wertoiuwer", "xcvmnbxcvm", "qweoiuqwer", "zmxncbvzmx", "pqowieurpq")
	r := says("print line", 0.9)
	var crops []int
	var trusted []bool
	o := NewOpener(Config{Recognizer: r, PDF: typeset{good, good, good, lies, good}})
	two := [][]byte{[]byte("%PDF-1.4"), []byte("%PDF-1.4")}
	require.NoError(t, o.Each(context.Background(), document(two...), func(s *Sheet, failed *extract.Error) error {
		require.Nil(t, failed)
		crops, trusted = append(crops, r.crops), append(trusted, s.trust)
		r.crops = 0
		return nil
	}))
	once := []int{3, 3, 1, 1 + sampleLines, 1}
	assert.Equal(t, append(once, once...), crops, "the next document starts anew")
	assert.Equal(t, []bool{true, true, true, false, true}, trusted[:5])
}

// frugally counts the requests that may go to second recognisers.
type frugally struct {
	reader
	all int
}

func (r *frugally) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	if !lines.Effort.Once {
		r.all++
	}
	return r.reader.Read(ctx, lines)
}

func TestALayerIsBorneOutByTheFirstRecogniserAlone(t *testing.T) {
	page := layeredPage("printline", "printline", "printline", "printline", "printline", "printline")
	for name, c := range map[string]struct {
		confidence float64
		all        int
	}{"sure": {0.9, 0}, "in doubt: second ones are asked, and then the page is read by eye": {0.6, 2}} {
		r := &frugally{reader: *says("print line", c.confidence)}
		sheets, _, err := NewOpener(Config{Recognizer: r, PDF: typeset{page}}).Open(context.Background(), document([]byte("%PDF-1.4")))
		require.NoError(t, err)
		assert.Equal(t, c.all, r.all, name)
		require.NoError(t, sheets[0].Close())
	}
}

func TestALayerIsUsedWhereItSaysWhatIsPrinted(t *testing.T) {
	same := []string{"printline", "printline", "printline", "printline"}
	lies := []string{"sdfjkhsdfg", "wertoiuwer", "xcvmnbxcvm", "qweoiuqwer"}
	for name, c := range map[string]struct {
		layer []string
		hint  extract.Hint
		want  string
		sure  float64
	}{
		"it agrees":                      {same, extract.Hint{}, "printline", layerConfidence},
		"it lies":                        {lies, extract.Hint{}, "print line", 0.9},
		"it is mojibake":                 {[]string{"à¸™à¸µ", "à¸™à¸µ", "à¸™à¸µ", "à¸™à¸µ"}, extract.Hint{}, "print line", 0.9},
		"it holds what the field cannot": {same, extract.Hint{Charset: "0123456789"}, "print line", 0.9},
	} {
		t.Run(name, func(t *testing.T) {
			s := layered(t, says("print line", 0.9), c.layer...)
			region := s.analysis().Phrases[0].Box
			got, err := s.Read(context.Background(), []geom.Quad{quadOf(region, 3)}, c.hint)
			require.NoError(t, err)
			assert.Equal(t, c.want, got[0].Value)
			assert.InDelta(t, c.sure, got[0].Confidence, 1e-9)
		})
	}
}

func TestARegionWithoutLayerIsReadByEye(t *testing.T) {
	r := says("print line", 0.9)
	s := layered(t, r, "printline", "printline", "printline")
	before := r.crops
	far := geom.QuadOf(geom.Rect{X0: 700, Y0: 700, X1: 800, Y1: 730})
	got, err := s.Read(context.Background(), []geom.Quad{far}, extract.Hint{})
	require.NoError(t, err)
	assert.Equal(t, before+1, r.crops)
	assert.Equal(t, "print line", got[0].Value)
}

func TestLayerTextIsPutTogetherFromBoxes(t *testing.T) {
	word := func(text string, x, width float64) layerWord {
		w := layerWord{box: geom.Rect{X0: x, Y0: 10, X1: x + width, Y1: 30}, em: 28, base: 30}
		step := width / float64(len(text))
		for i, r := range text {
			w.chars = append(w.chars, pdf.Char{Rune: r, X0: x + step*float64(i), X1: x + step*float64(i+1)})
		}
		return w
	}
	s := &Sheet{layer: []layerWord{word("pay", 160, 60), word("Total", 20, 100), word("able", 220, 80), {box: geom.Rect{X0: 20, Y0: 60, X1: 90, Y1: 80}}}}
	read := func(x0, x1 float64) string {
		got, _ := s.layerText(geom.QuadOf(geom.Rect{X0: x0, Y0: 5, X1: x1, Y1: 35}))
		for i, c := range got.Chars {
			assert.LessOrEqual(t, c.X0, c.X1)
			assert.True(t, c.X0 >= 0 && c.X1 <= 1, "%d", i)
		}
		return got.Value
	}
	assert.Equal(t, "Total payable", read(0, 400), "in order of place, joined where nothing parts them")
	assert.Equal(t, "tal pay", read(61, 220), "cut where the region ends")
	_, ok := s.layerText(geom.QuadOf(geom.Rect{X0: 500, Y0: 5, X1: 600, Y1: 35}))
	assert.False(t, ok)
}

func TestWordsDownThePageShowThatItLiesOnItsSide(t *testing.T) {
	word := func(turn geom.Turn, letters int) pdf.Word {
		return pdf.Word{Turn: turn, Chars: make([]pdf.Char, letters)}
	}
	across, down, short := word(0, 5), word(1, 5), word(3, 1)
	assert.True(t, levelWords([]pdf.Word{across, across, down, short, short}), "a heading beside a table may run up")
	assert.False(t, levelWords([]pdf.Word{down, down, across}))
	assert.True(t, levelWords([]pdf.Word{short}))
}

func TestASlantedRegionIsTurnedLevel(t *testing.T) {
	var crop *image.Gray
	r := says("", 0)
	s := sheetOf(t, r, letter())
	r.answer = func(g *image.Gray, _ extract.Hint) extract.Text { crop = g; return extract.Text{} }
	slanted := geom.Quad{{X: 100, Y: 200}, {X: 300, Y: 220}, {X: 297, Y: 250}, {X: 97, Y: 230}}
	_, err := s.Read(context.Background(), []geom.Quad{slanted}, extract.Hint{})
	require.NoError(t, err)
	assert.InDelta(t, 201, crop.Rect.Dx(), 1)
	assert.InDelta(t, 30, crop.Rect.Dy(), 1)
	off := geom.QuadOf(geom.Rect{X0: -50, Y0: -50, X1: -10, Y1: -10})
	_, err = s.Read(context.Background(), []geom.Quad{off, {}}, extract.Hint{})
	assert.NoError(t, err, "regions off the sheet have no text")
}

func TestALayerThatStandsUprightTellsWhichSideIsUp(t *testing.T) {
	word := func(turn geom.Turn, n int) layerWord { return layerWord{turn: turn, chars: make([]pdf.Char, n)} }
	for _, c := range []struct {
		name  string
		layer []layerWord
		want  bool
	}{
		{"upright", []layerWord{word(0, 30), word(0, 20), word(1, 4)}, true},
		{"few letters", []layerWord{word(0, 30)}, false},
		{"turned", []layerWord{word(1, 60)}, false},
		{"both ways", []layerWord{word(0, 60), word(3, 20)}, false},
		{"none", nil, false},
	} {
		assert.Equal(t, c.want, (&Sheet{layer: c.layer}).layerUpright(), c.name)
	}
}
