package sheet

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
)

// A line of letters 20 pixels high, whose crop is 28 high; the tighter look is 24 high, the roomier one 36.
func TestADoubtfulLineIsLookedAtAgain(t *testing.T) {
	line := layout.Line{Box: layout.Box{X0: 88, Y0: 500, X1: 260, Y1: 520}, Height: 20}
	for name, c := range map[string]struct {
		first, tight, roomy extract.Text
		want                string
		sure                float64
		looks               int
	}{
		"the roomier look is surest, alone":      {textOf("emetente", 0.6), textOf("emetent", 0.5), textOf("Remetente", 0.9), "Remetente", 0.9 * aloneLook, 2},
		"the tighter look is surest, and shared": {textOf("Sender x", 0.6), textOf("Sender", 0.8), textOf("Sender", 0.7), "Sender", 0.8 * sharedLook, 2},
		"all say the same":                       {textOf("Sender", 0.6), textOf("Sender", 0.9), textOf("Sender:", 0.7), "Sender", 0.9, 2},
		"a tone less is another reading":         {textOf("บัวเผือน", 0.6), textOf("บัวเผือน", 0.5), textOf("บัวเผื่อน", 0.9), "บัวเผื่อน", 0.9 * aloneLook, 2},
		"the first is surest, and alone":         {textOf("Sender", 0.6), textOf("Sander", 0.5), textOf("Sendel", 0.5), "Sender", 0.6 * aloneLook, 2},
		"a sure line is not looked at":           {textOf("Sender", 0.8), textOf("Sander", 0.95), textOf("Sendel", 0.95), "Sender", 0.8, 0},
		"a sign or two may be a speck":           {textOf("4b", 0.75), textOf("46", 0.95), textOf("46", 0.95), "4b", 0.75, 0},
		"what is no print is not":                {textOf("s__t_e", 0.1), textOf("Sander", 0.95), textOf("Sendel", 0.95), "s__t_e", 0.1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			looks := 0
			s := sheetOf(t, &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
				switch {
				case g.Rect.Dy() < 28:
					looks++
					return c.tight
				case g.Rect.Dy() > 28:
					looks++
					return c.roomy
				}
				return c.first
			}}, letter())
			s.analysis()
			looks = 0
			lines, err := s.readLevel(context.Background(), []layout.Line{line})
			require.NoError(t, err)
			assert.Equal(t, c.looks, looks)
			require.Len(t, lines, 1)
			assert.Equal(t, c.want, lines[0].Text.Value)
			assert.InDelta(t, c.sure, lines[0].Text.Confidence, 1e-9)
			assert.InDelta(t, c.sure, lines[0].Words[0].Text.Confidence, 1e-9, "as sure as its characters")
		})
	}
}

// Where characters stand is told along the line, whatever was cut out to read them.
func TestCharactersOfARoomierLookStandAlongTheLine(t *testing.T) {
	from, to := geom.Rect{X0: 80, X1: 180, Y1: 10}, geom.QuadOf(geom.Rect{X0: 90, X1: 170, Y1: 10})
	wide := textOf("abcde", 0.9)
	got := along(wide, from, to)
	assert.Equal(t, extract.Char{Rune: 'a', X0: 0, X1: 0.125, Confidence: 0.9}, got.Chars[0])
	assert.InDelta(t, 0.375, got.Chars[2].X0, 1e-9)
	assert.InDelta(t, 0.625, got.Chars[2].X1, 1e-9)
	assert.InDelta(t, 1, got.Chars[4].X1, 1e-9)
	assert.Zero(t, wide.Chars[0].X0, "the reading stays as it was")
	assert.InDelta(t, 0.2, wide.Chars[0].X1, 1e-9)
}

func TestALineIsCutWithRoomInItsLettersHeight(t *testing.T) {
	s := sheetOf(t, &reader{answer: func(*image.Gray, extract.Hint) extract.Text { return textOf("Sender", 0.9) }}, letter())
	line := extract.Line{Quad: geom.QuadOf(geom.Rect{X0: 88, Y0: 500, X1: 260, Y1: 528}), Height: 20}
	assert.Equal(t, image.Pt(172, 28), s.Alone(line, 0).Rect.Size())
	assert.Equal(t, image.Pt(180, 36), s.Alone(line, 0.2).Rect.Size())
	line.Quad = geom.QuadOf(geom.Rect{X0: 2, Y0: 1, X1: 260, Y1: 29})
	assert.Equal(t, image.Pt(264, 33), s.Alone(line, 0.2).Rect.Size(), "the page ends")
}

// The line stands on its head, and its crops are read as other nonsense each.
func TestWhatIsReadOtherwiseInEachCropIsLookedAtFromTheOtherSide(t *testing.T) {
	for name, c := range map[string]struct {
		first, head extract.Text
		want        string
		turn        int
	}{
		"figures":                      {textOf("ITLS/TE/89", 0.68), textOf("68/31/5721", 0.98), "68/31/5721", 2},
		"words":                        {textOf("sauor enysor", 0.64), textOf("Joshua Jones", 0.97), "Joshua Jones", 2},
		"no surer than the first look": {textOf("Jashua Jones", 0.64), textOf("sauor enysor", 0.6), "Jashua Jones", 0},
	} {
		p := letter()
		p.Fill(image.Rect(70, 480, 320, 540), 255)
		p.Fill(image.Rect(240, 500, 300, 520), 0)
		p.Fill(image.Rect(100, 508, 180, 511), 0)
		s := sheetOf(t, says("a line of print that stands on paper", 0.95), p)
		s.analysis()
		s.reader = &reader{answer: func(g *image.Gray, h extract.Hint) extract.Text {
			switch {
			case heavyLeft(g, h).Value == "caption":
				return c.head
			case g.Rect.Dy() == 28:
				return c.first
			}
			return textOf(c.first.Value[:g.Rect.Dy()%7+1], 0.5)
		}}
		lines, err := s.readLevel(context.Background(), []layout.Line{{Box: layout.Box{X0: 100, Y0: 500, X1: 300, Y1: 520}, Height: 20}})
		require.NoError(t, err)
		require.Len(t, lines, 1, name)
		assert.Equal(t, c.want, lines[0].Text.Value, name)
		assert.Equal(t, c.turn, int(lines[0].Turn), name)
	}
}

// On a page of Latin print a line on its head may still be Thai.
func TestALineOnItsHeadMayBeInAnotherScript(t *testing.T) {
	s := sheetOf(t, says("a line of print that stands on paper", 0.95), letter())
	require.Equal(t, extract.ScriptLatin, s.Script())
	s.reader = &reader{answer: func(_ *image.Gray, h extract.Hint) extract.Text {
		if h.Script == extract.ScriptLatin {
			return textOf("s", 0.1)
		}
		return textOf("ร้านทดลอง", 0.9)
	}}
	texts := []extract.Text{textOf("SURUNSLONLS", 0.3)}
	turns, err := s.otherSide(context.Background(), []geom.Quad{quadOf(layout.Box{X0: 90, Y0: 60, X1: 300, Y1: 84}, 4)}, texts)
	require.NoError(t, err)
	assert.Equal(t, []int{2}, turns)
	assert.Equal(t, "ร้านทดลอง", texts[0].Value)
}
