package tawi

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/form/formtest"
	"lensd/vision/geom"
)

func TestChoose(t *testing.T) {
	for name, c := range map[string]struct {
		words      string
		paid, held readings
		want       [2]string
	}{
		"words against the clearer reading": {"สามบาทแปดสิบเอ็ดสตางค์",
			readings{map[string]float64{"126": 1}, map[string]float64{"38": 0.2, "88": 0.8}},
			readings{map[string]float64{"3": 1}, map[string]float64{"31": 0.96, "81": 0.05}}, [2]string{"126.88", "3.81"}},
		"the rate alone": {"", readings{map[string]float64{"1200": 1}, map[string]float64{"00": 0.5, "30": 0.4}},
			readings{map[string]float64{"36": 1}, map[string]float64{"00": 0.4, "90": 0.6}}, [2]string{"1,200.00", "36.00"}},
		"nothing speaks for either": {"", readings{map[string]float64{"1200": 1}, map[string]float64{"00": 0.5, "30": 0.4}},
			readings{map[string]float64{"77": 1}, map[string]float64{"13": 0.4, "18": 0.6}}, [2]string{"1,200.00", "77.18"}},
	} {
		paid, held := sum{value: "1"}, sum{value: "1"}
		l := table{words: c.words, total: line{amount: &paid, tax: &held}}
		l.choose([2]readings{c.paid, c.held})
		assert.Equal(t, c.want, [2]string{paid.value, held.value}, name)
		assert.Equal(t, name != "words against the clearer reading", paid.unsure, name)
	}
}

// TestAgain: a row is read beside the totals only where it is likely to print the same sums.
func TestAgain(t *testing.T) {
	at := func(s string) *sum { return &sum{value: s} }
	assert.True(t, again(at("1,820.30"), at("1,820")))
	assert.True(t, again(at("1,820.30"), at("1,320.80")))
	assert.False(t, again(at("4,934.00"), at("58,057.00")))
	assert.False(t, again(at("4,934.00"), at("8,057.00")))
	assert.False(t, again(nil, at("1")))
}

// boxed is a sheet on which each region is one figure.
type boxed struct {
	*formtest.Sheet
	texts []extract.Text
}

func (f boxed) Read(context.Context, []geom.Quad, extract.Hint) ([]extract.Text, error) {
	return f.texts, nil
}

// TestTheFigureThatIsHardlyRead: of the least clear figure the reading counts with which the check digit is right.
func TestTheFigureThatIsHardlyRead(t *testing.T) {
	s := boxed{Sheet: formtest.New()}
	for _, r := range "4935517057900" {
		s.texts = append(s.texts, extract.Text{Value: string(r), Confidence: 0.9})
	}
	c := &certificate{sheet: s}
	read := func() number {
		n, err := c.figures(context.Background(), make([]geom.Rect, 13))
		require.NoError(t, err)
		return n
	}
	s.texts[0].Confidence, s.texts[0].Alternatives = 0.5, []extract.Alternative{{Value: "7"}, {Value: "1"}}
	assert.Equal(t, "1935517057900", read().Digits)
	s.texts[0].Alternatives = []extract.Alternative{{Value: "7"}}
	assert.Equal(t, "4935517057900", read().Digits, "none is made that was not read")
	s.texts[0].Alternatives, s.texts[5].Confidence = []extract.Alternative{{Value: "1"}}, 0.4
	assert.Equal(t, "4935517057900", read().Digits, "nor of clearer ones")
}
