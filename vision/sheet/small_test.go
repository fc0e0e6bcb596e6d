package sheet

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

// TestSmallPrintIsSaidToBeSmall: whoever reads crops of it is told, however often the page is looked at.
func TestSmallPrintIsSaidToBeSmall(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  float64 // of the letters, in pixels
		small bool
	}{
		{"as on a screen", 10, true},
		{"enlarged, but with strokes of their own", 20, false},
		{"as printed", 40, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(900, 700)
			for y := 60; y < 640; y += int(2 * c.size) {
				p.Text(40, y, c.size, "A line of print that is long enough to tell")
			}
			r := says("a line of print", 0.3)
			err := NewOpener(Config{Recognizer: r}).Each(context.Background(), document(pngOf(t, p.Gray)), func(s *Sheet, failed *extract.Error) error {
				require.Nil(t, failed)
				_, err := s.Layout(context.Background())
				return err
			})
			require.NoError(t, err)
			require.NotZero(t, r.crops)
			want := 0
			if c.small {
				want = r.crops
			}
			assert.Equal(t, want, r.small, "of %d crops", r.crops)
		})
	}
}
