package tawi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// squares are those of the official form on a sheet at 200 dpi, moved and a little askew.
func squares(form blank, keep func(i int) bool) (out []extract.Tick, at affine) {
	at = affine{xx: 2.78, xy: 0.01, x: 12, yx: -0.01, yy: 2.77, y: 2350}
	for i, r := range form["square"] {
		if keep(i) {
			out = append(out, extract.Tick{Quad: geom.QuadOf(at.rect(r))})
		}
	}
	return out, at
}

func TestRegister(t *testing.T) {
	form := parseBlank(officialForm)
	require.Len(t, form["square"], 19)
	require.Len(t, form["form"], 7)
	ticks, want := squares(form, func(i int) bool { return i%4 != 1 })
	for i := range 30 { // squares of other things
		x, y := float64(100+47*i), float64(200+61*(i%7))
		ticks = append(ticks, extract.Tick{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + 33, Y1: y + 33})})
	}
	got, ok := register(form, ticks, 1654)
	require.True(t, ok)
	for _, r := range form["total"] {
		assert.InDelta(t, 0, got.point(r.Center()).Dist(want.point(r.Center())), 4)
	}
}

// TestRegisterOther: too few squares, or none of them where the form has its own.
func TestRegisterOther(t *testing.T) {
	form := parseBlank(officialForm)
	few, _ := squares(form, func(i int) bool { return i < 6 })
	_, ok := register(form, few, 1654)
	assert.False(t, ok)
	var many []extract.Tick
	for i := range 2000 { // letters that look like boxes must not cost time
		x, y := float64(20*(i%70)), float64(40*(i/70))
		many = append(many, extract.Tick{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + 14, Y1: y + 14})})
	}
	_, ok = register(form, many, 1654)
	assert.False(t, ok)
}
