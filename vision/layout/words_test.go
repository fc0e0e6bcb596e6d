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

// What begins right below a full stop does not follow it.
func TestAFullStopOverTheStartOfAnotherLine(t *testing.T) {
	w := aloneOf(Box{398, 703, 410, 721}, Box{414, 703, 428, 721}, Box{432, 703, 447, 721})
	below := aloneOf(Box{462, 745, 474, 762}, Box{477, 747, 489, 762})
	stop := Component{Box: Box{456, 717, 460, 721}, Area: 16}
	got := attachMarks([]Word{w, below}, []Component{stop}, 17)
	assert.Equal(t, 460, got[0].X1)
}
