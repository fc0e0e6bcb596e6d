package find

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/vision/geom"
)

// read sets the confidence of a line's letters, blanks left out as recognisers leave them out.
func read(l *extract.Line, sure ...float64) {
	k := 0
	for _, r := range l.Text.Value {
		if r != ' ' {
			l.Text.Chars = append(l.Text.Chars, extract.Char{Rune: r, Confidence: sure[min(k, len(sure)-1)]})
		}
		k++
	}
}

func TestADoubtfulBeginningIsLeftOut(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "ส๓ Mary Smith", 10, 30, "Jo Smith", 10, 50, "Strasse: Rose", 10, 70, "Name: Jo Tan")
	read(&l.Lines[0], 0.3, 0.3, 0.9)
	read(&l.Lines[1], 0.9)
	p := f.page(l)
	assert.Equal(t, []string{"ส๓ Mary Smith", "Mary Smith"}, texts(p, 0), "read less surely than the rest")
	assert.Equal(t, []string{"Jo Smith"}, texts(p, 1))
	assert.Equal(t, []string{"Strasse: Rose", "Rose"}, texts(p, 2), "a word before a colon may be a caption that no table has")
	assert.NotContains(t, texts(p, 3), "Name", "a caption is left out already")
	u := p.units[p.lines[0].units[1]]
	assert.InDelta(t, 0.9, u.sure, 1e-9)
	assert.InDelta(t, 0.6, u.cut, 1e-9)

	old := declared(t, &Model{old: true})
	assert.Equal(t, []string{"ส๓ Mary Smith"}, texts(old.page(l), 0), "a model that was trained without such units does not see them")
}

func TestSureness(t *testing.T) {
	at := func(r rune, c float64) extract.Char { return extract.Char{Rune: r, Confidence: c} }
	got := sureness(extract.Text{Value: "ab c", Chars: []extract.Char{at('a', 0.5), at('b', 0.7), at(' ', 0.1), at('c', 0.9)}})
	assert.Equal(t, 0.5, got[0])
	assert.True(t, math.IsNaN(got[2]))
	assert.Equal(t, 0.9, got[3])
	assert.InDelta(t, 0.7, mean(got, 0, 4), 1e-9)
	assert.Nil(t, sureness(extract.Text{Value: "abc", Chars: []extract.Char{at('a', 1)}}))
}

func TestCaptionsOfAreas(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "Ship to", 10, 30, "Mary Smith", 10, 90, "From", 10, 110, "Jo Tan")
	box := func(y0, y1 float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: 0, Y0: y0, X1: 300, Y1: y1}) }
	l.Areas = []extract.Area{{Quad: box(0, 200), Parent: -1}, {Quad: box(0, 60), Parent: 0}, {Quad: box(80, 130), Parent: 0}}
	for i, a := range []int{1, 1, 2, 2} {
		l.Lines[i].Area = a
	}
	p := f.page(l)
	name := p.extra(p.lines[1].units[0], 0)
	assert.Equal(t, []float32{0, 1}, name[4:6], "the receiver's caption stands in its own area, the sender's in the one around it")
	assert.Equal(t, []float32{1, 0}, p.extra(p.lines[3].units[0], 0)[4:6])
	assert.Equal(t, float32(2), name[7])
}

func TestStainsArePassedOver(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "Mary Smith", 10, 26, "1", 10, 40, "1 Rose Lane")
	l.Lines[1].Height = 4
	p := f.page(l)
	assert.Equal(t, 2, p.lines[0].below)
	assert.Equal(t, -1, p.lines[1].above)
}

// TestARateIsNoSum: a share alone is no amount of money, a sum with its rate is.
func TestARateIsNoSum(t *testing.T) {
	for text, want := range map[string]bool{"3.00%": false, "7 %": false, "(19%)": false, "22.17": true, "7% 22.17": true, "7": true} {
		assert.Equal(t, want, possible(Amount, &unit{text: text, digits: digits(text), letters: letters(text)}), text)
	}
}
