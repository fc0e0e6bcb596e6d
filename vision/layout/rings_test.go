package layout

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// box draws a frame, its right end lower by lean.
func box(p *printed.Page, r image.Rectangle, thick, lean int) {
	at := func(x int) int { return lean * (x - r.Min.X) / max(1, r.Dx()) }
	for x := r.Min.X; x < r.Max.X; x++ {
		for d := range thick {
			p.Gray.SetGray(x, r.Min.Y+at(x)+d, color.Gray{})
			p.Gray.SetGray(x, r.Max.Y-1+at(x)-d, color.Gray{})
		}
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for d := range thick {
			p.Gray.SetGray(r.Min.X+d, y, color.Gray{})
			p.Gray.SetGray(r.Max.X-1-d, y+lean, color.Gray{})
		}
	}
}

func TestWhatIsAFrame(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(p *printed.Page)
		want int
	}{
		{"a cell", func(p *printed.Page) { box(p, image.Rect(50, 50, 350, 110), 2, 0) }, 1},
		{"with print in it", func(p *printed.Page) { box(p, image.Rect(50, 50, 350, 110), 2, 0); p.Text(70, 90, 24, "print") }, 1},
		{"a cell that leans", func(p *printed.Page) { box(p, image.Rect(50, 50, 350, 110), 3, 9) }, 1},
		{"thick sides", func(p *printed.Page) { box(p, image.Rect(50, 50, 350, 150), 9, 0) }, 1},
		{"one in the other", func(p *printed.Page) {
			box(p, image.Rect(50, 50, 350, 150), 2, 0)
			box(p, image.Rect(56, 56, 344, 144), 2, 0)
		}, 2},
		{"a grid", func(p *printed.Page) { p.Grid([]int{50, 150, 250, 350}, []int{50, 80, 110}, 2) }, 0},
		{"a cell with a filled heading", func(p *printed.Page) {
			box(p, image.Rect(50, 50, 350, 150), 3, 0)
			p.Fill(image.Rect(50, 50, 350, 66), 0)
		}, 0},
		{"a filled box", func(p *printed.Page) { p.Fill(image.Rect(50, 50, 350, 110), 0) }, 0},
		{"large letters that touch", func(p *printed.Page) {
			box(p, image.Rect(50, 50, 140, 86), 3, 0)
			p.Fill(image.Rect(50, 50, 55, 86), 0)
			p.Fill(image.Rect(135, 50, 140, 86), 0)
			for x := 55; x < 135; x += 9 {
				p.Fill(image.Rect(x, 50, x+5, 61), 0)
				p.Fill(image.Rect(x, 75, x+5, 86), 0)
			}
		}, 0},
		{"round letters", func(p *printed.Page) { p.Text(50, 150, 150, "O0") }, 0},
		{"three sides", func(p *printed.Page) {
			p.Fill(image.Rect(50, 50, 350, 52), 0)
			p.Fill(image.Rect(50, 50, 52, 110), 0)
			p.Fill(image.Rect(348, 50, 350, 110), 0)
		}, 0},
	} {
		p := printed.NewPage(400, 200)
		c.draw(p)
		b := Threshold(p.Gray, 128)
		assert.Len(t, rings(b, Components(b)), c.want, c.name)
	}
}

// Cells that are framed one by one are ruled as if each line were printed once, however near the frames stand and whether or not they
// touch somewhere; print is as tall as its letters, and no frame is taken for a drawing.
func TestCellsFramedOneByOneAreAGrid(t *testing.T) {
	for _, c := range []struct {
		name         string
		white, thick int
		touching     bool
	}{{"close", 2, 2, false}, {"apart", 8, 2, false}, {"thick", 4, 4, false}, {"touching", 4, 2, true}} {
		p := printed.NewPage(1000, 900)
		for i := range 4 {
			for k := range 3 {
				x, y := 100+k*250, 100+i*60
				box(p, image.Rect(x, y, x+250-c.white, y+60-c.white), c.thick, 0)
				p.Text(x+20, y+36, 24, "cell")
			}
		}
		if c.touching {
			p.Fill(image.Rect(340, 120, 356, 124), 0)
		}
		found := Analyse(p.Gray)
		across, down := 0, 0
		for _, r := range found.Rules {
			if r.Vertical {
				down++
			} else if r.Length() > 700 {
				across++
			}
		}
		assert.Equal(t, 5, across, c.name)
		assert.Equal(t, 4, down, c.name)
		assert.InDelta(t, 17, found.TextHeight, 3, c.name)
		assert.Empty(t, found.Figures, c.name)
	}
}

// A line beside a frame's side is its double; a double rule stays two lines, as tables are closed by them.
func TestWhatDoublesALine(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to int // a line over the frame
		above    int // how far
		framed   bool
		lines    int
	}{
		{"over a frame", 100, 900, 8, true, 1},
		{"further away than a letter is high", 100, 900, 34, true, 2},
		{"much shorter than the frame", 100, 400, 8, true, 2},
		{"over a line", 100, 900, 8, false, 2},
	} {
		p := body(1000, 900)
		if c.framed {
			box(p, image.Rect(100, 300, 900, 380), 2, 0)
		} else {
			p.Fill(image.Rect(100, 300, 900, 302), 0)
		}
		p.Fill(image.Rect(c.from, 300-c.above, c.to, 302-c.above), 0)
		n := 0
		for _, r := range Analyse(p.Gray).Rules {
			if !r.Vertical && r.Y0 < 310 {
				n++
			}
		}
		assert.Equal(t, c.lines, n, c.name)
	}
}

// What rules leave of cells that run together is thin, and neither a drawing nor lost. A curve is a drawing.
func TestWhatIsLeftOfFramesIsNoDrawing(t *testing.T) {
	for _, c := range []struct {
		name           string
		draw           func(p *printed.Page)
		figures, rules int
	}{
		{"two sides", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 103, 180), 0)
			p.Fill(image.Rect(100, 177, 400, 180), 0)
		}, 0, 2},
		{"three sides, one broken", func(p *printed.Page) {
			p.Fill(image.Rect(100, 100, 400, 103), 0)
			p.Fill(image.Rect(100, 100, 103, 180), 0)
			p.Fill(image.Rect(100, 177, 240, 180), 0)
		}, 0, 2},
		{"a curve", func(p *printed.Page) {
			for x := range 400 {
				y := 300 - x*x/700
				p.Fill(image.Rect(100+x, y, 104+x, y+5), 0)
			}
		}, 1, 0},
	} {
		p := printed.NewPage(600, 400)
		c.draw(p)
		found := Page{Ink: Threshold(p.Gray, 128)}
		found.Figures = Components(found.Ink)
		found.takeRests(17)
		assert.Len(t, found.Figures, c.figures, c.name)
		assert.Len(t, found.Rules, c.rules, c.name)
	}
}
