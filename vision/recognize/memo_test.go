package recognize

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestWhatWasReadOfAPageIsNotReadAgain(t *testing.T) {
	first := &scripted{answers: map[int]extract.Text{3: {Value: "three", Confidence: 0.9}, 4: {Value: "for", Confidence: 0.3}, 5: {Value: "five", Confidence: 0.9}}}
	second := &scripted{answers: map[int]extract.Text{4: {Value: "four", Confidence: 0.8}}}
	r := NewRouter(Plan{
		First:  map[extract.Script]Recognizer{extract.ScriptAny: first},
		Second: map[extract.Script]Opinion{extract.ScriptAny: {By: second, Doubt: 0.6}, extract.ScriptLatin: {By: second, Doubt: 0.6}},
	}, first, second)
	memo := NewMemo()
	said := func(memo *Memo, hint extract.Script, effort Effort, widths ...int) (out []string) {
		first.asked, second.asked = nil, nil
		texts, err := r.Read(context.Background(), Request{Crops: crops(widths...), Hint: extract.Hint{Script: hint}, Effort: effort, Memo: memo})
		require.NoError(t, err)
		for _, x := range texts {
			out = append(out, x.Value)
		}
		return out
	}
	assert.Equal(t, []string{"three", "for"}, said(memo, extract.ScriptAny, Once(), 3, 4))
	assert.Equal(t, []string{"five", "four", "three"}, said(memo, extract.ScriptAny, Effort{}, 5, 4, 3), "a second opinion is still to be had")
	assert.Equal(t, []int{5}, first.asked)
	assert.Equal(t, []int{4}, second.asked)
	assert.Equal(t, []string{"four", "five"}, said(memo, extract.ScriptAny, Effort{}, 4, 5))
	assert.Empty(t, append(first.asked, second.asked...))
	said(memo, extract.ScriptLatin, Effort{}, 4)
	assert.Equal(t, []int{4, 4}, append(first.asked, second.asked...), "as another class of lines it may be read otherwise")
	said(NewMemo(), extract.ScriptAny, Once(), 3)
	assert.Equal(t, []int{3}, first.asked, "another page")
	said(nil, extract.ScriptAny, Once(), 3)
	said(nil, extract.ScriptAny, Once(), 3)
	assert.Equal(t, []int{3}, first.asked)
}

func TestAMemoTellsCropsApartByTheirPixels(t *testing.T) {
	page := image.NewGray(image.Rect(0, 0, 20, 20))
	page.Pix[5*20+5] = 9
	part := func(x, y int) *image.Gray { return page.SubImage(image.Rect(x, y, x+4, y+4)).(*image.Gray) }
	assert.Equal(t, digest(part(10, 10)), digest(part(14, 2)), "where they stand does not matter")
	assert.NotEqual(t, digest(part(4, 4)), digest(part(10, 10)))
	assert.NotEqual(t, digest(part(4, 4)), digest(part(5, 5)))
	assert.NotEqual(t, digest(image.NewGray(image.Rect(0, 0, 2, 8))), digest(image.NewGray(image.Rect(0, 0, 8, 2))))
}

func TestAppendingToAReadingLeavesTheMemosAsItIs(t *testing.T) {
	spare := make([]extract.Alternative, 1, 8)
	first := &scripted{answers: map[int]extract.Text{3: {Value: "three", Alternatives: spare}}}
	r := NewRouter(Plan{First: map[extract.Script]Recognizer{extract.ScriptAny: first}}, first)
	ask := func(memo *Memo) extract.Text {
		out, err := r.Read(context.Background(), Request{Crops: crops(3), Memo: memo})
		require.NoError(t, err)
		return out[0]
	}
	memo := NewMemo()
	one := ask(memo)
	one.Alternatives = append(one.Alternatives, extract.Alternative{Value: "mine"})
	two := ask(memo)
	two.Alternatives = append(two.Alternatives, extract.Alternative{Value: "another's"})
	assert.Equal(t, "mine", one.Alternatives[1].Value)
}
