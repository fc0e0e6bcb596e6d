//go:build matprofile

package sheet

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/internal/printed"
)

// A page is opened, laid out and read, and others fail on the way: no picture may stay in C++'s memory.
func TestNoMatIsLeftOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	good := pngOf(t, printed.Shot(r, printed.Letter(r, 800, 1130).Gray, 900, 1200, 5, 10, 10).Image)
	before := gocv.MatProfile.Count()
	o := NewOpener(Config{Recognizer: says("a line of print", 0.6)})
	err := o.Each(context.Background(), document(good, good[:len(good)/2], pngOf(t, ruled().Gray)), func(s *Sheet, _ *extract.Error) error {
		if s == nil {
			return nil
		}
		_, err := s.Tables(context.Background())
		require.NoError(t, err)
		_, err = s.Lines(context.Background())
		require.NoError(t, err)
		slanted := geom.Quad{{X: 100, Y: 200}, {X: 300, Y: 220}, {X: 297, Y: 250}, {X: 97, Y: 230}}
		_, err = s.Read(context.Background(), []geom.Quad{slanted}, extract.Hint{})
		require.NoError(t, err)
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, before, gocv.MatProfile.Count())
}
