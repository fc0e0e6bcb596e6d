package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
)

// printOf draws boxes of ink on a white page and knows the words.
func printOf(words []Word, more ...Box) *Page {
	p := &Page{W: 300, H: 120, Ink: NewBitmap(300, 120), Clean: image.NewGray(image.Rect(0, 0, 300, 120)), level: words}
	for i := range p.Clean.Pix {
		p.Clean.Pix[i] = 255
	}
	for _, w := range words {
		more = append(more, append(append([]Box{}, w.parts...), w.hung...)...)
	}
	for _, b := range more {
		p.Ink.paint(b)
		for y := b.Y0; y < b.Y1; y++ {
			for x := b.X0; x < b.X1; x++ {
				p.Clean.Pix[y*p.Clean.Stride+x] = 0
			}
		}
	}
	return p
}

// lettersAt are letters of a height side by side on a base line.
func lettersAt(x, base, high int, hung ...Box) Word {
	w := Word{Height: high, Base: base, hung: hung}
	for i := range 4 {
		w.parts = append(w.parts, Box{x + 20*i, base - high, x + 20*i + 14, base})
	}
	w.rebox()
	return w
}

func TestALineStandsAloneInItsCrop(t *testing.T) {
	crop := Box{100, 40, 200, 80}
	line := lettersAt(110, 70, 20)
	for name, c := range map[string]struct {
		words []Word
		more  []Box
		at    image.Point // on the page
		kept  bool
	}{
		"the line's own letters":                     {[]Word{line, lettersAt(110, 44, 20)}, nil, image.Pt(115, 60), true},
		"letters of the line above":                  {[]Word{line, lettersAt(110, 44, 20)}, nil, image.Pt(115, 42), false},
		"letters of the line below":                  {[]Word{line, lettersAt(110, 97, 20)}, nil, image.Pt(115, 78), false},
		"a mark of the line below":                   {[]Word{line, lettersAt(110, 105, 20, Box{112, 78, 122, 82})}, nil, image.Pt(115, 79), false},
		"a mark of the line's own at the crop's end": {[]Word{lettersAt(110, 70, 20, Box{112, 73, 122, 82}), lettersAt(110, 105, 20)}, nil, image.Pt(115, 78), true},
		"one given to the line below, nearer to it":  {[]Word{line, lettersAt(110, 105, 20, Box{112, 73, 122, 82})}, nil, image.Pt(115, 78), true},
		"a mark of the line below that is whole":     {[]Word{line, lettersAt(110, 99, 20, Box{112, 73, 122, 77})}, nil, image.Pt(115, 75), true},
		"ink that is no word's":                      {[]Word{line, lettersAt(110, 44, 20)}, []Box{{195, 40, 198, 46}}, image.Pt(196, 42), true},
		"ink that is no word's, near the line above": {[]Word{line, lettersAt(110, 38, 20, Box{170, 38, 175, 46})}, []Box{{112, 41, 122, 43}}, image.Pt(115, 42), true},
		"small print above":                          {[]Word{line, lettersAt(110, 44, 9)}, nil, image.Pt(115, 42), true},
		"a word a little higher, of the same line":   {[]Word{line, lettersAt(150, 57, 20)}, nil, image.Pt(215, 50), true},
		"letters above where no line is known":       {[]Word{lettersAt(110, 44, 20)}, nil, image.Pt(115, 42), true},
	} {
		p := printOf(c.words, c.more...)
		before := append([]byte{}, p.Clean.Pix...)
		got := p.Alone(crop)
		assert.Equal(t, crop.W(), got.Rect.Dx(), name)
		assert.Equal(t, crop.H(), got.Rect.Dy(), name)
		if c.at.X < crop.X1 {
			at := got.Rect.Min.Add(image.Pt(c.at.X-crop.X0, c.at.Y-crop.Y0))
			assert.Equal(t, c.kept, got.GrayAt(at.X, at.Y).Y == 0, name)
		}
		assert.Equal(t, before, p.Clean.Pix, name)
	}
}

func TestSoftEdgesGoWithWhatIsTakenOutButNotBesideOtherPrint(t *testing.T) {
	p := printOf([]Word{lettersAt(110, 70, 20), lettersAt(110, 46, 20)}, Box{126, 40, 128, 49})
	for x := 100; x < 200; x++ { // grey below the upper letters
		p.Clean.Pix[46*p.Clean.Stride+x] = 200
	}
	got := p.Alone(Box{100, 40, 200, 80})
	assert.EqualValues(t, 255, got.GrayAt(got.Rect.Min.X+12, got.Rect.Min.Y+6).Y, "right below a letter that is taken out")
	assert.EqualValues(t, 200, got.GrayAt(got.Rect.Min.X+25, got.Rect.Min.Y+6).Y, "beside print that stays")
	assert.EqualValues(t, 200, got.GrayAt(got.Rect.Min.X+2, got.Rect.Min.Y+6).Y, "far from it")
}

func TestACropEndsWhereThePageDoes(t *testing.T) {
	p := printOf([]Word{lettersAt(10, 30, 20)})
	assert.Equal(t, image.Pt(60, 40), p.Alone(Box{-10, -5, 60, 40}).Rect.Size())
	assert.Equal(t, image.Pt(1, 1), p.Alone(Box{400, 10, 500, 40}).Rect.Size())
}
