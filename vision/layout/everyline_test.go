package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// Scenes in which lines were lost or cut: where each of them must be found, alone.
func TestEveryLineIsFound(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(p *printed.Page)
		want []Box // room of one line each
	}{
		{"pale print between black bars", func(p *printed.Page) {
			for y := 200; y < 900; y += 100 {
				p.Toned(80, y, 26, "a line of pale print on paper", 185)
				p.Fill(image.Rect(60, y+25, 840, y+65), 0)
			}
		}, []Box{{70, 170, 840, 220}, {70, 770, 840, 820}}},
		{"three words in a large black area", func(p *printed.Page) {
			p.Fill(image.Rect(40, 60, 860, 500), 10)
			p.Toned(80, 120, 16, "Cole.", 250)
			for y := 560; y < 960; y += 40 {
				p.Text(80, y, 26, "a line of ordinary print on paper")
			}
		}, []Box{{70, 95, 300, 130}}},
		{"justified lines", func(p *printed.Page) {
			for i, words := range [][]string{{"spaces that", "part"}, {"words", "of a line"}, {"are no columns, so"}} {
				for k, x := range [][]int{{80, 262}, {80, 214}, {80}}[i] {
					p.Text(x, 200+36*i, 26, words[k])
				}
			}
			for y := 560; y < 960; y += 40 {
				p.Text(80, y, 26, "a line of ordinary print on paper")
			}
		}, []Box{{70, 170, 340, 210}, {70, 206, 340, 246}, {70, 242, 340, 284}}},
		{"lines beside a rest of a tab", func(p *printed.Page) {
			p.Fill(image.Rect(56, 170, 80, 262), 0)
			p.Text(90, 200, 26, "one line beside it")
			p.Text(90, 250, 26, "and another one")
			for y := 560; y < 960; y += 40 {
				p.Text(80, y, 26, "a line of ordinary print on paper")
			}
		}, []Box{{84, 170, 400, 212}, {84, 220, 400, 262}}},
		{"columns", func(p *printed.Page) {
			for i := range 3 {
				p.Text(80, 200+36*i, 26, "column")
				p.Text(300, 200+36*i, 26, "column")
			}
		}, []Box{{70, 170, 200, 212}, {290, 170, 420, 212}, {70, 242, 200, 284}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := printed.NewPage(900, 1000)
			c.draw(p)
			lines := linesOf(t, Analyse(p.Gray))
			for _, room := range c.want {
				n := 0
				for _, l := range lines {
					if room.holds(l.cx2()/2, l.cy2()/2) {
						n++
						assert.True(t, within(l.Box, room), "%v in %v", l.Box, room)
					}
				}
				assert.Equal(t, 1, n, "lines in %v: %v", room, lines)
			}
		})
	}
}
