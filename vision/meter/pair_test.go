package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/meter"
)

func TestSurenessIsOfTheBestPlaceOfEachCell(t *testing.T) {
	var sure, vague meter.Cell
	for b := range meter.Bins {
		sure.Ring[b], vague.Ring[b] = -9, -4.6
	}
	sure.Ring[30] = -.1
	assert.InDelta(t, -.1, sureness(meter.Row{Cells: []meter.Cell{sure}}), 1e-9)
	assert.InDelta(t, -2.35, sureness(meter.Row{Cells: []meter.Cell{sure, vague}}), 1e-9)
	assert.Zero(t, sureness(meter.Row{}), "nothing read")
}
