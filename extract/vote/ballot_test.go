package vote

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Sums of fractions differ in their last bit with their order, which may not be that of a map.
func TestTheSameVotesGiveTheSameShare(t *testing.T) {
	b := ballot{}
	for i, c := range strings.Split("กขฃคฅฆงจฉชซฌ", "") {
		b[c] = 0.1 + float64(i)/7
	}
	want, share := b.winner()
	for range 200 {
		got, s := b.winner()
		assert.Equal(t, want, got)
		assert.Equal(t, share, s) //nolint:testifylint // to the last bit
	}
}
