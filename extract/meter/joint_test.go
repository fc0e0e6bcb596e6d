package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// taken is what one picture of a burst gives: positions seen with a spread, and how sure.
func taken(d *Decoder, sure, spread float64, positions ...float64) Candidate {
	c := d.candidate(seen(spread, positions...))
	c.Meter.Confidence = sure
	if c.Features.Glow = -3; sure > .05 {
		c.Features.Lead, c.Features.Rival, c.Features.Agree, c.Features.Glow = clearLead, clearRival, 1, 3
	}
	return c
}

func TestSeveralPicturesAreReadAsOne(t *testing.T) {
	d := New()
	tests := []struct {
		name  string
		burst []Candidate
		value string
		from  int
		sure  float64
	}{
		{"all say the same", []Candidate{taken(d, .6, .1, 0, 1, 2, 3, 4), taken(d, .9, .1, 0, 1, 2, 3, 4)}, "01234", 1, .9},
		{"one clear picture against a blurred one", []Candidate{taken(d, .3, 2, 0, 1, 2, 8, 4), taken(d, .9, .1, 0, 1, 2, 3, 4)}, "01234", 1, .675},
		{"two against one as sure", []Candidate{taken(d, .5, .2, 0, 1, 2, 8, 4), taken(d, .5, .2, 0, 1, 2, 3, 4), taken(d, .5, .2, 0, 1, 2, 3, 4)},
			"01234", 1, .5 * 2 / 3},
		{"a wheel that one picture lost", []Candidate{taken(d, .5, .1, 1, 2, 3, 4), taken(d, .5, .1, 0, 1, 2, 3, 4), taken(d, .4, .1, 0, 1, 2, 3, 4)},
			"01234", 1, .5 * .9 / 1.4},
		{"what is no reading does not count", []Candidate{taken(d, .01, .1, 9, 9, 9, 9, 9), taken(d, .7, .1, 0, 1, 2, 3, 4)}, "01234", 1, .7},
		{"a single one", []Candidate{taken(d, .7, .1, 0, 1, 2, 3, 4)}, "01234", 0, .7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, from, ok := d.Joint(tt.burst)
			require.True(t, ok)
			assert.Equal(t, tt.value, bare(got.Meter.Value))
			assert.Equal(t, tt.from, from)
			assert.InDelta(t, tt.sure, got.Meter.Confidence, 1e-9)
		})
	}
}

func TestABurstWithoutAReading(t *testing.T) {
	d := New()
	_, _, ok := d.Joint(nil)
	assert.False(t, ok)
	_, _, ok = d.Joint([]Candidate{{}, taken(d, .01, .1, 1, 2, 3, 4)})
	assert.False(t, ok)
}
