package sheet

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

// A kind that needs less of a page says so: boxes to tick, and second looks at doubtful lines from the other side.
func TestKindsAreSparedWhatTheyDoNotNeed(t *testing.T) {
	p := printed.NewPage(600, 400)
	p.Text(60, 100, 30, "A line of print that is long enough")
	p.Grid([]int{60, 100}, []int{200, 240}, 3)
	r := says("a line of print", 0.3)
	asked := map[bool]int{}
	for _, spared := range []bool{false, true} {
		before := r.crops
		err := NewOpener(Config{Recognizer: r, Sparing: spared, Tickless: spared}).Each(context.Background(), document(pngOf(t, p.Gray)), func(s *Sheet, failed *extract.Error) error {
			require.Nil(t, failed)
			l, err := s.Layout(context.Background())
			require.NoError(t, err)
			assert.Equal(t, spared, len(l.Ticks) == 0)
			return nil
		})
		require.NoError(t, err)
		asked[spared] = r.crops - before
	}
	assert.Less(t, asked[true], asked[false])
}
