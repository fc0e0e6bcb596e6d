package linenet

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTwoViewsDecideTogether(t *testing.T) {
	r := testReader()
	last := func(p map[rune]float64) view {
		return r.look(slots(r.letters, map[rune]float64{'X': 0.99}, nil, map[rune]float64{'7': 0.99}, nil, p, nil), constraint{})
	}
	read := func(s ...view) (string, float64) {
		text := r.decode(s, testFrame(6), constraint{})
		return text.Value, text.Confidence
	}
	for name, c := range map[string]struct {
		first, second map[rune]float64
		want          string
	}{
		"both agree":              {map[rune]float64{'Q': 0.9}, map[rune]float64{'Q': 0.9}, "X7Q"},
		"the surer one wins":      {map[rune]float64{'O': 0.5, 'Q': 0.4}, map[rune]float64{'Q': 0.9, 'O': 0.05}, "X7Q"},
		"whichever it is":         {map[rune]float64{'Q': 0.9, 'O': 0.05}, map[rune]float64{'O': 0.5, 'Q': 0.4}, "X7Q"},
		"neither saw it best":     {map[rune]float64{'O': 0.55, 'Q': 0.44}, map[rune]float64{'C': 0.55, 'Q': 0.44}, "X7Q"},
		"a text of one view only": {map[rune]float64{'Q': 0.95, 'O': 0.04}, map[rune]float64{'O': 0.7, '0': 0.25}, "X7O"},
	} {
		got, _ := read(last(c.first), last(c.second))
		assert.Equal(t, c.want, got, name)
	}
	same, agreed := read(last(map[rune]float64{'3': 0.9, '8': 0.09}), last(map[rune]float64{'3': 0.9, '8': 0.09}))
	text, torn := read(last(map[rune]float64{'3': 0.9, '8': 0.09}), last(map[rune]float64{'3': 0.5, '8': 0.49}))
	assert.Equal(t, same, text)
	assert.Less(t, torn, agreed, "views that differ are less sure")
}

func TestOnlyDoubtfulLinesAreSeenTwice(t *testing.T) {
	r := testReader()
	doubtful := func(p float64) bool {
		return r.look(slots(r.letters, map[rune]float64{'7': p}, nil), constraint{}).doubtful()
	}
	assert.False(t, doubtful(0.99))
	assert.True(t, doubtful(0.6))
	assert.False(t, view{}.doubtful(), "nothing was found")
	guess := map[rune]float64{'7': 0.35, '8': 0.33, '9': 0.31}
	assert.False(t, r.look(slots(r.letters, guess, nil, guess, nil, guess, nil), constraint{}).doubtful(), "a guess")
}

func TestTheSecondViewIsTheSamePrintAside(t *testing.T) {
	f := &framed{pixels: make([]byte, netHeight*30), width: 30, origin: 0.1, step: 0.02}
	for y := 10; y < 30; y++ {
		for x := 12; x < 15; x++ {
			f.pixels[y*f.width+x] = 160
		}
	}
	again, err := f.again()
	require.NoError(t, err)
	require.Len(t, again.pixels, netHeight*again.width)
	assert.Equal(t, f.width+aside, again.width)
	at := func(g *framed, x int) byte { return g.pixels[20*g.width+x] }
	assert.Zero(t, at(again, 12))
	assert.Greater(t, at(again, 12+aside), at(f, 12), "strokes are sharper")
	assert.InDelta(t, f.at(13), again.at(13+aside), 1e-9, "the way back to the crop")
}
