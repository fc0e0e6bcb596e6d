//go:build matprofile

package rectify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/vision/internal/printed"
	"lensd/vision/picture"
)

func TestNoMatIsLeftOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	shot := printed.Shot(r, printed.Letter(r, 800, 1130).Gray, 900, 1200, 5, 10, 10)
	p, err := picture.FromGray(shot.Image)
	require.NoError(t, err)
	before := gocv.MatProfile.Count()
	_, err = Rectify(p.Mat())
	require.NoError(t, err)
	_, err = Upright(p.Mat())
	require.NoError(t, err)
	assert.Equal(t, before, gocv.MatProfile.Count())
	require.NoError(t, p.Close())
}
