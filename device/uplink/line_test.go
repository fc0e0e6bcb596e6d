package uplink

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLineWidth(t *testing.T) {
	for name, c := range map[string]struct {
		acks func(i int) time.Duration
		n    int
		want int
	}{
		"at first":                   {func(int) time.Duration { return time.Second }, lineMemory - 1, 1},
		"a quick line":               {func(int) time.Duration { return 300 * time.Microsecond }, 1000, 1},
		"a quick line, a busy box":   {func(i int) time.Duration { return time.Duration(1+i%20) * time.Millisecond }, 1000, 1},
		"a wireless network":         {func(int) time.Duration { return 9 * time.Millisecond }, 100, 3},
		"a broker in another town":   {func(int) time.Duration { return 40 * time.Millisecond }, 100, 11},
		"a satellite":                {func(int) time.Duration { return 700 * time.Millisecond }, 100, maxWidth},
		"a slow line that got quick": {func(i int) time.Duration { return time.Duration(100-i) * time.Millisecond }, 100, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var l line
			for i := range c.n {
				l.acknowledged(c.acks(i))
			}
			assert.Equal(t, c.want, l.width())
		})
	}
}
