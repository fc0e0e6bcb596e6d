package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInvoicesHaveATaggerBesideTheirTrees(t *testing.T) {
	k, err := Declare(nil, nil)
	require.NoError(t, err)
	assert.NotNil(t, k.Tagger)
}
