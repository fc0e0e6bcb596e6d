package vote_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/vote"
)

func TestLine(t *testing.T) {
	for name, c := range map[string]struct {
		readings []extract.Text
		worse    func(string) float64
		want     string
	}{
		"one reading stands":            {[]extract.Text{{Value: "วิชัย", Confidence: 0.3}}, nil, "วิชัย"},
		"a majority beats the surest":   {[]extract.Text{{Value: "ชิดา", Confidence: 0.7}, {Value: "ธิดา", Confidence: 0.6}, {Value: "ธิดา", Confidence: 0.5}}, nil, "ธิดา"},
		"a letter that one lost is put": {[]extract.Text{{Value: "สมชย", Confidence: 0.6}, {Value: "สมชาย", Confidence: 0.6}, {Value: "สมชาย", Confidence: 0.5}}, nil, "สมชาย"},
		"a mark needs no majority":      {[]extract.Text{{Value: "น้ำ", Confidence: 0.6}, {Value: "นำ", Confidence: 0.6}}, nil, "น้ำ"},
		"a letter that one invents goes": {
			[]extract.Text{{Value: "สมชาบย", Confidence: 0.8}, {Value: "สมชาย", Confidence: 0.6}, {Value: "สมชาย", Confidence: 0.5}}, nil, "สมชาย",
		},
		"second guesses count": {
			[]extract.Text{{Value: "กง", Confidence: 0.5, Alternatives: []extract.Alternative{{Value: "กจ", Confidence: 0.5}}}, {Value: "กจ", Confidence: 0.4}}, nil, "กจ",
		},
		"what is known overrules": {
			[]extract.Text{{Value: "ชิดา", Confidence: 0.7}, {Value: "ธิดา", Confidence: 0.4}},
			func(s string) float64 { return float64(strings.Count(s, "ช")) }, "ธิดา",
		},
		"empty readings are no votes": {[]extract.Text{{}, {Value: "ก", Confidence: 0.2}, {}}, nil, "ก"},
	} {
		got, ok := vote.Line(c.readings, c.worse)
		assert.True(t, ok, name)
		assert.Equal(t, c.want, got.Value, name)
		assert.LessOrEqual(t, got.Confidence, 0.9, name)
	}
	_, ok := vote.Line([]extract.Text{{}}, nil)
	assert.False(t, ok)
}

func TestDisagreementLowersConfidence(t *testing.T) {
	one, _ := vote.Line([]extract.Text{{Value: "ธิดา", Confidence: 0.8}, {Value: "ธิดา", Confidence: 0.8}}, nil)
	split, _ := vote.Line([]extract.Text{{Value: "ธิดา", Confidence: 0.8}, {Value: "ชิคา", Confidence: 0.8}}, nil)
	assert.InDelta(t, 0.8, one.Confidence, 1e-9)
	assert.Less(t, split.Confidence, one.Confidence)
}
