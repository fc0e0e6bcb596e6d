package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Freight has a tagger beside its trees, goods and receipts have trees alone.
func TestFreightAloneHasATagger(t *testing.T) {
	for _, freight := range []bool{false, true} {
		k, err := Declare(freight, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, freight, k.Tagger != nil)
	}
}
