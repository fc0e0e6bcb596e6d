package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
)

// linesOf returns the lines of a page as the joiner that ships sees them.
func linesOf(t testing.TB, p *Page) []Line {
	t.Helper()
	j, err := NewJoiner()
	require.NoError(t, err)
	return p.Lines(j)
}

// ordinary draws lines of usual print, which tell what is usual on the page.
func ordinary(p *printed.Page) {
	for y := 560; y < 960; y += 40 {
		p.Text(80, y, 26, "a line of ordinary print on paper")
	}
}

func TestWordsOfOneLineAreJoinedAndThoseSideBySideAreNot(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(p *printed.Page)
		want []Box // room of one line each
	}{
		{"small captions beside large values", func(p *printed.Page) {
			for y := 100; y < 400; y += 100 {
				p.Text(80, y, 18, "deliver to")
				p.Text(205, y, 44, "Melissa Watson")
			}
		}, []Box{{70, 70, 190, 130}, {195, 40, 620, 140}}},
		{"two addresses beside each other", func(p *printed.Page) {
			for i, words := range []string{"12 Harbour", "Westfield 1", "Northern Tr"} {
				p.Text(80, 100+40*i, 26, words)
				p.Text(258, 100+40*i, 26, words)
			}
		}, []Box{{70, 70, 246, 112}, {250, 70, 440, 112}}},
		{"blanks of a line", func(p *printed.Page) {
			p.Text(80, 100, 26, "Westfield Harbour")
			p.Text(318, 100, 26, "Company, Limited")
		}, []Box{{70, 70, 620, 112}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(900, 1000)
			c.draw(p)
			ordinary(p)
			lines := linesOf(t, Analyse(p.Gray))
			for _, w := range c.want {
				assert.True(t, anyIn(lines, w), "%v in %v", w, lines)
			}
		})
	}
}

// anyIn reports a line that fills most of a room's width and stays within it.
func anyIn(lines []Line, room Box) bool {
	for _, l := range lines {
		if common(l.Box, room) == l.W()*l.H() && 2*l.W() > room.W() {
			return true
		}
	}
	return false
}

func TestAJointTellsWhatLiesAboutIt(t *testing.T) {
	p := Page{TextHeight: 20, level: []Word{
		word(0, 100, 100, 20), word(150, 100, 60, 20), // beside each other
		word(150, 140, 60, 20), // begins where the right one does
		word(90, 20, 80, 20),   // over the white
	}}
	joints := p.Joints()
	require.Len(t, joints, 1)
	v := joints[0].Features
	require.Len(t, v, JointFeatures)
	assert.InDelta(t, 2.5, v[0], 1e-6, "white, in letter heights")
	assert.InDelta(t, 3, v[14], 1e-6, "white above, up to the word over it")
	assert.InDelta(t, corridor, v[15], 1e-6, "white below")
	assert.InDelta(t, 1, v[16], 1e-6, "one more begins there")
	assert.InDelta(t, 0, v[17], 1e-6, "none ends there")
}

// word is a word of one letter box.
func word(x, y, w, h int) Word {
	b := Box{x, y, x + w, y + h}
	return Word{Box: b, Height: h, Base: b.Y1, parts: []Box{b}}
}
