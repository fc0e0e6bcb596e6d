package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

// Of two lines with as many bad letters in a hundred, the longer one is doubted more and is asked about as often.
func TestFrugalLooksAtWhatIsBadForItsLength(t *testing.T) {
	line := func(n int) string { return strings.Repeat("ก", n) }
	for _, c := range []struct {
		value      string
		confidence float64
		want       bool
	}{
		{"d", 0.5, false}, {"12", 0.1, false}, {".-—", 0, false},
		{"123", 0.5, true}, {line(15), 0.65, true}, {line(15), 0.75, false},
		{line(30), 0.65, false}, {line(30), 0.4, true}, {line(60), 0.3, false}, {line(60), 0.1, true},
	} {
		assert.Equal(t, c.want, frugal(extract.Text{Value: c.value, Confidence: c.confidence}), "%s %.2f", c.value, c.confidence)
	}
}
