package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
