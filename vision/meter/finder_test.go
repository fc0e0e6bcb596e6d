package meter_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/meter"
	"lensd/vision/geom"
	visionmeter "lensd/vision/meter"
	"lensd/vision/picture"
)

type truth struct {
	File     string          `json:"file"`
	Digits   string          `json:"digits"`
	Decimals int             `json:"decimals"`
	Cells    [][4][2]float64 `json:"cells"`
}

func truths(t *testing.T, name string) []truth {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	require.NoError(t, err)
	defer f.Close()
	var out []truth
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var tr truth
		require.NoError(t, json.Unmarshal(lines.Bytes(), &tr))
		out = append(out, tr)
	}
	require.NotEmpty(t, out)
	return out
}

func open(t *testing.T) *visionmeter.Finder {
	t.Helper()
	f, err := visionmeter.Open()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return f
}

func load(t *testing.T, name string) *picture.Picture {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	p, err := picture.Decode(b, picture.DefaultLimits())
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

// quarter turns the picture clockwise by n quarters and gives the map of its points.
func quarter(t *testing.T, p *picture.Picture, n int) (*picture.Picture, func(geom.Point) geom.Point) {
	t.Helper()
	w, h := float64(p.Width()), float64(p.Height())
	m := p.Mat()
	switch n {
	case 0:
		same, err := picture.FromMat(m.Clone())
		require.NoError(t, err)
		return same, func(q geom.Point) geom.Point { return q }
	default:
		out := gocv.NewMat()
		gocv.Rotate(m, &out, []gocv.RotateFlag{gocv.Rotate90Clockwise, gocv.Rotate180Clockwise, gocv.Rotate90CounterClockwise}[n-1])
		turned, err := picture.FromMat(out)
		require.NoError(t, err)
		return turned, []func(geom.Point) geom.Point{
			func(q geom.Point) geom.Point { return geom.Point{X: h - 1 - q.Y, Y: q.X} },
			func(q geom.Point) geom.Point { return geom.Point{X: w - 1 - q.X, Y: h - 1 - q.Y} },
			func(q geom.Point) geom.Point { return geom.Point{X: q.Y, Y: w - 1 - q.X} },
		}[n-1]
	}
}

func TestReadsSimulatedStationsTurnedByQuarters(t *testing.T) {
	finder, decoder := open(t), meter.New()
	for _, tr := range truths(t, "truth.jsonl") {
		p := load(t, tr.File)
		for n := range 4 {
			turned, move := quarter(t, p, n)
			best, ok, err := finder.Read(turned, decoder)
			turned.Close()
			require.NoError(t, err)
			require.True(t, ok && !best.Refused(), "%s turned %d", tr.File, n)
			m := best.Meter
			// How often red wheels are told apart is a figure of docs/accuracy.md; a point in a wrong place is a fault.
			whole := len(tr.Digits) - tr.Decimals
			assert.Contains(t, []string{tr.Digits[:whole] + "." + tr.Digits[whole:], tr.Digits}, m.Value, "%s turned %d", tr.File, n)
			// Station 3 has purple decimals beside navy wheels, which nothing told it are decimals; the others have red.
			if tr.File != "station-3.jpg" {
				assert.Equal(t, len(tr.Digits)-tr.Decimals, m.IntegerDigits, "%s turned %d", tr.File, n)
			}
			require.Len(t, m.Digits, len(tr.Digits))
			checkBoxes(t, tr, m, move)
		}
	}
}

func TestReadsDisplaysTurnedByQuarters(t *testing.T) {
	finder, decoder := open(t), meter.New()
	for _, tr := range truths(t, "displays.jsonl") {
		p := load(t, tr.File)
		for n := range 4 {
			turned, move := quarter(t, p, n)
			best, ok, err := finder.Read(turned, decoder)
			turned.Close()
			require.NoError(t, err)
			require.True(t, ok && !best.Refused(), "%s turned %d", tr.File, n)
			assert.True(t, best.Display(), "%s turned %d", tr.File, n)
			assert.Equal(t, tr.Digits, strings.ReplaceAll(best.Meter.Value, ".", ""), "%s turned %d", tr.File, n)
			require.Len(t, best.Meter.Digits, len(tr.Digits))
			checkBoxes(t, tr, best.Meter, move)
		}
	}
}

// checkBoxes wants every box on its digit and running in reading direction.
func checkBoxes(t *testing.T, tr truth, m extract.Meter, move func(geom.Point) geom.Point) {
	t.Helper()
	for i, c := range tr.Cells {
		var want geom.Quad
		for k, p := range c {
			want[k] = move(geom.Point{X: p[0], Y: p[1]})
		}
		height := want[0].Dist(want[3])
		assert.Less(t, m.Digits[i].Center().Dist(want.Center()), 0.25*height, "%s digit %d", tr.File, i)
		off := math.Mod(m.Digits[i].Angle()-want.Angle()+540, 360) - 180
		assert.Less(t, math.Abs(off), 6.0, "%s digit %d", tr.File, i)
	}
}

func TestNoCounter(t *testing.T) {
	finder, decoder := open(t), meter.New()
	for name, fill := range map[string]gocv.Scalar{"white": gocv.NewScalar(255, 255, 255, 0), "black": gocv.NewScalar(0, 0, 0, 0)} {
		for _, size := range [][2]int{{480, 640}, {16, 16}, {16, 3000}} {
			m := gocv.NewMatWithSizeFromScalar(fill, size[0], size[1], gocv.MatTypeCV8UC3)
			p, err := picture.FromMat(m)
			require.NoError(t, err)
			best, ok, err := finder.Read(p, decoder)
			p.Close()
			require.NoError(t, err)
			assert.False(t, ok && !best.Refused(), "%s %v: %+v", name, size, best.Meter)
		}
	}
}
