package recognize

import (
	"context"
	"errors"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// scripted answers with what it was given, by the crop's width.
type scripted struct {
	answers map[int]extract.Text
	asked   []int
	err     error
	closed  int
}

func (s *scripted) Read(_ context.Context, lines Request) ([]extract.Text, error) {
	crops := lines.Crops
	out := make([]extract.Text, len(crops))
	for i, c := range crops {
		s.asked = append(s.asked, c.Rect.Dx())
		out[i] = s.answers[c.Rect.Dx()]
	}
	return out, s.err
}

func (s *scripted) Close() error { s.closed++; return nil }

func crops(widths ...int) []*image.Gray {
	var out []*image.Gray
	for _, w := range widths {
		out = append(out, image.NewGray(image.Rect(0, 0, w, 8)))
	}
	return out
}

func TestRouterAsksTheSecondOnlyWhereTheFirstDoubts(t *testing.T) {
	first := &scripted{answers: map[int]extract.Text{
		1: {Value: "sure", Confidence: 0.95},
		2: {Value: "SILOOO1", Confidence: 0.07},
		3: {Value: "kept", Confidence: 0.5},
		4: {},
	}}
	second := &scripted{answers: map[int]extract.Text{
		2: {Value: "67/0001", Confidence: 0.8},
		3: {Value: "other", Confidence: 0.55},
		4: {},
	}}
	r := NewRouter(Plan{
		First:  map[extract.Script]Recognizer{extract.ScriptAny: first},
		Second: map[extract.Script]Opinion{extract.ScriptDigit: {By: second, Doubt: 0.6, Lead: 0.1}},
	}, first, second)
	out, err := r.Read(context.Background(), Request{Crops: crops(1, 2, 3, 4), Hint: extract.Hint{Script: extract.ScriptDigit}})
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3, 4}, second.asked)
	assert.Equal(t, "sure", out[0].Value)
	assert.Equal(t, "67/0001", out[1].Value)
	assert.Equal(t, []extract.Alternative{{Value: "SILOOO1", Confidence: 0.07}}, out[1].Alternatives)
	assert.Equal(t, "kept", out[2].Value, "a lead within the margin does not win")
	assert.Equal(t, []extract.Alternative{{Value: "other", Confidence: 0.5}}, out[2].Alternatives, "no alternative is surer than the value")
	assert.Empty(t, out[3].Value)

	out, err = r.Read(context.Background(), Request{Crops: crops(2), Hint: extract.Hint{Script: extract.ScriptThai}})
	require.NoError(t, err)
	assert.Equal(t, "SILOOO1", out[0].Value, "no second opinion for a class without one")

	second.err = errors.New("broken")
	_, err = r.Read(context.Background(), Request{Crops: crops(2), Hint: extract.Hint{Script: extract.ScriptDigit}})
	assert.Error(t, err)

	require.NoError(t, r.Close())
	assert.Equal(t, 1, first.closed)
	assert.Equal(t, 1, second.closed)
}

func TestPreparedShowsPreparedCrops(t *testing.T) {
	inner := &scripted{answers: map[int]extract.Text{7: {Value: "seven", Confidence: 1}}}
	fail := false
	r := Prepared("inner", inner, func(g *image.Gray) (*image.Gray, error) {
		if fail {
			return nil, errors.New("no")
		}
		return crops(7)[0], nil
	})
	out, err := r.Read(context.Background(), Request{Crops: crops(3)})
	require.NoError(t, err)
	assert.Equal(t, "seven", out[0].Value)
	fail = true
	_, err = r.Read(context.Background(), Request{Crops: crops(3)})
	assert.Error(t, err)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = r.Read(done, Request{Crops: crops(3)})
	assert.ErrorIs(t, err, context.Canceled)
	require.NoError(t, r.Close())
	assert.Equal(t, 1, inner.closed)
}

// What a second recogniser is worth differs by class: each has its own doubt and lead.
func TestRouterDoubtsEachClassInItsOwnWay(t *testing.T) {
	first := &scripted{answers: map[int]extract.Text{1: {Value: "net", Confidence: 0.6}, 2: {Value: "net", Confidence: 0.4}}}
	second := &scripted{answers: map[int]extract.Text{1: {Value: "other", Confidence: 0.8}, 2: {Value: "other", Confidence: 0.65}}}
	r := NewRouter(Plan{
		First: map[extract.Script]Recognizer{extract.ScriptAny: first},
		Second: map[extract.Script]Opinion{
			extract.ScriptLatin: {By: second, Doubt: 0.7, Lead: 0.1},
			extract.ScriptThai:  {By: second, Doubt: 0.5, Lead: 0.3},
		},
	}, first, second)
	for _, c := range []struct {
		script extract.Script
		asked  int
		want   []string
	}{
		{extract.ScriptLatin, 2, []string{"other", "other"}},
		{extract.ScriptThai, 1, []string{"net", "net"}},
		{extract.ScriptDigit, 0, []string{"net", "net"}},
	} {
		second.asked = nil
		out, err := r.Read(context.Background(), Request{Crops: crops(1, 2), Hint: extract.Hint{Script: c.script}})
		require.NoError(t, err)
		assert.Equal(t, c.want, []string{out[0].Value, out[1].Value}, c.script)
		assert.Len(t, second.asked, c.asked, c.script)
	}
}

