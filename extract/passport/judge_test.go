package passport

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/sure"
)

func TestEveryMemberHasDoubts(t *testing.T) {
	fields, doubts, err := Explain(context.Background(), evidence(t, somchai(), thaiPage()), now())
	require.NoError(t, err)
	require.Len(t, doubts, len(fields))
	for i, d := range doubts {
		assert.Len(t, d, features, fields[i].Name)
	}
}

func TestNumbersNamesAndDatesAreNeverSurerThanTheRules(t *testing.T) {
	ev := evidence(t, somchai(), thaiPage().with("14 JUN 2030", "01 MAR 2034", 0.97).with("15 JUN 2020", "01 MAR 2024", 0.97).with("KHON KAEN", "KH0N KA", 0.5))
	rules, _, err := Explain(context.Background(), ev, now())
	require.NoError(t, err)
	got := read(t, ev)
	for _, v := range rules {
		if !inWords(v.Name) {
			assert.LessOrEqual(t, got[v.Name].Confidence, v.Confidence+1e-4, v.Name)
		}
	}
	for name, v := range got {
		assert.GreaterOrEqual(t, v.Confidence, sure.WorthTelling, name)
	}
}
