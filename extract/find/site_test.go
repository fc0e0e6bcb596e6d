package find

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/trees"
)

// Whatever the confidence believes of a value, where one ends is known after three corrections: here it takes none with a word more than a
// figure for likely.
func TestALayoutTeachesWhereAValueEnds(t *testing.T) {
	const lettersAt = 16 // of a run's doubts
	f := judging(t, 0, 0)
	f.model.sure = trees.Forest{{Feature: []int{lettersAt}, Threshold: []float32{0.5}, Left: []int{-1}, Right: []int{-2}, Leaf: []float64{2, -2}}}
	label := func(town string) *extract.Layout {
		return layout(10, 10, "Noutaja", 10, 40, town, 10, 100, "Myyntipaikka", 10, 140, "Tilausnumero")
	}
	towns := []string{"00100 Koekyla", "33200 Mallila", "20500 Testila", "90100 Malliniemi"}
	var lessons []Lesson
	for _, town := range towns[:3] {
		lessons = append(lessons, Lesson{Page: label(town), Said: map[string]string{"to_address": town, "to_name": ""}})
	}
	site := f.Learn(lessons)
	require.Len(t, site.Layouts, 1)
	read := func(f *Finder) (out string) {
		for _, v := range f.Find(context.Background(), label(towns[3])) {
			if v.Field == "to_address" {
				out = v.Value
			}
		}
		return out
	}
	assert.NotEqual(t, towns[3], read(f), "it fails at first")
	assert.Equal(t, towns[3], read(f.With(site)))
}

// A part of what follows a beginning that recurs is not all of it: corrections tell which of the two is the value.
func TestWhatStandsBehindABeginningIsToldFromItsRest(t *testing.T) {
	f := declared(t, &Model{})
	p := f.pageAt(layout(10, 10, "Noutaja Sari Naytteinen"), &Taught{Heads: []uint64{hash("Noutaja")}})
	p.addSpan(0, len("Noutaja Sari "), len("Noutaja Sari Naytteinen"))
	got := map[string]string{}
	for i, u := range p.units {
		got[u.text] = p.place(i)[0].what
	}
	assert.Equal(t, "behind 0 false", got["Noutaja Sari Naytteinen"])
	assert.Equal(t, "behind 0 true", got["Sari Naytteinen"])
	assert.Equal(t, "further 0", got["Naytteinen"])
}
