package find

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// The rules' opinion is evidence behind all other features, and a model that was trained with it is not read without.
func TestOpinion(t *testing.T) {
	kind := declared(t, &Model{}).kind
	kind.Model = &Model{hears: true}
	kind.Opinion = func(*extract.Layout) []Said {
		return []Said{{Field: "to_name", Lines: []int{0}, Texts: []string{"Mary Smith"}, Score: 3}}
	}
	f, err := New(kind)
	require.NoError(t, err)
	p := f.page(layout(10, 10, "Ship to: Mary Smith", 10, 26, "1 Rose Lane"))
	for i, want := range map[int][]float32{0: {1, 0, 0, 1, 3}, 2: {0, 0, 0, 1, 3}} {
		assert.Equal(t, want, p.heard(i, 0), p.units[i].text)
	}
	p.first(&Model{})
	assert.Len(t, append(p.features(0, 0, -1), p.extra(0, 0)...), sizes()[0]+opinions[0])
	p.second(&Model{})
	assert.Len(t, p.agreed(0, &run{units: []int{0}, score: 1}), opinions[2])
	assert.Equal(t, []float32{1, 1, 0, 3}, p.agreed(0, &run{units: []int{0}, score: 1}))

	kind.Opinion, kind.Model = nil, &Model{needs: true}
	_, err = New(kind)
	assert.Error(t, err)
}

// Pieces of one row are one line of a value, so that a name of four pieces over two lines is whole.
func TestPiecesOfARowAreOneLine(t *testing.T) {
	f := declared(t, &Model{})
	f.kind.Fields[0].Lines = 2
	p := f.page(layout(10, 10, "Mrs.", 42, 10, "Marie", 10, 26, "van der", 70, 26, "Berg"))
	p.first(&Model{})
	p.second(&Model{})
	most := 0
	for _, r := range p.candidates(0) {
		most = max(most, len(r.units))
	}
	assert.Equal(t, 4, most)
}
