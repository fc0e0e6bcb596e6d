package meter

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/geom"
)

func TestAgreement(t *testing.T) {
	tests := []struct {
		a, b string
		want float64
	}{
		{"00123.456", "00123.456", 1}, {"00123456", "00123.456", 1}, {"00123.456", "00123.457", .5},
		{"00123", "0123", 0}, {"00123", "00723", 0}, {"", "", 0},
	}
	for _, tt := range tests {
		assert.InDelta(t, tt.want, agreement(tt.a, tt.b), 0, "%s %s", tt.a, tt.b)
	}
}

func TestASecondCutIsHeardButIsNoRival(t *testing.T) {
	first := seen(0.12, 0, 0, 3, 7, 5)
	same, other := first, seen(0.12, 0, 0, 3, 1, 5)
	same.Again, other.Again = true, true
	d := New()
	alone, ok := d.Best([]Row{first})
	require.True(t, ok)
	assert.Zero(t, alone.Features.Agree)
	both, _ := d.Best([]Row{first, same})
	assert.InDelta(t, 1, both.Features.Agree, 0)
	assert.InDelta(t, alone.Features.Lead, both.Features.Lead, 1e-9, "the second cut says nothing of the direction")
	doubt, _ := d.Best([]Row{first, other})
	assert.Zero(t, doubt.Features.Agree)
	assert.Equal(t, "00375", doubt.Meter.Value)
	assert.Less(t, doubt.Meter.Confidence, both.Meter.Confidence+1e-9)
}

func TestTheClearerCutStands(t *testing.T) {
	first, again := seen(2.5, 0, 0, 3, 1, 5), seen(0.12, 0, 0, 3, 7, 5)
	again.Again = true
	c, _ := New().Best([]Row{first, again})
	assert.Equal(t, "00375", c.Meter.Value)
}

// shown is a display's row whose net says the digits with the given probability, and other beside each with what is left.
func shown(p float64, other int, digits ...int) Row {
	r := Row{Score: 0.9, Upright: 3, Display: true}
	for i, d := range digits {
		x := float64(20 * i)
		c := Cell{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: 0, X1: x + 16, Y1: 24}), NotDigit: 0.05, Found: 0.95, Decimal: -3}
		for b := range Bins {
			c.Ring[b] = -12
		}
		c.Ring[10*other], c.Ring[10*d] = math.Log(1-p), math.Log(p)
		r.Cells = append(r.Cells, c)
	}
	return r
}

func TestBothCutsOfADisplayAreReadTogether(t *testing.T) {
	first, again := shown(.55, 8, 1, 0, 0, 4), shown(.9, 0, 1, 8, 8, 4)
	again.Again = true
	c, ok := New().Best([]Row{first, again})
	require.True(t, ok)
	assert.Equal(t, "1884", c.Meter.Value, "the surer cut weighs more")
	assert.Zero(t, c.Features.Agree)
	assert.Equal(t, 1.0, c.Features.Display)
}

func TestOnlyTheSamePlacesOfADisplayAreReadTogether(t *testing.T) {
	display, moved, longer := shown(.9, 8, 1, 2, 3, 4), shown(.9, 8, 1, 2, 3, 4), shown(.9, 8, 1, 2, 3, 4, 5)
	for i := range moved.Cells {
		moved.Cells[i].Quad = moved.Cells[i].Quad.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X + 10, Y: p.Y} })
	}
	both := blend([]Row{display, display})
	assert.InDelta(t, math.Log(.9), both.Cells[0].Ring[10], .01)
	assert.True(t, alike(display, display))
	assert.False(t, alike(display, moved))
	assert.False(t, alike(display, longer))
	longer.Again = true
	c, ok := New().Best([]Row{display, longer})
	require.True(t, ok)
	assert.Zero(t, c.Features.Agree)
	assert.InDelta(t, math.Log(.9), display.Cells[0].Ring[10], 1e-9, "the rows that came in are left as they were")
	half := shown(.9, 8, 1, 2, 3, 4)
	half.Again = true
	c, _ = New().Best([]Row{display, longer, half})
	assert.InDelta(t, .5, c.Features.Agree, 1e-9)
}

func TestWhatStandsBesideADisplaysDigitsIsNoDigit(t *testing.T) {
	r := shown(.9, 8, 1, 2, 3, 4, 7)
	r.Cells[4].Found, r.Cells[4].NotDigit = .45, .55
	c, ok := New().Best([]Row{r})
	require.True(t, ok)
	assert.Equal(t, "1234", c.Meter.Value)
	r.Cells[4].Found, r.Cells[4].NotDigit = .7, .3
	c, _ = New().Best([]Row{r})
	assert.Equal(t, "12347", c.Meter.Value)
}

// A display of three clear digits and a faint place beside them is read with it, but never said to be sure; three digits alone are
// no counter.
func TestADisplayOneDigitShortTakesInAFaintPlace(t *testing.T) {
	r := shown(.99, 8, 6, 4, 4, 1)
	r.Cells[3].Found, r.Cells[3].NotDigit = .4, .6
	c, ok := New().Best([]Row{r})
	require.True(t, ok)
	assert.Equal(t, "6441", c.Meter.Value)
	assert.Less(t, c.Meter.Confidence, .8)
	whole, _ := New().Best([]Row{shown(.99, 8, 6, 4, 4, 1)})
	assert.Less(t, c.Features.clarity()+1.5, whole.Features.clarity())

	beyond := shown(.99, 8, 6, 4, 4)
	beyond.Beyond[1] = r.Cells[3]
	c, ok = New().Best([]Row{beyond})
	require.True(t, ok)
	assert.Equal(t, "6441", c.Meter.Value, "the search gave it no place of the row")
	beyond.Beyond[1].Found = .2
	_, ok = New().Best([]Row{beyond})
	assert.False(t, ok)
}

// What was read in another view counts for the same place, the clearer view more; only a row read the other way round is what the
// reading leads.
func TestTheClearerOfTwoViewsStands(t *testing.T) {
	clear, dim := shown(.99, 8, 1, 2, 3, 4), shown(.6, 8, 1, 2, 3, 5)
	alone, _ := New().Best([]Row{clear})
	for _, rows := range [][]Row{{clear, dim}, {dim, clear}} {
		c, ok := New().Best(rows)
		require.True(t, ok)
		assert.Equal(t, "1234", c.Meter.Value)
		assert.Equal(t, alone.Features.Lead, c.Features.Lead)
	}
	down := dim.Reverse()
	for i := range down.Cells {
		down.Cells[i].Ring = dim.Cells[i].Ring
	}
	down.Upright = 3
	c, _ := New().Best([]Row{clear, down})
	assert.Less(t, c.Features.Lead, alone.Features.Lead)
}
