package meter

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// seen builds a row whose cells show the ring positions, each with the given spread in digits.
func seen(spread float64, positions ...float64) Row {
	r := Row{Score: 0.9, Upright: 3}
	for i, p := range positions {
		x := float64(20 * i)
		c := Cell{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: 0, X1: x + 16, Y1: 24}), NotDigit: 0.01, Found: 0.9, Decimal: -3}
		var sum float64
		for b := range Bins {
			d := math.Mod(float64(b)/10-p+15, 10) - 5
			c.Ring[b] = math.Exp(-d*d/(2*spread*spread)) + 1e-4
			sum += c.Ring[b]
		}
		for b := range Bins {
			c.Ring[b] = math.Log(c.Ring[b] / sum)
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func readBest(d *Decoder, rows []Row) (extract.Meter, error) {
	c, ok := d.Best(rows)
	if !ok || c.Refused() {
		return extract.Meter{}, NotFound(Unseen)
	}
	return c.Meter, nil
}

func TestCarry(t *testing.T) {
	tests := []struct {
		name      string
		positions []float64
		want      string
	}{
		{"at rest", []float64{0, 0, 3, 7, 5}, "00375"},
		{"a wheel before its digit is not the digit before", []float64{0, 0, 3, 6.9, 4.9}, "00375"},
		{"last wheel between two digits shows the lower one", []float64{0, 0, 3, 7, 5.5}, "00375"},
		{"a last wheel nearly there is read as there", []float64{0, 0, 3, 7, 4.72}, "00375"},
		{"the second wheel moves with the last one's way to 0", []float64{0, 0, 3, 7.6, 9.6}, "00379"},
		{"the same place with the last wheel past 0 is the next digit", []float64{0, 0, 3, 7.8, 0.1}, "00380"},
		{"carry over three wheels", []float64{0, 0.6, 9.6, 9.6, 9.6}, "00999"},
		{"all wheels shifted by a camera askew", []float64{0.2, 0.2, 3.2, 7.2, 5.2}, "00375"},
		{"shifted the other way", []float64{9.8, 9.8, 2.8, 6.8, 4.8}, "00375"},
		{"roll-over", []float64{9.5, 9.5, 9.5, 9.5, 9.5}, "99999"},
	}
	d := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := readBest(d, []Row{seen(0.12, tt.positions...)})
			require.NoError(t, err)
			assert.Equal(t, tt.want, m.Value)
			assert.Len(t, m.Digits, len(tt.want))
			assert.InDelta(t, 0, m.Angle, 1e-9)
		})
	}
}

func TestCarryResolvesWhatAWheelAloneCannot(t *testing.T) {
	d := New()
	// The tens wheel is seen vaguely between 7 and 8; only the last wheel tells which it shows.
	for _, tt := range []struct {
		last float64
		want string
	}{{9.7, "00379"}, {0.4, "00380"}} {
		r := seen(0.12, 0, 0, 3, 7.7, tt.last)
		tens := seen(0.4, 7.7)
		r.Cells[3].Ring = tens.Cells[0].Ring
		m, err := readBest(d, []Row{r})
		require.NoError(t, err)
		assert.Equal(t, tt.want, m.Value)
	}
}

func TestDirection(t *testing.T) {
	up := seen(0.12, 0, 0, 3, 7, 5)
	down := seen(1.5, 5, 4, 3, 0, 0)
	for i := range down.Cells {
		down.Cells[i].NotDigit = 0.4
	}
	down.Upright = -3
	for _, rows := range [][]Row{{up, down}, {down, up}} {
		m, err := readBest(New(), rows)
		require.NoError(t, err)
		assert.Equal(t, "00375", m.Value)
	}
}

func TestDecimalsDecideTheDirectionOfASymmetricRow(t *testing.T) {
	a := seen(0.12, 8, 0, 8, 0, 8)
	a.Upright = 0
	for i := range a.Cells {
		a.Cells[i].Decimal = -3
		if i > 2 {
			a.Cells[i].Decimal = 3
		}
	}
	b := a.Reverse()
	for i := range b.Cells {
		b.Cells[i].Ring, b.Cells[i].NotDigit = a.Cells[4-i].Ring, a.Cells[4-i].NotDigit
	}
	m, err := readBest(New(), []Row{b, a})
	require.NoError(t, err)
	assert.Equal(t, "808.08", m.Value)
	assert.Equal(t, 3, m.IntegerDigits)
}

