package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAWordEndsInTheFullStopThatStandsNearerToItThanToTheNext(t *testing.T) {
	words := func() []Word { return []Word{word(0, 80, 100, 20), word(150, 80, 60, 20)} }
	for _, c := range []struct {
		name string
		mark Box
		want Box // of the first word then
	}{
		{"a full stop", Box{112, 96, 116, 100}, Box{0, 80, 116, 100}},
		{"a comma", Box{112, 96, 116, 105}, Box{0, 80, 116, 105}},
		{"amid both", Box{124, 96, 128, 100}, Box{0, 80, 100, 100}},
		{"a dash", Box{112, 88, 116, 91}, Box{0, 80, 100, 100}},
		{"dust", Box{112, 99, 116, 100}, Box{0, 80, 100, 100}},
	} {
		got := attachMarks(words(), []Component{{Box: c.mark, Area: 16}}, 14)
		assert.Equal(t, c.want, got[0].Box, c.name)
	}
}
