package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

func TestADisplayNeedsSomeDigitsThatAreSure(t *testing.T) {
	tests := []struct {
		name  string
		cells []place
		want  bool
	}{
		{"a row", row(.9, 20, 40, 60), true},
		{"two digits", row(.9, 20, 40), false},
		{"faint ones", row(.5, 20, 40, 60, 80), false},
		{"one faint among sure ones", append(row(.9, 20, 40, 60), row(.4, 80)...), true},
		{"nothing", nil, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, straightened{cells: tt.cells}.lit(), tt.name)
	}
}

func TestOnlyWheelsStandAtOnePitch(t *testing.T) {
	stray := row(.5, 20, 40, 60, 80, 118)
	assert.Len(t, segments().lattice(stray), 5)
	assert.Len(t, wheels().lattice(stray), 4)
}

func TestADisplaysDigitsStandAtRest(t *testing.T) {
	pl := place{decimal: 2, found: .8}
	for d := range pl.digits {
		pl.digits[d] = -50
	}
	pl.digits[7] = -.1
	c := segments().evidence(pl, geom.Quad{})
	assert.InDelta(t, -.1, c.Ring[70], 1e-9)
	assert.InDelta(t, unlikely, c.Ring[30], 1e-9, "no place counts for less than one between digits")
	assert.InDelta(t, unlikely, c.Ring[75], 1e-9)
	assert.InDelta(t, .2, c.NotDigit, 1e-9)
	assert.Equal(t, [meter.Bins]float64{}, wheels().evidence(pl, geom.Quad{}).Ring, "wheels are read by another net")
}

// found is a row with the given mean of Found and of its cells' greatest log-probability.
func found(glow, sure float64, display bool) meter.Row {
	r := meter.Row{Display: display, Cells: make([]meter.Cell, 5)}
	for i := range r.Cells {
		for b := range meter.Bins {
			r.Cells[i].Ring[b] = -12
		}
		r.Cells[i].Found, r.Cells[i].Ring[30] = glow, sure
	}
	return r
}

func TestADisplayHasNoHoles(t *testing.T) {
	at := func(xs ...float64) (cells []meter.Cell) {
		for _, x := range xs {
			cells = append(cells, meter.Cell{Quad: geom.QuadOf(geom.Rect{X0: x, Y0: 0, X1: x + 12, Y1: 20})})
		}
		return cells
	}
	assert.InDelta(t, 1, covered(at(0, 20, 40, 60)), 1e-9)
	assert.InDelta(t, 1, covered(at(0, 20, 40, 68, 82, 96)), 1e-9, "a point and smaller decimals")
	assert.InDelta(t, 4.0/7, covered(at(0, 20, 40, 120)), 1e-9)
	assert.InDelta(t, 1, covered(at(0, 50)), 1e-9)
	assert.InDelta(t, 1, covered(nil), 1e-9)
}

func TestADisplayOrWheels(t *testing.T) {
	tests := []struct {
		name             string
		lit, wheels      []meter.Row
		display, nothing bool
	}{
		{"no display", nil, []meter.Row{found(.9, -1.1, false)}, false, false},
		{"no wheels", []meter.Row{found(.7, -.1, true)}, nil, true, false},
		{"clear wheels, in which some digits glow", []meter.Row{found(.7, -.1, true)}, []meter.Row{found(.9, -1.1, false)}, false, false},
		{"wheels that read as nothing", []meter.Row{found(.7, -.1, true)}, []meter.Row{found(.9, -2.5, false)}, true, false},
		{"the clearer direction counts", []meter.Row{found(.7, -.1, true)}, []meter.Row{found(.9, -2.5, false), found(.9, -1.1, false)}, false, false},
		{"digits that read as nothing", []meter.Row{found(.7, -1.5, true)}, []meter.Row{found(.5, -2, false)}, false, false},
		{"neither", nil, nil, false, true},
	}
	for _, tt := range tests {
		got := either(tt.lit, tt.wheels)
		if tt.nothing {
			assert.Empty(t, got, tt.name)
			continue
		}
		assert.Equal(t, tt.display, got[0].Display, tt.name)
	}
}
