package form_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/form/formtest"
)

func TestTheClockIsNoPartOfADay(t *testing.T) {
	for printed, want := range map[string]string{
		"on 9 March 2024 and later":      "9 March 2024",
		"7 ต.ค. 2564 เวลา 08.05 น.":      "7 ต.ค. 2564",
		"09/04/2565 10:15":               "09/04/2565",
		"no day is printed in this line": "",
	} {
		p := open(t, formtest.New().Put(50, 100, printed))
		days := p.Days(0)
		if want == "" {
			assert.Empty(t, days, printed)
			continue
		}
		require.Len(t, days, 1, printed)
		assert.Equal(t, want, p.Text(days[0].Span))
	}
}
