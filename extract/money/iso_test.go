package money

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/currency"
)

// The names beside sums are print, which no library lists; the codes are ISO 4217's, which one does.
func TestEveryCurrencyIsOneOfISO4217(t *testing.T) {
	for _, c := range currencies() {
		unit, err := currency.ParseISO(c[1])
		if assert.NoError(t, err, c[0]) {
			assert.Equal(t, c[1], unit.String(), c[0])
		}
	}
}
