package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

// plainLooks are those of a scale that nobody doubts.
func plainLooks() ScaleLooks {
	return ScaleLooks{Ticks: 0.4, Phase: 1, Contrast: 20, Reach: 0.8, Lone: 0.65, Slim: 0.08, Hub: 0.2, Warm: 1}
}

// scalesAt are scales in a line under a row, the first at its right, with hands at the positions.
func scalesAt(positions ...float64) []Scale {
	var out []Scale
	for i, p := range positions {
		out = append(out, Scale{Radius: 0.13, At: geom.Point{X: 0.6 - 0.4*float64(i), Y: 0.6}, Position: p, Looks: plainLooks()})
	}
	return out
}

func TestPointersSettleALastWheelOnItsWay(t *testing.T) {
	tests := []struct {
		name   string
		wheels []float64
		hands  []float64
		plain  string
		want   string
		dials  []int
	}{
		{"nearly at 5, the pointer still before 0", []float64{0, 0, 3, 7, 4.85}, []float64{8.4, 4.1}, "00375", "00374", []int{8, 4}},
		{"nearly at 5, the pointer past 0", []float64{0, 0, 3, 7, 4.85}, []float64{0.3, 2.9}, "00375", "00375", []int{0, 2}},
		{"half-way and driven evenly", []float64{0, 0, 3, 7, 4.6}, []float64{5.9, 9.2}, "00375", "00374", []int{5, 9}},
		{"a hand before its mark is carried by the finer one", []float64{0, 0, 3, 7, 4.3}, []float64{2.95, 0.4}, "00374", "00374", []int{3, 0}},
		{"a hand past its mark too", []float64{0, 0, 3, 7, 4.3}, []float64{3.05, 9.6}, "00374", "00374", []int{2, 9}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := New()
			c, ok := d.Best([]Row{seen(0.25, tt.wheels...)})
			require.True(t, ok)
			assert.Equal(t, tt.plain, c.Meter.Value)
			got := d.Pointed(c, scalesAt(tt.hands...))
			assert.Equal(t, tt.want, got.Meter.Value)
			var digits []int
			for i, dial := range got.Meter.Dials {
				digits = append(digits, dial.Digit)
				assert.Equal(t, -1-i, dial.Place)
				assert.Greater(t, dial.Confidence, 0.5)
			}
			assert.Equal(t, tt.dials, digits)
		})
	}
}

func TestPointersCountOnBehindTheDecimals(t *testing.T) {
	d, r := New(), seen(0.1, 0, 0, 3, 7, 4.3)
	for i := 3; i < 5; i++ {
		r.Cells[i].Red = 90
	}
	c, ok := d.Best([]Row{r})
	require.True(t, ok)
	got := d.Pointed(c, scalesAt(3.1, 1.5)).Meter
	assert.Equal(t, "003.74", got.Value)
	require.Len(t, got.Dials, 2)
	assert.Equal(t, []int{-3, -4}, []int{got.Dials[0].Place, got.Dials[1].Place})
}

func TestWhatIsNoPointerIsNotTold(t *testing.T) {
	d := New()
	c, ok := d.Best([]Row{seen(0.1, 0, 0, 3, 7, 4.3)})
	require.True(t, ok)
	star, print := plainLooks(), plainLooks()
	star.Ticks, star.Lone = 0.1, 0.1
	print.Ticks, print.Contrast, print.Warm = 0.08, 2, 0
	contradicting := scalesAt(8.5)
	for name, scales := range map[string][]Scale{
		"nothing": nil, "a star wheel": {{Radius: 0.13, Position: 3, Looks: star}}, "print": {{Radius: 0.1, Position: 3, Looks: print}},
		"a lone hand that the last wheel contradicts": contradicting,
	} {
		got := d.Pointed(c, scales)
		assert.Empty(t, got.Meter.Dials, name)
		assert.Equal(t, c.Meter, got.Meter, name)
	}
	lcd := c
	lcd.row.Display = true
	assert.Empty(t, d.Pointed(lcd, scalesAt(3.1, 1.5)).Meter.Dials, "a display has no pointers")
}

func TestBeyondAMissingScaleNothingIsTold(t *testing.T) {
	d := New()
	c, ok := d.Best([]Row{seen(0.1, 0, 0, 3, 7, 4.3)})
	require.True(t, ok)
	all := scalesAt(3.1, 1.2, 2.4, 4.0)
	require.Len(t, d.Pointers(c, all), 4)
	assert.Len(t, d.Pointers(c, append(all[:2:2], all[3])), 2, "the third is missing")
}

func TestScalesThatCountFromLeftToRight(t *testing.T) {
	d := New()
	c, ok := d.Best([]Row{seen(0.1, 0, 0, 3, 7, 4.3)})
	require.True(t, ok)
	got := d.Pointed(c, scalesAt(6.0, 1.6, 3.15)).Meter.Dials
	require.NotEmpty(t, got)
	assert.Equal(t, 3, got[0].Digit, "the leftmost is the first")
}

func TestALastWheelTurnsBetweenItsDigits(t *testing.T) {
	d := New()
	for position, want := range map[float64]bool{4.0: false, 4.1: false, 4.4: true, 4.7: true, 4.95: false} {
		c, ok := d.Best([]Row{seen(0.06, 0, 0, 3, 7, position)})
		require.True(t, ok)
		assert.Equal(t, want, c.Turning(), "%v, read as %s", position, c.Meter.Value)
	}
	assert.False(t, Candidate{}.Turning())
}
