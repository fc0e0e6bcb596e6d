package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/disjoint"
)

func TestALinesBoxEndsWhereTheNextOnesLettersBegin(t *testing.T) {
	upper := Phrase{Box: Box{100, 76, 300, 140}, Height: 20, Base: 110} // with specks of the line below
	lower := Phrase{Box: Box{100, 98, 280, 156}, Height: 20, Base: 150}
	beside := Phrase{Box: Box{320, 90, 400, 160}, Height: 20, Base: 110}
	large := Phrase{Box: Box{290, 90, 330, 122}, Height: 30, Base: 120} // goes on in the same row
	got := unlapped([]Phrase{upper, lower, beside, large})
	assert.Equal(t, Box{100, 76, 300, 130}, got[0].Box)
	assert.Equal(t, Box{100, 110, 280, 156}, got[1].Box)
	assert.Equal(t, beside.Box, got[2].Box)
	assert.Equal(t, large.Box, got[3].Box)
}

// Letters that have run together are no larger than those beside them, which count too.
func TestLettersBesideAWordThatRanTogetherCount(t *testing.T) {
	ls := []Component{{Box: Box{100, 100, 300, 130}}, {Box: Box{310, 100, 335, 130}}, {Box: Box{345, 104, 370, 130}}}
	row := disjoint.New(len(ls))
	row.Join(0, 1)
	row.Join(1, 2)
	assert.Equal(t, []int{3, 3, 3}, lettersBeside(ls, row))
}
