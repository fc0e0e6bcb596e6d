package meter

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

func logit(p float64) float32 { return float32(math.Log(p / (1 - p))) }

// drawRow writes into a detector map what the net should say about a row.
func drawRow(data []float32, c geom.Point, angle, long, high, prob float64) {
	const n = grid * grid
	for i := range n {
		x, y := float64(i%grid)+.5, float64(i/grid)+.5
		dx, dy := x-c.X/detectorStride, y-c.Y/detectorStride
		along, across := dx*math.Cos(angle)+dy*math.Sin(angle), -dx*math.Sin(angle)+dy*math.Cos(angle)
		if math.Abs(along) > long/detectorStride || math.Abs(across) > high/detectorStride {
			continue
		}
		v := []float64{0, -dx, -dy, math.Log(long / detectorStride), math.Log(high / detectorStride),
			math.Cos(2 * angle), math.Sin(2 * angle)}
		data[i] = logit(prob)
		for k := 1; k < rowChannels; k++ {
			data[k*n+i] = float32(v[k])
		}
	}
}

func emptyMap() []float32 {
	data := make([]float32, rowChannels*grid*grid)
	for i := range grid * grid {
		data[i] = -9
	}
	return data
}

func TestDecodeRowsAtEveryAngle(t *testing.T) {
	for deg := -180.0; deg < 180; deg += 15 {
		a := deg * math.Pi / 180
		data := emptyMap()
		drawRow(data, geom.Point{X: 120, Y: 140}, a, 60, 14, 0.9)
		finds := decodeRows(data)
		require.Len(t, finds, 1, "%v", deg)
		hung := math.Remainder(a, math.Pi) // a row that runs leftwards is given as it would hang
		want := oriented(geom.Point{X: 120, Y: 140}, hung, 60, 14)
		if math.Abs(math.Cos(a)) < 1e-9 {
			want = oriented(geom.Point{X: 120, Y: 140}, finds[0].quad.Angle()*math.Pi/180, 60, 14) // neither way hangs
		}
		for i, p := range finds[0].quad {
			assert.InDelta(t, 0, p.Dist(want[i]), 0.01, "%v", deg)
		}
		assert.InDelta(t, 0.9, finds[0].score, 1e-6)
	}
}

func TestDecodeRowsKeepsTwoRowsApart(t *testing.T) {
	data := emptyMap()
	drawRow(data, geom.Point{X: 100, Y: 60}, 0, 60, 12, 0.6)
	drawRow(data, geom.Point{X: 100, Y: 180}, 0, 60, 12, 0.9)
	finds := decodeRows(data)
	require.Len(t, finds, 2)
	assert.Greater(t, finds[0].score, finds[1].score)
	assert.InDelta(t, 180, finds[0].quad.Center().Y, 1)
	assert.InDelta(t, 60, finds[1].quad.Center().Y, 1)
}

func TestDecodeRowsRefusesNonsense(t *testing.T) {
	assert.Empty(t, decodeRows(nil))
	assert.Empty(t, decodeRows(emptyMap()))
	data := emptyMap()
	data[5*grid+5] = 9
	for _, bad := range []float32{float32(math.NaN()), 1000, -1000} {
		data[3*grid*grid+5*grid+5] = bad
		assert.Empty(t, decodeRows(data), "%v", bad)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 255, 10, 3, 77, 128, 200, 9})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		data := make([]float32, max(rowChannels*grid*grid, wheels().channels()*wheels().columns()))
		for i := range data {
			data[i] = (float32(b[i%len(b)]) - 128) / 8
		}
		for _, r := range decodeRows(data) {
			assert.False(t, math.IsNaN(r.quad.Center().X))
			_, _ = wheels().view(r.quad)
		}
		for _, fr := range []frame{wheels(), segments()} {
			if cells, _, _ := fr.decode(data); len(cells) > 0 {
				assert.False(t, math.IsNaN(fit(cells).slope))
			}
		}
	})
}

func TestDecodePlaces(t *testing.T) {
	for _, fr := range []frame{wheels(), segments()} {
		n := fr.columns()
		data := make([]float32, fr.channels()*n)
		for c := range n {
			data[c] = -6
		}
		// Centres at 60, 100 and 140 px; the neighbours of a maximum point to it and must not become cells of their own.
		for i, x := range []float64{60, 100, 140} {
			for c := range n {
				at := (float64(c) + .5) * stripStride
				if d := math.Abs(at - x); d < 10 {
					data[c] = logit(math.Exp(-d*d/40)*.8 + .1)
					data[n+c] = float32((x - at) / stripStride)
					data[2*n+c] = 0.1
					data[5*n+c] = 2
					data[6*n+c] = -1.5
					if fr.digits {
						data[(firstDigit+3*i)*n+c] = 9
					}
				}
			}
		}
		cells, _, upright := fr.decode(data)
		require.Len(t, cells, 3)
		for i, x := range []float64{60, 100, 140} {
			assert.InDelta(t, x, cells[i].x, 0.01)
			assert.InDelta(t, float64(fr.height)/2+fr.window/10, cells[i].y, 0.01)
			assert.InDelta(t, fr.cell, cells[i].w, 0.01)
			assert.InDelta(t, 2, cells[i].decimal, 0.01)
			if fr.digits {
				assert.InDelta(t, 0, cells[i].digits[3*i], 0.01)
			}
		}
		assert.InDelta(t, -1.5, upright, 0.01)
		l := fit(cells)
		assert.InDelta(t, 0, l.slope, 1e-9)
		assert.False(t, l.off(fr))
		assert.InDelta(t, 100, l.quad().Center().X, 0.01)
	}
}