func TestBetweenPlacesTheOneMoreLikeACounterWins(t *testing.T) {
	counter := seen(0.12, 0, 0, 3, 7, 5)
	print := seen(0.12, 6, 5, 9, 1, 1, 4, 7, 9) // a serial number: longer, but less like a counter
	print.Score = 0.7
	for i := range print.Cells {
		print.Cells[i].Quad = print.Cells[i].Quad.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X, Y: p.Y + 300} })
		print.Cells[i].Found = 0.88
	}
	for _, rows := range [][]Row{{counter, print}, {print, counter}} {
		m, err := readBest(New(), rows)
		require.NoError(t, err)
		assert.Equal(t, "00375", m.Value)
	}
}

func TestEnds(t *testing.T) {
	beyond := seen(0.12, 4).Cells[0]
	beyond.Quad = beyond.Quad.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X + 120, Y: p.Y} })
	tests := []struct {
		name            string
		absent, found   float64 // of the last of six cells
		past, pastFound float64 // of the place beyond it: probability of no digit, of a place
		want            string
	}{
		{"a wheel that both see", 0.02, 0.9, 1, 0, "003751"},
		{"the unit beside the window", 0.95, 0.4, 1, 0, "00375"},
		{"a wheel behind dirt that the search is sure of", 0.9, 0.85, 1, 0, "003751"},
		{"a wheel that the search held for too faint", 0.02, 0.9, 0.02, 0.25, "0037514"},
		{"an emblem that looks like a digit where the search sees nothing", 0.02, 0.9, 0.02, 0, "003751"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := seen(0.12, 0, 0, 3, 7, 5, 1)
			r.Cells[5].NotDigit, r.Cells[5].Found = tt.absent, tt.found
			r.Beyond = [2]Cell{{NotDigit: 1}, beyond}
			r.Beyond[1].NotDigit, r.Beyond[1].Found = tt.past, tt.pastFound
			var got strings.Builder
			for _, c := range ends(r).Cells {
				got.WriteByte(byte('0' + argmax(c.Ring[:])/10))
			}
			assert.Equal(t, tt.want, got.String())
		})
	}
}

// An end that the search half sees and the reader reads stays: a zero too few is as wrong as an emblem too many.
func TestAHalfSeenEndStays(t *testing.T) {
	r := seen(0.12, 0, 0, 3, 7, 5)
	r.Beyond = [2]Cell{{NotDigit: 1}, {NotDigit: 1}}
	r.Cells[0].Found, r.Cells[0].NotDigit = 0.27, 0.01
	got, err := readBest(New(), []Row{r})
	require.NoError(t, err)
	assert.Equal(t, "00375", got.Value)
}

// A row whose end the search and the reader disagree on may have lost a wheel or taken in the unit.
func TestAZeroThatTheEdgeCutsStandsBeforeZeros(t *testing.T) {
	for name, c := range map[string]struct {
		cut, first    float64
		inside, found float64
		display       bool
		want          int
	}{
		"half a zero before zeros":                {0, 0, .55, .2, false, 6},
		"too little of it":                        {0, 0, .3, .2, false, 5},
		"it is all there and yet no place":        {0, 0, 1, .2, false, 5},
		"nothing that looks like a place":         {0, 0, .55, .01, false, 5},
		"half of another digit":                   {8, 0, .55, .2, false, 5},
		"half a zero before a counter that is on": {0, 7, .55, .2, false, 5},
		"of a display":                            {0, 0, .55, .2, true, 5},
	} {
		t.Run(name, func(t *testing.T) {
			r := seen(.12, c.first, 0, 3, 7, 5)
			r.Display = c.display
			cell := seen(.12, c.cut).Cells[0]
			cell.Inside, cell.Found, cell.NotDigit = c.inside, c.found, .6
			r.Beyond[0] = cell
			assert.Len(t, ends(r).Cells, c.want)
		})
	}
}

func TestADisputedEndIsSeenAndNeverMakesSurer(t *testing.T) {
	r := seen(0.12, 0, 0, 3, 7, 5)
	r.Beyond = [2]Cell{{NotDigit: 1}, {NotDigit: 1}}
	clear, ok := New().Best([]Row{r})
	require.True(t, ok)
	r.Beyond[1] = Cell{NotDigit: 0.9, Found: 0.3}
	disputed, ok := New().Best([]Row{r})
	require.True(t, ok)
	assert.Equal(t, clear.Meter.Value, disputed.Meter.Value)
	assert.Greater(t, disputed.Features.Past, clear.Features.Past+1)
	assert.LessOrEqual(t, disputed.Meter.Confidence, clear.Meter.Confidence)
}

