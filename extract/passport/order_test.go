package passport

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of two wordings that fit as well the first is taken, so that their order is always the same.
func TestWordingsComeInOneOrder(t *testing.T) {
	first := phrasings()
	for range 20 {
		assert.Equal(t, first, phrasings())
	}
}
