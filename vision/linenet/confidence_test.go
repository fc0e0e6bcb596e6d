package linenet

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// spelled is a text of one certainty.
func spelled(value string, confidence float64) (out []extract.Char) {
	for _, r := range value {
		out = append(out, extract.Char{Rune: r, Confidence: confidence})
	}
	return out
}

func TestTheEvidenceForAText(t *testing.T) {
	a := newAlphabet()
	classes, _ := a.encode("abc")
	other, _ := a.encode("abe")
	found := []hypothesis{{classes, math.Log(0.6), 0}, {other, math.Log(0.3), 0}}
	one := view{found: found}
	text := extract.Text{Value: "abc", Chars: []extract.Char{{Rune: 'a', Confidence: 0.9}, {Rune: 'b', Confidence: 0.5}, {Rune: 'c', Confidence: 0.7}}}
	e := evidence(text, sight{one}, found, &framed{width: 30, detail: 0.7}, a)
	require.Len(t, e, evidenceSize)
	for i, want := range map[int]float64{
		0: 0, 1: logit(0.7), 2: logit(0.9), 3: (logit(0.9) + logit(0.7)) / 3, 4: logit(0.6), // signs, and the whole
		5: math.Log(0.6 / 0.9), 6: math.Log(2), // among the texts that were found
		7: 3, 8: 0, 11: math.Log(0.6), 12: math.Log(0.6), 13: 0.7, 14: 10,
	} {
		assert.InDelta(t, want, e[i], 1e-5, "figure %d", i)
	}
}

func TestALeadIsOverAnotherText(t *testing.T) {
	a := newAlphabet()
	text := func(s string, log float64) hypothesis {
		classes, ok := a.encode(s)
		require.True(t, ok)
		return hypothesis{classes: classes, log: log}
	}
	_, lead := standing([]hypothesis{text("ก่ำ", -1), text("กํ่า", -2), text("ก้ำ", -4)}, "ก่ำ", a)
	assert.InDelta(t, 3, lead, 1e-9, "two ways to write one text")
	_, lead = standing([]hypothesis{text("X7Q", -1)}, "X7Q", a)
	assert.InDelta(t, clearLead, lead, 1e-9)
	share, lead := standing([]hypothesis{text("X7Q", -3), text("X7O", -1)}, "X7Q", a)
	assert.InDelta(t, -2, lead, 1e-9, "a wish brought it to the front")
	assert.Less(t, share, -2.0)
}

func TestOddSpellingIsTold(t *testing.T) {
	usual, oddest := oddness(spelled("จังหวัด", 1))
	odd, oddestOfOdd := oddness(spelled("จังหวัค", 1))
	assert.Less(t, usual, odd)
	assert.Less(t, oddest, oddestOfOdd)
	mean, most := oddness(spelled("4470 88", 1))
	assert.Zero(t, mean, "figures are not spelt")
	assert.Zero(t, most)
}

// What speaks for a text makes it surer: its signs, its share among others, views that agree.
func TestConfidenceFollowsTheEvidence(t *testing.T) {
	r := testReader()
	read := func(last ...map[rune]float64) float64 {
		var s sight
		for _, p := range last {
			s = append(s, r.look(slots(r.letters, map[rune]float64{'X': 0.99}, nil, map[rune]float64{'7': 0.99}, nil, p, nil), constraint{}))
		}
		return r.decode(s, testFrame(6), constraint{}).Confidence
	}
	sure, doubtful := read(map[rune]float64{'Q': 0.995}), read(map[rune]float64{'Q': 0.6, 'O': 0.39})
	assert.Greater(t, sure, 0.6)
	assert.Less(t, doubtful, sure-0.2)
	assert.Less(t, read(map[rune]float64{'Q': 0.5, 'O': 0.01, 'G': 0.01}, map[rune]float64{'Q': 0.2, 'O': 0.2}), sure, "neither view is sure")
}