// The plan compares recognisers: prepared ones must be comparable, and one that stands in both places is asked once.
func TestRouterTakesPreparedRecognisers(t *testing.T) {
	inner := &scripted{answers: map[int]extract.Text{5: {Value: "x", Confidence: 0.1}}}
	same := Prepared("inner", inner, func(g *image.Gray) (*image.Gray, error) { return g, nil })
	r := NewRouter(Plan{
		First:  map[extract.Script]Recognizer{extract.ScriptAny: same},
		Second: map[extract.Script]Opinion{extract.ScriptAny: {By: same, Doubt: 0.8}},
	}, same)
	out, err := r.Read(context.Background(), Request{Crops: crops(5)})
	require.NoError(t, err)
	assert.Equal(t, "x", out[0].Value)
	assert.Len(t, inner.asked, 1)
}

// Print in a script that neither recogniser has is the foreign one's, where it is surer and says so in that script.
func TestForeignReadsWhatNobodyElseDoes(t *testing.T) {
	first := &scripted{answers: map[int]extract.Text{1: {Value: "sure", Confidence: 0.9}, 2: {Value: "Mockba", Confidence: 0.3}, 3: {Value: "doubted", Confidence: 0.4}, 4: {Value: "KANE", Confidence: 0.6}}}
	foreign := &scripted{answers: map[int]extract.Text{2: {Value: "Москва", Confidence: 0.8}, 3: {Value: "doubled", Confidence: 0.9}, 4: {Value: "КАПЕ", Confidence: 0.5}}}
	r := NewRouter(Plan{First: map[extract.Script]Recognizer{extract.ScriptAny: first}, Foreign: Opinion{By: foreign, Doubt: 0.7}, Strange: func(s string) bool { return s[0] >= 0x80 }}, first)
	out, err := r.Read(context.Background(), Request{Crops: crops(1, 2, 3, 4)})
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3, 4}, foreign.asked)
	assert.Equal(t, []string{"sure", "Москва", "doubted", "KANE"}, []string{out[0].Value, out[1].Value, out[2].Value, out[3].Value})
	assert.Equal(t, []extract.Alternative{{Value: "Mockba", Confidence: 0.3}}, out[1].Alternatives)
	for _, h := range []extract.Hint{{Script: extract.ScriptDigit}, {Script: extract.ScriptThai}, {Charset: "abc"}} {
		_, err = r.Read(context.Background(), Request{Crops: crops(2), Hint: h})
		require.NoError(t, err)
	}
	assert.Len(t, foreign.asked, 3, "a wish that it cannot meet")
	require.NoError(t, r.Close())
	assert.Equal(t, 1, foreign.closed)
}

func TestOnceAsksTheFirstAlone(t *testing.T) {
	first := &scripted{answers: map[int]extract.Text{1: {Value: "doubted", Confidence: 0.1}}}
	second := &scripted{answers: map[int]extract.Text{1: {Value: "other", Confidence: 0.9}}}
	r := NewRouter(Plan{First: map[extract.Script]Recognizer{extract.ScriptAny: first}, Second: map[extract.Script]Opinion{extract.ScriptAny: {By: second, Doubt: 0.6}}}, first, second)
	out, err := r.Read(context.Background(), Request{Crops: crops(1), Effort: Once()})
	require.NoError(t, err)
	assert.Equal(t, "doubted", out[0].Value)
	assert.Empty(t, second.asked)
	_, err = r.Read(context.Background(), Request{Crops: crops(1), Effort: Effort{Worth: func(t extract.Text) bool { return t.Confidence > 0.2 }}})
	require.NoError(t, err)
	assert.Empty(t, second.asked, "not worth a second opinion")
	out, err = r.Read(context.Background(), Request{Crops: crops(1, 1), Effort: Effort{All: true}})
	require.NoError(t, err)
	var values []string
	for _, text := range out {
		values = append(values, text.Value)
	}
	assert.Equal(t, []string{"doubted", "doubted", "other", "other"}, values, "one recogniser's after another's")
}