func TestDistinctKeepsTheBetterOfTwoThatShareACentre(t *testing.T) {
	a := find{quad: oriented(geom.Point{X: 50, Y: 50}, 0, 30, 8), score: 0.4}
	b := find{quad: oriented(geom.Point{X: 55, Y: 50}, 0, 30, 8), score: 0.8}
	c := find{quad: oriented(geom.Point{X: 200, Y: 50}, 0, 30, 8), score: 0.5}
	a.rows, a.done, c.rows = []meter.Row{{Score: 0.4}}, true, []meter.Row{{Score: 0.5}}
	got := suppress([]find{a, b, c})
	require.Len(t, got, 2)
	assert.Equal(t, 0.8, got[0].score)
	assert.Equal(t, 0.5, got[1].score)
	assert.Equal(t, a.rows, got[0].before, "what was read in a worse view is kept")
	assert.Empty(t, got[1].before)
}

func TestPrintOverACounterIsNotTheCounter(t *testing.T) {
	row := find{quad: oriented(geom.Point{X: 200, Y: 200}, math.Pi/6, 60, 12)}
	at := func(along, across float64) geom.Point {
		sin, cos := math.Sincos(math.Pi / 6)
		return geom.Point{X: 200 + along*cos - across*sin, Y: 200 + along*sin + across*cos}
	}
	tests := []struct {
		name          string
		along, across float64
		want          bool
	}{
		{"the same row from another view", 20, -8, true},
		{"half of the row", -55, 3, true},
		{"a row beside it", 70, 0, false},
		{"print over it", 10, -30, false},
		{"print under it", 0, 30, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, row.covers(at(tt.along, tt.across)), tt.name)
	}
}

func TestViewMapsTheRowIntoTheMiddle(t *testing.T) {
	for _, fr := range []frame{wheels(), segments()} {
		for _, angle := range []float64{0, 0.7, 3, -2} {
			q := oriented(geom.Point{X: 300, Y: 200}, angle, 150, 30)
			view, err := fr.view(q)
			require.NoError(t, err)
			got := view.Quad(q)
			assert.InDelta(t, float64(fr.width)/2, got.Center().X, 1e-6)
			assert.InDelta(t, float64(fr.height)/2, got.Center().Y, 1e-6)
			assert.InDelta(t, 0, got.Angle(), 1e-6)
			_, height := got.Size()
			assert.InDelta(t, fr.window, height, 1e-6)
		}
		_, err := fr.view(geom.Quad{})
		assert.ErrorIs(t, err, geom.ErrDegenerate)
	}
}

func TestWheelsThatStandPlainlyAreReadOneWay(t *testing.T) {
	tests := []struct {
		name    string
		upright float64
		want    []float64 // the looks of the rows to be read
	}{
		{"open", 0.4, []float64{0.4, -0.4}},
		{"likely the other way", -2.9, []float64{-2.9, 2.9}},
		{"plainly as found", plainWay, []float64{plainWay}},
		{"plainly turned by half", -4, []float64{4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []float64
			for _, r := range directions(meter.Row{Upright: tt.upright, Cells: make([]meter.Cell, 2)}) {
				got = append(got, r.Upright)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestACutIsInterpolatedByCubicsWhereItEnlargesMuch(t *testing.T) {
	const side, low, high = 16, 80, 160
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(low, low, low, 0), side, side, gocv.MatTypeCV8UC3)
	defer m.Close()
	right := m.Region(image.Rect(side/2, 0, side, side))
	right.SetTo(gocv.NewScalar(high, high, high, 0))
	require.NoError(t, right.Close())
	p, err := newPyramid(m)
	require.NoError(t, err)
	defer p.Close()
	for zoom, over := range map[float64]bool{2: false, 4: true} {
		bgr, err := p.cut(geom.Affine(zoom, 0, 0, 0, zoom, 0), int(zoom)*side, int(zoom)*side, gocv.BorderReplicate)
		require.NoError(t, err)
		assert.Equal(t, over, slices.Max(bgr) > high && slices.Min(bgr) < low, "cubics overshoot an edge; zoom %v", zoom)
	}
}
