package meter

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

func TestNewSample(t *testing.T) {
	read := extract.Meter{Value: "12.3", IntegerDigits: 2, Positions: []float64{1, 1.9, 3.4}}
	for i := range 3 {
		x := float64(10 * i)
		read.Digits = append(read.Digits, geom.QuadOf(geom.Rect{X0: x, Y0: 1, X1: x + 8, Y1: 13}))
	}
	s, err := NewSample("a.jpg", "cellar", read, "12.3")
	require.NoError(t, err)
	b, err := json.Marshal(s)
	require.NoError(t, err)
	assert.JSONEq(t, `{"file":"a.jpg","digits":"123","positions":[1,1.9,3.4],"decimals":1,"kind":"sample","station":"cellar",
		"cells":[[[0,1],[8,1],[8,13],[0,13]],[[10,1],[18,1],[18,13],[10,13]],[[20,1],[28,1],[28,13],[20,13]]]}`, string(b))

	tests := []struct {
		truth     string
		positions []float64
		decimals  int
	}{
		{"123", []float64{1, 1.9, 3.4}, 1}, // the point stays where it was seen
		{"1.83", []float64{1, 8, 3.4}, 2},  // a wrong digit loses its position
		{"122", []float64{1, 1.9, 2}, 1},
	}
	for _, tt := range tests {
		s, err := NewSample("a.jpg", "", read, tt.truth)
		require.NoError(t, err, tt.truth)
		assert.Equal(t, tt.positions, s.Positions, tt.truth)
		assert.Equal(t, tt.decimals, s.Decimals, tt.truth)
	}
	for _, bad := range []string{"", ".", "12", "1234", "12,3", "1.2.3", "-123"} {
		_, err := NewSample("a.jpg", "", read, bad)
		assert.Equal(t, extract.KindQuality, extract.KindOf(err), bad)
	}
}
