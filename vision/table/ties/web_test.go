package ties

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/layout"
)

// line is a phrase of words of 40 pixels, with letters 10 high and 6 between words.
func line(x, y, words int) layout.Phrase {
	p := layout.Phrase{Box: layout.Box{X0: x, Y0: y, X1: x + 46*words - 6, Y1: y + 10}, Height: 10, Base: y + 10}
	for k := range words {
		p.Words = append(p.Words, layout.Word{Box: layout.Box{X0: x + 46*k, Y0: y, X1: x + 46*k + 40, Y1: y + 10}, Height: 10, Base: y + 10})
	}
	return p
}

func page(ps ...layout.Phrase) *layout.Page {
	return &layout.Page{W: 1000, H: 1000, TextHeight: 10, Space: 6, Phrases: ps}
}

func ends(ts []Tie) (out [][2]int) {
	for _, t := range ts {
		out = append(out, [2]int{t.From, t.To})
	}
	return out
}

func TestWordsAreTiedToTheirNeighbours(t *testing.T) {
	dash := func(x, y int) layout.Phrase {
		p := line(x, y, 1)
		p.Y1, p.Words[0].Y1 = y+2, y+2
		return p
	}
	for name, c := range map[string]struct {
		page          *layout.Page
		beside, under [][2]int
	}{
		"no words":                  {page(), nil, nil},
		"a line":                    {page(line(100, 100, 3)), [][2]int{{0, 1}, {1, 2}}, nil},
		"a dash stands in its line": {page(line(100, 100, 1), dash(300, 104), dash(400, 106)), [][2]int{{0, 1}, {1, 2}}, nil},
		"the next one only":         {page(line(100, 100, 1), line(300, 100, 1), line(500, 100, 1)), [][2]int{{0, 1}, {1, 2}}, nil},
		"under one another":         {page(line(100, 100, 1), line(100, 120, 1), line(100, 140, 1)), nil, [][2]int{{0, 1}, {1, 2}}},
		"a name over two columns is tied to both":    {page(line(100, 120, 1), line(200, 120, 1), layoutWide(100, 240, 100)), [][2]int{{0, 1}}, [][2]int{{2, 0}, {2, 1}}},
		"what stands aside in the next line":         {page(line(100, 100, 1), line(300, 112, 1)), nil, [][2]int{{0, 1}}},
		"too far down, or too far down and aside":    {page(line(100, 100, 1), line(100, 300, 1), line(300, 160, 1)), nil, nil},
		"lines of two columns that do not quite fit": {page(line(100, 100, 1), line(300, 103, 1), line(300, 115, 1)), [][2]int{{0, 1}}, [][2]int{{0, 2}, {1, 2}}},
	} {
		w := Of(c.page)
		assert.Equal(t, c.beside, ends(w.Beside), name)
		assert.ElementsMatch(t, c.under, ends(w.Under), name)
	}
}

// layoutWide is a phrase of one wide word.
func layoutWide(x0, x1, y int) layout.Phrase {
	p := line(x0, y, 1)
	p.X1, p.Words[0].X1 = x1, x1
	return p
}

// Places among the traits that tests look at.
const (
	besidePrinted, besideEdge = 5, 6
	underPrinted, underEdge   = 7, 8
)

func TestRulesAreSeenBetweenTheWordsThatTheyPart(t *testing.T) {
	print := []layout.Phrase{line(100, 100, 1), line(200, 100, 1), line(100, 120, 1), line(200, 120, 1)}
	p := page(print...)
	p.Rules = []layout.Rule{{X0: 170, X1: 170, Y0: 95, Y1: 112, Vertical: true}, {X0: 90, X1: 150, Y0: 115, Y1: 115, Edge: true}}
	w := Of(p)
	for k, want := range [][2]float32{{1, 0}, {0, 0}} {
		assert.Equal(t, want, [2]float32{w.Beside[k].Traits[besidePrinted], w.Beside[k].Traits[besideEdge]}, "the rule ends above the second line")
	}
	for _, u := range w.Under {
		if u.From == 0 && u.To == 2 {
			assert.Equal(t, []float32{0, 1}, u.Traits[underPrinted:underEdge+1], "a fill's border")
		}
		if u.From == 1 && u.To == 3 {
			assert.Equal(t, []float32{0, 0}, u.Traits[underPrinted:underEdge+1])
		}
	}
}

// Whatever a page holds, the net gets as many traits as it was trained on.
func TestEveryPageHasTheTraitsThatTheNetWants(t *testing.T) {
	_, n, _ := goldenNet(t)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		var ps []layout.Phrase
		for range r.IntN(30) {
			ps = append(ps, line(r.IntN(900), r.IntN(900), 1+r.IntN(4)))
		}
		p := page(ps...)
		for range r.IntN(10) {
			x, y := 900*r.Float64(), 900*r.Float64()
			p.Rules = append(p.Rules, layout.Rule{X0: x, X1: x + 100, Y0: y, Y1: y, Edge: r.IntN(2) == 0}, layout.Rule{X0: x, X1: x, Y0: y, Y1: y + 100, Vertical: true})
		}
		p.Areas = []layout.Area{{Box: layout.Box{X0: 100, Y0: 100, X1: 600, Y1: 300}, Filled: true, Dark: true}}
		w := Of(p)
		for _, v := range w.Traits {
			require.Len(t, v, wordTraits)
		}
		for _, u := range w.Beside {
			require.Len(t, u.Traits, besideTraits)
		}
		for _, u := range w.Under {
			require.Len(t, u.Traits, underTraits)
		}
		said := n.Say(w)
		assert.Len(t, said.Words, len(w.Words))
		assert.Len(t, said.Under, len(w.Under))
	}
}

func TestPagesFullOfSpecksAreLeftAlone(t *testing.T) {
	var ps []layout.Phrase
	for k := range mostWords + 1 {
		ps = append(ps, line(10*(k%90), 10*(k/90), 1))
	}
	assert.Empty(t, Of(page(ps...)).Words)
}

func BenchmarkSay(b *testing.B) {
	raw, err := os.ReadFile("../ties.net")
	require.NoError(b, err)
	n, err := Read(bytes.NewReader(raw))
	require.NoError(b, err)
	var ps []layout.Phrase
	for k := range 300 {
		ps = append(ps, line(20+120*(k%8), 20+20*(k/8), 1))
	}
	p := page(ps...)
	for b.Loop() {
		n.Say(Of(p))
	}
}