func TestADigitThatTheEdgeCutsLeavesTheRowOpen(t *testing.T) {
	beyond := func(inside, notDigit float64) Row {
		r := seen(.1, 1, 2, 3, 4, 5)
		r.Beyond[0] = Cell{Inside: inside, NotDigit: notDigit}
		return r
	}
	assert.InDelta(t, -6, openness(seen(.1, 1, 2, 3, 4, 5)), 1e-9, "no room")
	assert.InDelta(t, -6, openness(beyond(.05, .01)), 1e-9, "hardly any room")
	assert.Greater(t, openness(beyond(.4, .1)), 2.0)
	assert.Less(t, openness(beyond(1, .99)), -4.0)
}

func TestARivalMakesLessSure(t *testing.T) {
	counter, print := seen(0.12, 0, 0, 3, 7, 5), seen(0.12, 6, 5, 9, 1, 1, 4)
	for i := range print.Cells {
		print.Cells[i].Quad = print.Cells[i].Quad.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X, Y: p.Y + 300} })
		print.Cells[i].Found = 0.85
	}
	alone, ok := New().Best([]Row{counter})
	require.True(t, ok)
	beside, ok := New().Best([]Row{counter, print})
	require.True(t, ok)
	assert.Equal(t, alone.Meter.Value, beside.Meter.Value)
	assert.Less(t, beside.Meter.Confidence, alone.Meter.Confidence)
}

func TestRedWheelsStandAtTheEnd(t *testing.T) {
	// Upside down 00000099 reads 66000000; the red wheels tell.
	right, turned := seen(0.12, 0, 0, 0, 0, 0, 0, 9, 9), seen(0.12, 6, 6, 0, 0, 0, 0, 0, 0)
	for i := range right.Cells {
		red := 60.0
		if i < 5 {
			red = 2
		}
		right.Cells[i].Red, turned.Cells[7-i].Red = red, red
		right.Cells[i].Decimal, turned.Cells[7-i].Decimal = 0, 0
	}
	assert.Greater(t, tail(right), tail(turned))
}

func TestNothing(t *testing.T) {
	flat := seen(4, 1, 2, 3, 4, 5)
	for i := range flat.Cells {
		flat.Cells[i].NotDigit, flat.Cells[i].Found = 0.97, 0.36
	}
	flat.Score, flat.Upright = 0.16, 0
	for name, rows := range map[string][]Row{"no row": nil, "too short": {seen(0.1, 1, 2)}, "too long": {seen(0.1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1)}, "noise": {flat}} {
		t.Run(name, func(t *testing.T) {
			_, err := readBest(New(), rows)
			var e *extract.Error
			require.True(t, errors.As(err, &e))
			assert.Equal(t, extract.KindNotFound, e.Kind)
			assert.Contains(t, e.Message, "show the whole dial")
		})
	}
}

func TestConfidenceFollowsTheEvidence(t *testing.T) {
	d := New()
	clear, ok := d.Best([]Row{seen(0.12, 1, 2, 3, 4, 5)})
	require.True(t, ok)
	dim := seen(0.12, 1, 2, 3, 4, 5)
	dim.Cells[2].Ring = seen(3, 3).Cells[0].Ring
	doubtful, ok := d.Best([]Row{dim})
	require.True(t, ok)
	assert.Greater(t, clear.Meter.Confidence, doubtful.Meter.Confidence)
	assert.Greater(t, clear.Features.Posterior, doubtful.Features.Posterior)
	assert.Greater(t, clear.Features.Worst, doubtful.Features.Worst)
}

func TestTheCurvesAreMonotoneAndShares(t *testing.T) {
	for _, j := range []judgement{ofWheels(), ofDisplays()} {
		last := 0.0
		for x := -16.0; x < 9; x += 0.1 {
			p := j.curve.At(x)
			assert.GreaterOrEqual(t, p, last, "%v", x)
			last = p
		}
		assert.Less(t, last, 1.0)
	}
}

func TestWheelsAndDisplaysAreJudgedEachByTheirEvidence(t *testing.T) {
	f := Features{Posterior: 8, Worst: 5, Absent: .01, Even: .02, Lead: 6, Rival: clearRival, Past: -4, Upright: 6, Agree: 1, Seen: 4, Glow: 3, Open: -6}
	assert.Greater(t, f.confidence(), 0.9)
	assert.Less(t, f.confidence(), 1.0)
	doubtful := f
	doubtful.Posterior, doubtful.Worst, doubtful.Agree = -1, .1, 0
	assert.Less(t, doubtful.confidence(), 0.6)
	open := f
	open.Past = -1
	assert.Less(t, open.confidence(), 0.8, "the row may go on")
	lit := doubtful
	lit.Display = 1
	assert.Equal(t, ofDisplays().curve.At(ofDisplays().clear.of(doubtful)), lit.confidence())
	assert.NotEqual(t, doubtful.confidence(), lit.confidence())
}

