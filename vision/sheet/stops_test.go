package sheet

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestAReadingWithoutItsStopsIsTakenWithThem(t *testing.T) {
	read := func(value string, others ...string) extract.Text {
		out := extract.Text{Value: value, Confidence: 0.9}
		for i, r := range []rune(value) {
			out.Chars = append(out.Chars, extract.Char{Rune: r, X0: float64(i), X1: float64(i + 1), Confidence: 0.9})
		}
		for _, o := range others {
			out.Alternatives = append(out.Alternatives, extract.Alternative{Value: o, Confidence: 0.1})
		}
		return out
	}
	for _, c := range []struct {
		text extract.Text
		seen int
		want string
	}{
		{read("Mock BV.", "Mock 8V.", "Mock B.V."), 2, "Mock B.V."},
		{read("Mock BV.", "Mock B.V."), 1, "Mock BV."},
		{read("Mock BV.", "Mock B.V."), 3, "Mock BV."},
		{read("Mock BV.", "Mack B.V."), 2, "Mock BV."},
		{read("Co, Ltd.", "Co., Ltd."), 3, "Co., Ltd."},
		{read("Co, Ltd.", "Co. Ltd.,"), 3, "Co, Ltd."},
		{read("ต บางรัก", "ต.บางรัก", "ต. บางรัก"), 1, "ต. บางรัก"},
		{read("Mr. A.", "Mr A"), 0, "Mr. A."},
	} {
		got := stopped(c.text, c.seen)
		assert.Equal(t, c.want, got.Value)
		said := ""
		for _, r := range got.Chars {
			said += string(r.Rune)
		}
		assert.Equal(t, c.want, said)
	}
	got := stopped(read("BV.", "B.V."), 2)
	assert.Equal(t, []float64{1, 1, 2}, []float64{got.Chars[1].X0, got.Chars[1].X1, got.Chars[2].X1}, "it takes no room")
	assert.Equal(t, "B.V.", stopped(extract.Text{Value: "BV.", Alternatives: read("", "B.V.").Alternatives}, 2).Value, "of a reading that tells no places")
}
