package sheet

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/recognize"
)

// panel is two readers that are heard one by one.
type panel struct{ members []*reader }

func (p panel) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	var out []extract.Text
	for _, m := range p.members {
		texts, err := m.Read(ctx, lines)
		if err != nil || !lines.Effort.All {
			return texts, err
		}
		out = append(out, texts...)
	}
	return out, nil
}

func (p panel) Close() error { return nil }

var _ recognize.Recognizer = panel{}

func TestACloserLookCountsWhatAllReadersSay(t *testing.T) {
	ctx := context.Background()
	s := sheetOf(t, says("a line of print that stands on paper", 0.95), letter())
	place := geom.QuadOf(geom.Rect{X0: 20, Y0: 20, X1: 120, Y1: 50})
	first, second := says("147.00", 0.7), says("148.00", 0.2)
	s.reader = panel{[]*reader{first, second}}
	got, err := s.Read(ctx, []geom.Quad{place, place}, extract.Hint{Script: extract.ScriptDigit, Closely: true})
	require.NoError(t, err)
	require.Len(t, got, 2)
	assert.Equal(t, "147.00", got[1].Value)
	assert.InDelta(t, 1.0/1.5, got[1].Confidence, 1e-9)
	require.Len(t, got[1].Alternatives, 1)
	assert.Equal(t, "148.00", got[1].Alternatives[0].Value)
	assert.InDelta(t, 0.5/1.5, got[1].Alternatives[0].Confidence, 1e-9)
	assert.Greater(t, first.crops, 2*2, "in several sizes and weights")
	assert.Equal(t, first.crops, second.crops)

	got, err = s.Read(ctx, []geom.Quad{place}, extract.Hint{Script: extract.ScriptDigit})
	require.NoError(t, err)
	assert.Equal(t, "147.00", got[0].Value)
	assert.InDelta(t, 0.7, got[0].Confidence, 1e-9, "as it is")
}

func TestNothingIsElectedOfNothing(t *testing.T) {
	assert.Equal(t, extract.Text{}, elected([]extract.Text{{}, {Confidence: 0.9}}))
}