func TestADoubtfulReadingOfACounterIsGiven(t *testing.T) {
	f := Features{Posterior: -2, Worst: .2, Absent: .2, Even: .02, Lead: 3, Rival: clearRival, Agree: .5, Seen: 1, Glow: 2.2}
	tests := []struct {
		name    string
		change  func(*Features)
		refused bool
		there   bool
	}{
		{"a counter, hardly legible", func(*Features) {}, false, false},
		{"plainly a counter, hardly legible", func(f *Features) { f.Seen = 2.8 }, false, true},
		{"another place looks as much like one", func(f *Features) { f.Rival, f.Agree, f.Seen = 0, 0, .5 }, true, false},
		{"its places hardly stand out", func(f *Features) { f.Glow, f.Seen, f.Agree = -.5, 1, 0 }, true, false},
		{"as small as a number on a page", func(f *Features) { f.Seen, f.Large = 1.8, math.Log(.1/ample) }, true, false},
		{"as doubtful, and large", func(f *Features) { f.Seen = 1.1 }, false, false},
		{"out of step", func(f *Features) { f.Even, f.Agree, f.Glow = .25, 0, 1 }, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := f
			tt.change(&g)
			c := Candidate{Features: g}
			assert.Equal(t, tt.refused, c.Refused(), "%v", g.counter())
			assert.Equal(t, tt.there, c.There(), "%v", g.counter())
			assert.Less(t, g.confidence(), 0.8)
		})
	}
}

func TestARowIsAsLargeAsItsShareOfThePicture(t *testing.T) {
	d := New()
	for share, want := range map[float64]float64{0: 0, .1: math.Log(.1 / ample), .5: 0} {
		r := seen(0.12, 1, 2, 3, 4, 5)
		r.Share = share
		assert.Equal(t, share, r.Reverse().Share)
		c, ok := d.Best([]Row{r})
		require.True(t, ok)
		assert.InDelta(t, want, c.Features.Large, 1e-9)
	}
}

func TestPosteriorIsAShare(t *testing.T) {
	c := newCarry()
	for _, spread := range []float64{0.1, 0.5, 2} {
		read := c.readRow(seen(spread, 1.3, 2.5, 3.1).Cells)
		assert.Greater(t, read.posterior, 0.0)
		assert.LessOrEqual(t, read.posterior, 1+1e-9)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Row
		for len(b) >= 3 && len(r.Cells) < 12 {
			c := Cell{NotDigit: float64(b[0]) / 255, Found: float64(b[1]) / 255, Decimal: float64(b[2]) - 128}
			for i := range c.Ring {
				c.Ring[i] = -float64(b[i%len(b)]) / 8
			}
			c.Quad = geom.QuadOf(geom.Rect{X0: float64(b[0]), Y0: float64(b[1]), X1: float64(b[2]), Y1: 9})
			r.Cells, b = append(r.Cells, c), b[3:]
		}
		if n := len(r.Cells); n > 1 {
			r.Beyond = [2]Cell{r.Cells[n-1], r.Cells[0]}
			r.Cells = r.Cells[1 : n-1]
		}
		if m, err := readBest(New(), []Row{r, r.Reverse()}); err == nil {
			assert.Len(t, m.Digits, len(m.Positions))
			assert.False(t, math.IsNaN(m.Confidence))
		}
	})
}

func TestAnOpenDisplayIsReadAsItHangs(t *testing.T) {
	up, clearer := shown(.9, 3, 1, 9, 6, 8, 6), shown(.9, 3, 9, 8, 9, 6, 1)
	down := up.Reverse()
	for i := range down.Cells {
		down.Cells[i].Ring, down.Cells[i].NotDigit = clearer.Cells[i].Ring, .01
	}
	up.Upright, down.Upright = 0, 0
	read := func() string {
		m, ok := New().Best([]Row{up, down})
		require.True(t, ok)
		return m.Meter.Value
	}
	assert.Equal(t, "19686", read())
	up.Display, down.Display = false, false
	assert.Equal(t, "98961", read(), "a camera may be fixed upside down before wheels")
	up.Display, down.Display, up.Upright, down.Upright = true, true, -6, 6
	assert.Equal(t, "98961", read(), "the row's own look weighs more")
}
