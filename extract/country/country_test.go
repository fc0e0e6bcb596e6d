package country_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/country"
)

func TestNames(t *testing.T) {
	assert.Equal(t, "Germany", country.Names("DEU")[0])
	assert.Contains(t, country.Names("DE"), "Deutschland")
	assert.Contains(t, country.Names("DE"), "เยอรมนี")
	assert.Empty(t, country.Names("XXA"))
	assert.Empty(t, country.Names("nothing"))
}
