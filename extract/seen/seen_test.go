package seen

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// paper is a sheet of one line, which reads every region as its own text.
type paper struct{ extract.Sheet }

func (paper) Number() int            { return 4 }
func (paper) SourceSize() (int, int) { return 200, 100 }
func (paper) Size() (int, int)       { return 100, 50 }

// ToSource is that of a bent page.
func (paper) ToSource(q geom.Quad) geom.Quad {
	for i, p := range q {
		q[i] = geom.Point{X: 2*p.X + 5, Y: 2*p.Y + 7 + p.X*p.X/50}
	}
	return q
}
func region(x float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: x, X1: x + 10, Y1: 10}) }
func text(value string) extract.Text {
	return extract.Text{Value: value, Confidence: 0.9, Chars: []extract.Char{{Rune: 'x'}}}
}
func (paper) Layout(context.Context) (*extract.Layout, error) {
	return &extract.Layout{Number: 4, Width: 100, Height: 50, Lines: []extract.Line{{Quad: region(1), Text: text("1.00"), Words: []extract.Word{{Text: text("1.00")}}}}}, nil
}
func (paper) Read(_ context.Context, regions []geom.Quad, _ extract.Hint) ([]extract.Text, error) {
	var out []extract.Text
	for _, r := range regions {
		out = append(out, text(string(rune('a'+int(r[0].X)))))
	}
	return out, nil
}

func TestAnotherProcessHearsTheSame(t *testing.T) {
	ctx := context.Background()
	kept, page := Keep(paper{})
	_, err := kept.Layout(ctx)
	require.NoError(t, err)
	for _, regions := range [][]geom.Quad{{region(0), region(1)}, {region(2)}} {
		_, err := kept.Read(ctx, regions, extract.Hint{})
		require.NoError(t, err)
	}
	b, err := Encode([]Page{*page, {Number: 5, Err: &extract.Error{Kind: extract.KindTimeout, Page: 5, Message: "late", Err: errors.New("cause")}}})
	require.NoError(t, err)
	pages, err := Decode(b)
	require.NoError(t, err)
	require.Len(t, pages, 2)
	assert.Equal(t, &extract.Error{Kind: extract.KindTimeout, Page: 5, Message: "late"}, pages[1].Err)

	s := pages[0].Sheet()
	l, err := s.Layout(ctx)
	require.NoError(t, err)
	assert.Equal(t, "1.00", l.Lines[0].Words[0].Text.Value)
	assert.Nil(t, l.Lines[0].Text.Chars)
	assert.Equal(t, 4, s.Number())
	w, h := s.Size()
	assert.Equal(t, []int{100, 50}, []int{w, h})
	w, h = s.SourceSize()
	assert.Equal(t, []int{200, 100}, []int{w, h})
	for i, want := range kept.ToSource(region(30)) {
		assert.Less(t, s.ToSource(region(30))[i].Dist(want), 10.0)
	}
	for _, knot := range []geom.Point{{X: 40, Y: 40}, {X: 80}} {
		at := geom.Quad{knot, knot, knot, knot}
		assert.Equal(t, kept.ToSource(at), s.ToSource(at))
	}
	for _, want := range []string{"a", "b", "c", ""} {
		got, err := s.Read(ctx, []geom.Quad{region(9)}, extract.Hint{})
		require.NoError(t, err)
		assert.Equal(t, want, got[0].Value)
	}
}

func TestWhatIsNoPageIsRefused(t *testing.T) {
	empty, err := Encode([]Page{{Number: 1}})
	require.NoError(t, err)
	torn, err := Encode([]Page{{Number: 1, Layout: &extract.Layout{}, ToSource: &geom.Mesh{Step: 1, Cols: 2, Rows: 2, Knots: make([]geom.Point, 3)}}})
	require.NoError(t, err)
	for _, b := range [][]byte{nil, []byte("no pages"), empty, torn} {
		_, err := Decode(b)
		assert.Error(t, err)
	}
}
