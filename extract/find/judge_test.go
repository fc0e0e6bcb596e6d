package find

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/trees"
)

// judging is a finder whose confidence chooses; its one tree says which feature, above which value, makes a value likely.
func judging(t *testing.T, feature int, above float32) *Finder {
	f := declared(t, &Model{judges: true, sure: trees.Forest{{Feature: []int{feature}, Threshold: []float32{above}, Left: []int{-1}, Right: []int{-2}, Leaf: []float64{-2, 2}}}})
	f.kind.Fields[0].Lines = 3
	f.kind.Parties = true
	return f
}

func runsOf(p *page, f int) (out []string) {
	for _, r := range p.candidates(f) {
		out = append(out, p.found(f, &r).Value)
	}
	return out
}

// A value behind its caption may go on under the caption, where it has no column in common with its first line.
func TestAValueGoesOnUnderItsCaption(t *testing.T) {
	f := judging(t, 0, 0)
	p := scored(f, layout(10, 10, "Ship to", 60, 10, "Cobalt Horizon Export", 10, 26, "Ltd"), map[string][4]float64{
		"Cobalt Horizon Export": {3, -9, -9, -9}, "Ltd": {1, -9, -9, -9}})
	assert.Contains(t, runsOf(p, 0), "Cobalt Horizon Export Ltd")
	p.judged, p.runs = false, nil
	assert.NotContains(t, runsOf(p, 0), "Cobalt Horizon Export Ltd", "as it was")
}

// A row that was read in two pieces goes on with its second one, then with the first piece of the row below.
func TestRowsAreFollowedFromPieceToPiece(t *testing.T) {
	f := judging(t, 0, 0)
	odds := map[string][4]float64{}
	for _, s := range []string{"24", "Rose Lane", "United", "States"} {
		odds[s] = [4]float64{-9, 2, -9, -9}
	}
	p := scored(f, layout(10, 10, "24", 40, 10, "Rose Lane", 10, 26, "United", 60, 26, "States"), odds)
	assert.Contains(t, runsOf(p, 1), "24 Rose Lane United States")
	p.lines[1].below, p.lines[0].below = 3, -1 // the piece under a piece is not what begins its row
	p.runs = nil
	assert.Contains(t, runsOf(p, 1), "24 Rose Lane United States")
}

func TestALineOfSomethingElseIsPassedOver(t *testing.T) {
	f := judging(t, 0, 0)
	p := scored(f, layout(10, 10, "1 Rose Lane", 10, 26, "B8E5", 10, 42, "Big Town"), map[string][4]float64{
		"1 Rose Lane": {-9, 2, -9, -9}, "Big Town": {-9, 2, -9, -9}})
	assert.Contains(t, runsOf(p, 1), "1 Rose Lane Big Town")
}

func TestAssignmentsAreTriedWithThePartiesExchanged(t *testing.T) {
	f := judging(t, 0, 0)
	p := scored(f, layout(10, 10, "Mary Smith", 10, 200, "Joan Miller"), map[string][4]float64{"Mary Smith": {3, -9, -9, 1}, "Joan Miller": {1, -9, -9, 3}})
	states := f.assignments(p)[:1]
	names := func(c []*run) []string { return []string{p.found(0, c[0]).Value, p.found(3, c[3]).Value} }
	require.Equal(t, []string{"Mary Smith", "Joan Miller"}, names(states[0].chosen))
	all := p.exchange(states)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"Joan Miller", "Mary Smith"}, names(all[1].chosen))
	assert.Equal(t, 3, all[1].chosen[3].field, "its features are those of the other field")
}

// The scores like the second line alone best, the confidence likes values of two lines.
func TestTheJudgeChoosesWhatPromisesMost(t *testing.T) {
	l := layout(10, 10, "Ship to", 10, 26, "Cedar Apex", 10, 42, "Packaging Ltd")
	odds := map[string][4]float64{"Cedar Apex": {-1, -9, -9, -9}, "Packaging Ltd": {4, -9, -9, -9}}
	const lines = 15 // the feature that counts a run's lines
	f := judging(t, lines, 1.5)
	f.kind.Parties = false
	assert.Equal(t, "Cedar Apex Packaging Ltd", values(f, scored(f, l, odds))["to_name"])
	f.model.judges = false
	assert.Equal(t, "Packaging Ltd", values(f, scored(f, l, odds))["to_name"])
}

func TestNobodyIsNamedByWhoseCareItIs(t *testing.T) {
	f := judging(t, 0, 0)
	for text, want := range map[string]bool{"c/o Mary Smith": false, "Attn. Mary Smith": false, "Mary Smith": true, "Attila Cook": true} {
		p := scored(f, layout(10, 10, text), map[string][4]float64{text: {3, -9, -9, -9}})
		assert.Equal(t, want, len(p.candidates(0)) > 0, text)
	}
}

// What is judged is a whole assignment: a name that leaves out a line between its caption and its address is worse than one that holds it.
func TestTheJudgeSeesWhatIsLeftOut(t *testing.T) {
	l := layout(10, 10, "Ship to", 10, 26, "Cedar Apex", 10, 42, "Packaging Ltd", 10, 58, "1 Rose Lane")
	odds := map[string][4]float64{"Cedar Apex": {-1, -9, -9, -9}, "Packaging Ltd": {4, -9, -9, -9}, "1 Rose Lane": {-9, 4, -9, -9}}
	f := judging(t, 0, 0)
	p := scored(f, l, odds)
	part, whole := &run{field: 0, units: []int{unitOf(t, p, "Packaging Ltd")}}, &run{field: 0, units: []int{unitOf(t, p, "Cedar Apex"), unitOf(t, p, "Packaging Ltd")}}
	address := &run{field: 1, units: []int{unitOf(t, p, "1 Rose Lane")}}
	p.share()
	left := func(name *run) float64 {
		c := []*run{name, address, nil, nil}
		return p.leftover(0, c, p.owners(c))[1]
	}
	assert.InDelta(t, 1, left(part), 0)
	assert.InDelta(t, 0, left(whole), 0)
}

func unitOf(t *testing.T, p *page, text string) int {
	for i, u := range p.units {
		if u.text == text {
			return i
		}
	}
	require.Fail(t, text)
	return 0
}

func TestJudgmentsAreAsManyAsTheForestSees(t *testing.T) {
	f := judging(t, 0, 0)
	p := scored(f, layout(10, 10, "Ship to: Mary Smith", 10, 26, "1 Rose Lane"), map[string][4]float64{"Mary Smith": {3, -9, -9, -9}})
	p.share()
	chosen := make([]*run, 4)
	chosen[0] = &run{units: []int{unitOf(t, p, "Mary Smith")}, score: 1}
	assert.Len(t, p.doubts(0, -1, chosen), sizes()[2]+judgments)
}
