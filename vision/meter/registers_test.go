package meter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/meter"
)

func TestBothRegistersAreReadWithTheirUnits(t *testing.T) {
	finder, decoder := open(t), meter.New()
	for n := range 4 {
		p, _ := quarter(t, load(t, "registers.jpg"), n)
		best, ok, err := finder.Read(p, decoder)
		require.NoError(t, err)
		require.True(t, ok)
		plain, err := finder.Named(p, decoder, best, false)
		require.NoError(t, err)
		assert.Empty(t, plain.Meter.Registers, "not looked for where the reading has a total's unit")
		all, err := finder.Named(p, decoder, best, true)
		p.Close()
		require.NoError(t, err)
		assert.Equal(t, "7585199", all.Meter.Value)
		require.Len(t, all.Meter.Registers, 2)
		flow, total := all.Meter.Registers[0], all.Meter.Registers[1]
		assert.Equal(t, []any{false, "7585199", true}, []any{flow.Reading, total.Value, total.Reading})
		assert.Contains(t, flow.Value, "9749", "its first digit is small in the turned picture")
		require.NotNil(t, flow.Unit)
		require.NotNil(t, total.Unit)
		assert.Equal(t, []any{"m³/h", false, "m³", true}, []any{flow.Unit.Name, flow.Unit.Total, total.Unit.Name, total.Unit.Total})
		assert.Equal(t, total.Unit, all.Meter.Unit)
		last := total.Digits[len(total.Digits)-1]
		assert.Less(t, last.Center().Dist(total.Unit.Quad.Center()), 3*last[0].Dist(last[3]), "it stands beside the last digit")
	}
}

func TestTheTotalIsTheReadingWhereFlowWasRead(t *testing.T) {
	finder, decoder := open(t), meter.New()
	p := load(t, "registers.jpg")
	best, _, err := finder.Read(p, decoder)
	require.NoError(t, err)
	all, err := finder.Named(p, decoder, best, true)
	require.NoError(t, err)
	flow := best
	flow.Meter.Value, flow.Meter.Digits = all.Meter.Registers[0].Value, all.Meter.Registers[0].Digits
	got, err := finder.Named(p, decoder, flow, false)
	require.NoError(t, err)
	assert.Equal(t, "7585199", got.Meter.Value)
	assert.Equal(t, "m³", got.Meter.Unit.Name)
	assert.True(t, got.Meter.Registers[1].Reading)
	assert.False(t, got.Refused())
}
