package meter

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seconds gives the row's cells a second view that is as clear as theirs and shows the digits.
func seconds(r Row, digits ...float64) Row {
	for i, c := range seen(0.12, digits...).Cells {
		r.Cells[i].Second, r.Cells[i].Seconded = c.Ring, true
	}
	return r
}

func TestTheSecondViewSettlesADoubtfulWheel(t *testing.T) {
	first := seen(0.12, 0, 0, 3, 7, 5)
	first.Cells[3].Ring = [Bins]float64{} // dirt: any place is as likely
	alone, ok := New().Best([]Row{first})
	require.True(t, ok)
	row := seconds(seen(0.12, 0, 0, 3, 7, 5), 0, 0, 3, 1, 5)
	row.Cells[3].Ring = [Bins]float64{}
	before := slices.Clone(row.Cells)
	both, ok := New().Best([]Row{row})
	require.True(t, ok)
	assert.Equal(t, "00315", both.Meter.Value)
	assert.Greater(t, both.Features.Posterior, alone.Features.Posterior)
	assert.Equal(t, before, row.Cells, "what is given may be read again with more rows")
}
