package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// at is a print 40 px long and 20 px high whose middle is there.
func at(kind int, found float64, beside bool, x, y float64) Print {
	return Print{Kind: kind, Found: found, Beside: beside, Quad: geom.QuadOf(geom.Rect{X0: x - 20, Y0: y - 10, X1: x + 20, Y1: y + 10})}
}

func TestAUnitIsToldWhereItIsPlain(t *testing.T) {
	sure := unitTold + 0.1
	for name, tc := range map[string]struct {
		seen     []Print
		want     string
		total    bool
		exponent int
	}{
		"nothing":                     {},
		"beside the row":              {seen: []Print{at(printCubicMetres, sure, true, 300, 50)}, want: "m³", total: true},
		"power":                       {seen: []Print{at(printKilowatts, sure, true, 300, 50)}, want: "kW"},
		"too faint":                   {seen: []Print{at(printCubicMetres, unitTold-0.01, true, 300, 50)}},
		"over the row, however plain": {seen: []Print{at(printGallons, 1, false, 300, 10)}},
		"beside the row before what stands aside": {seen: []Print{at(printGallons, 0.95, false, 300, 10), at(printKilowattHours, 0.95, true, 300, 50)}, want: "kWh", total: true},
		"two that are nearly as likely":           {seen: []Print{at(printKilowattHours, 0.85, true, 300, 50), at(printMegawattHours, 0.8, true, 300, 50)}},
		"with an exponent before it":              {seen: []Print{at(printCubicMetres, 0.95, true, 300, 50), at(printTen, 0.95, true, 250, 50)}, want: "m³", total: true, exponent: 1},
		"an exponent somewhere else":              {seen: []Print{at(printCubicMetres, 0.95, true, 300, 50), at(printTen, 0.95, true, 100, 50)}, want: "m³", total: true},
		"an exponent alone":                       {seen: []Print{at(printTen, 0.95, true, 300, 50)}},
	} {
		t.Run(name, func(t *testing.T) {
			u := Unit(tc.seen)
			if tc.want == "" {
				assert.Nil(t, u)
				return
			}
			require.NotNil(t, u)
			assert.Equal(t, []any{tc.want, tc.total, tc.exponent}, []any{u.Name, u.Total, u.Exponent})
		})
	}
}

func TestTheUnitTellsTheSortOfMeterWhereOnlyOneHasIt(t *testing.T) {
	for _, tc := range []struct {
		unit     string
		pointers bool
		want     string
	}{
		{"kWh", false, "electricity"}, {"kW", false, "electricity"}, {"gal", false, "water"}, {"L", false, "water"}, {"m³", true, "water"},
		{"m³", false, ""}, {"ft³", false, ""}, {"CCF", true, ""}, {"MWh", false, ""}, {"m³/h", false, ""},
	} {
		assert.Equal(t, tc.want, Sort(&extract.Unit{Name: tc.unit}, tc.pointers), tc.unit)
	}
	assert.Empty(t, Sort(nil, true))
}

func TestTheReadingIsTheRowWithATotalsUnit(t *testing.T) {
	total := func(confidence float64) *extract.Unit {
		return &extract.Unit{Name: "kWh", Total: true, Confidence: confidence}
	}
	power := &extract.Unit{Name: "kW", Confidence: 1}
	for name, tc := range map[string]struct {
		units []*extract.Unit
		want  int
	}{
		"no unit is told":                     {[]*extract.Unit{nil, nil}, 0},
		"it has one already":                  {[]*extract.Unit{total(0.8), total(0.99)}, 0},
		"another one has it":                  {[]*extract.Unit{nil, nil, total(0.8)}, 2},
		"power gives way to it":               {[]*extract.Unit{power, total(0.8)}, 1},
		"the surest of two":                   {[]*extract.Unit{power, total(0.8), total(0.9)}, 2},
		"another one's power changes nothing": {[]*extract.Unit{nil, power}, 0},
	} {
		assert.Equal(t, tc.want, Reading(tc.units), name)
	}
}

func TestRegistersStandFromTheTopAsTheDisplayHangs(t *testing.T) {
	at := func(value string, x, y float64) extract.Register {
		return extract.Register{Value: value, Digits: []geom.Quad{geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + 10, Y1: y + 20})}}
	}
	for angle, want := range map[float64][]string{0: {"a", "b", "c"}, 180: {"c", "b", "a"}, 90: {"c", "a", "b"}} {
		all := []extract.Register{at("c", 90, 300), at("a", 50, 100), at("b", 10, 200)}
		FromTheTop(all, angle)
		assert.Equal(t, want, []string{all[0].Value, all[1].Value, all[2].Value}, "%v degrees", angle)
	}
}
