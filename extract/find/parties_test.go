package find

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// twoParties is a page of four lines under each other in one block, each of one unit, but for the last, which stands apart.
func twoParties() *page {
	p := &page{kind: &Kind{Parties: true, Fields: []Field{
		{Name: "to_name", Type: Name, Party: []string{"receiver"}},
		{Name: "to_address", Type: Address, Party: []string{"receiver"}},
		{Name: "from_name", Type: Name, Party: []string{"sender"}},
		{Name: "from_address", Type: Address, Party: []string{"sender"}},
		{Name: "order", Type: Code},
	}}}
	for i := range 4 {
		p.lines = append(p.lines, line{above: i - 1, below: i + 1})
		p.units = append(p.units, unit{line: i})
	}
	p.lines[2].below, p.lines[3].above, p.lines[3].below, p.lines[3].block = -1, -1, -1, 1
	return p
}

func TestATextThatMayBeEithersCountsForBoth(t *testing.T) {
	p := twoParties()
	p.odds = [][]float64{{math.NaN(), 0.7, math.NaN(), 0.4, -3}}
	p.share()
	got := p.shared[0]
	assert.True(t, math.IsNaN(got[0]))
	assert.Greater(t, got[1], 1.5, "surely an address: leaving it out is what costs")
	assert.Greater(t, got[3], 1.5)
	assert.Greater(t, got[1], got[3], "whose it is likelier stays so")
	assert.InDelta(t, -3, got[4], 1e-9, "what no other party has stays as it is")
	p.kind.Parties = false
	p.share()
	assert.Equal(t, 0.7, p.shared[0][1])
}

func TestFieldsOfAPartyStandTogether(t *testing.T) {
	p := twoParties()
	of := func(field int, units ...int) *run { return &run{field: field, units: units} }
	for name, c := range map[string]struct {
		a, b *run
		want float64
	}{
		"a name over its address":           {of(0, 0), of(1, 1, 2), together},
		"one address going on as another":   {of(1, 1), of(3, 2), -apartAlike},
		"a name over another's address":     {of(0, 0), of(3, 1), -apart},
		"of two parties, a line between":    {of(0, 0), of(3, 2), 0},
		"of one party, in different blocks": {of(0, 2), of(1, 3), 0},
		"a field of no party":               {of(4, 0), of(1, 1), 0},
	} {
		assert.Equal(t, c.want, p.affinity(c.a, c.b), name)
		assert.Equal(t, c.want, p.affinity(c.b, c.a), name)
	}
	p.kind.Parties = false
	assert.Zero(t, p.affinity(of(0, 0), of(1, 1)))
}
