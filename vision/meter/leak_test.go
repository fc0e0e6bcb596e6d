//go:build matprofile

package meter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract/meter"
	visionmeter "lensd/vision/meter"
)

// TestEveryMatIsClosed runs with -tags matprofile: Mats have no finalizer.
func TestEveryMatIsClosed(t *testing.T) {
	before := gocv.MatProfile.Count()
	finder, err := visionmeter.Open()
	require.NoError(t, err)
	p := load(t, truths(t, "truth.jsonl")[0].File)
	held := gocv.MatProfile.Count()
	for range 3 {
		_, _, err := finder.Read(p, meter.New())
		require.NoError(t, err)
	}
	assert.Equal(t, held, gocv.MatProfile.Count())
	require.NoError(t, finder.Close())
	assert.Equal(t, before+1, gocv.MatProfile.Count(), "only the picture is left")
}
