package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

func TestIntegerDigits(t *testing.T) {
	last3, last1 := []float64{-3, -3, -3, -3, -3, 3, 3, 3}, []float64{-3, -3, -3, -3, 3}
	plain := []float64{-3, -3, -3, -3, -3, -3, -3, -3}
	tests := []struct {
		name string
		red  []float64
		look []float64
		want int
	}{
		{"red wheels", []float64{2, 1, 3, 2, 1, 80, 85, 78}, last3, 5},
		{"the last is redder than the rest", []float64{-1, -4, -6, -4, -3, 40, 35, 70}, []float64{-5, -5, -4, -4, -2, 2, 2, 4}, 5},
		{"the net sees black print only", []float64{2, 1, 3, 2, 1, 80, 85, 78}, []float64{-3, -3, -3, -3, -3, -1, -1, -1}, 5},
		{"under a reddish lamp", []float64{40, 42, 39, 41, 40, 70, 72, 69}, last3, 5},
		{"one decimal", []float64{0, 1, 0, 2, 60}, last1, 4},
		{"all alike", []float64{3, 1, 2, 4, 2}, plain[:5], 5},
		{"a lamp's slow change is no step", []float64{0, 6, 12, 18, 24, 30, 36, 42}, plain, 8},
		{"red at the left is no decimal", []float64{80, 80, 80, 1, 2, 1, 0, 2}, plain, 8},
		{"grey picture, the net has seen the frame", []float64{0, 0, 0, 0, 0}, []float64{-3, -3, -3, 3, 3}, 3},
		{"grey picture, the net is not sure where", []float64{0, 0, 0, 0, 0, 0, 0, 0}, []float64{-5, -7, -3, -2, -3, -2, .1, -.5}, 8},
		{"nothing has a colour but the last, a bit", []float64{5, 4, 5, 5, 7}, []float64{-3, -3, -2, -1, 1}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cells := make([]Cell, len(tt.red))
			for i := range cells {
				cells[i].Red, cells[i].Decimal = tt.red[i], tt.look[i]
			}
			assert.Equal(t, tt.want, integerDigits(cells, false))
		})
	}
}

func TestDisplaysAreGivenTheirPointSooner(t *testing.T) {
	looks := []float64{-3, -3, -3, -3, 1.87}
	cells := make([]Cell, len(looks))
	for i := range cells {
		cells[i].Decimal = looks[i]
	}
	assert.Equal(t, 5, integerDigits(cells, false))
	assert.Equal(t, 4, integerDigits(cells, true))
}

// withTail is a display's row whose net says the digits surely, and after them, in print of the given height and place behind the point,
// a last one with the given share.
func withTail(p float64, height, look float64, digits ...int) Row {
	r := shown(.99, 0, digits...)
	last := &r.Cells[len(digits)-1]
	*last = shown(p, (digits[len(digits)-1]+1)%10, digits...).Cells[len(digits)-1]
	last.Quad = geom.QuadOf(geom.Rect{X0: last.Quad[0].X, Y0: 24 - height, X1: last.Quad[1].X, Y1: 24})
	last.Decimal = look
	return r
}

func TestSmallerDigitsOfADisplayStandBehindThePoint(t *testing.T) {
	for name, c := range map[string]struct {
		height float64
		want   int
	}{"as high as the rest": {24, 5}, "two thirds as high": {16, 4}, "half as high": {12, 4}, "a bit lower": {22, 5}} {
		cells := withTail(.99, c.height, 1, 1, 2, 5, 6, 2).Cells
		assert.Equal(t, c.want, integerDigits(cells, true), name)
		assert.Equal(t, 5, integerDigits(cells, false), "%s: wheels are of one size", name)
	}
}

func TestDoubtfulDecimalsOfADisplayAreLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		row    Row
		want   string
		digits int // before the point
	}{
		"a plain decimal":               {withTail(.99, 14, 3, 9, 5, 3, 8), "953.8", 3},
		"a doubtful one":                {withTail(.8, 14, 3, 9, 5, 3, 8), "953", 3},
		"a doubtful digit, no decimals": {withTail(.8, 24, -3, 9, 5, 3, 8), "9538", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := New().Best([]Row{c.row})
			assert.True(t, ok)
			m := got.Meter
			assert.Equal(t, c.want, m.Value)
			assert.Equal(t, c.digits, m.IntegerDigits)
			assert.Len(t, m.Digits, len(bare(m.Value)))
			assert.Len(t, m.Positions, len(bare(m.Value)))
			if len(m.Value) == m.IntegerDigits {
				assert.Less(t, m.Confidence, 0.8, "it is not all that the meter shows")
			}
		})
	}
}

func TestASureReadingKeepsItsDecimals(t *testing.T) {
	d := New()
	c, _ := d.Best([]Row{withTail(.8, 14, 3, 9, 5, 3, 8)})
	c.Meter.Value, c.Meter.Confidence = "953.8", .95
	assert.Equal(t, "953.8", d.withoutDoubtfulDecimals(c).Meter.Value)
}
