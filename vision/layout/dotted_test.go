package layout

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

// dottedGrid draws dashes along the lines of a grid; where two lines cross, their dashes run together, and each fused-th one runs
// into the next.
func dottedGrid(p *printed.Page, xs, ys []int, dash, thick, fused int, grey byte) {
	for _, y := range ys {
		for i, x := 0, xs[0]; x < xs[len(xs)-1]; i, x = i+1, x+2*dash {
			p.Fill(image.Rect(x, y, x+dash+indicator(i%fused == 1)*dash, y+thick), grey)
		}
	}
	for _, x := range xs {
		for i, y := 0, ys[0]; y < ys[len(ys)-1]; i, y = i+1, y+2*dash {
			p.Fill(image.Rect(x, y, x+thick, y+dash+indicator(i%fused == 1)*dash), grey)
		}
	}
}

func TestDottedGridsAreRulesAndNoPrint(t *testing.T) {
	for _, c := range []struct {
		name               string
		dash, thick, fused int
		grey               byte
	}{{"fine dots", 4, 3, 999, 0}, {"dashes", 7, 3, 999, 0}, {"pale dashes", 7, 3, 999, 150}, {"blurred dots", 4, 3, 4, 0}, {"blurred dashes", 5, 3, 4, 0}} {
		p := body(1200, 900)
		xs, ys := []int{100, 400, 700, 1000}, []int{60, 130, 200, 270, 340}
		for i, y := range ys[1:] {
			for _, x := range xs[:3] {
				p.Text(x+40, y-22, 26, []string{"weight", "colour", "gravity", "tension"}[i])
			}
		}
		words := len(Analyse(clone(p.Gray)).Words)
		dottedGrid(p, xs, ys, c.dash, c.thick, c.fused, c.grey)
		found := Analyse(p.Gray)
		across, down := trackedAt(found.Rules, ys, false), trackedAt(found.Rules, xs, true)
		assert.Equal(t, len(ys), across, c.name)
		assert.Equal(t, len(xs), down, c.name)
		assert.Len(t, found.Words, words, c.name)
	}
}

// Where cells are dashed one by one, their dashes meet at each corner, and the dashes between keep a pace of their own.
func TestGridsOfDashedCellsAreRules(t *testing.T) {
	p := body(1200, 900)
	const side, thick = 97, 6
	dashesOf := func(from, to int, fill func(a, b int)) {
		for at := from; at <= to; at += side {
			fill(at-19, at+20)
			if at < to {
				fill(at+26, at+46)
				fill(at+53, at+72)
			}
		}
	}
	var xs, ys []int
	for i := range 4 {
		xs, ys = append(xs, 150+i*2*side), append(ys, 80+i*side)
	}
	for _, y := range ys {
		dashesOf(xs[0], xs[3], func(a, b int) { p.Fill(image.Rect(a, y, b, y+thick), 0) })
	}
	for _, x := range xs {
		dashesOf(ys[0], ys[3], func(a, b int) { p.Fill(image.Rect(x, a, x+thick, b), 0) })
	}
	for _, y := range ys[:3] {
		p.Text(xs[0]+50, y+60, 26, "weight")
	}
	found := Analyse(p.Gray)
	assert.Equal(t, len(ys), trackedAt(found.Rules, ys, false))
	assert.Equal(t, len(xs), trackedAt(found.Rules, xs, true))
}

// Where cells are dashed one by one their dashes begin anew at each corner, and blurred ones run together there, but for their edges.
func TestFindDottedWhereDashesRunTogether(t *testing.T) {
	const th, dash, white, thick = 20, 18, 8, 9
	draw := func(width, height int) (b *Bitmap, xs, ys []int) {
		b = NewBitmap(900, 600)
		for i := range 5 {
			xs, ys = append(xs, 100+i*width), append(ys, 60+i*height)
		}
		for _, y := range ys {
			for x := xs[0]; x < xs[4]; x += dash + white {
				b.paint(Box{x, y, x + dash, y + thick})
			}
		}
		for _, x := range xs {
			for _, y := range ys[:4] {
				b.paint(Box{x + 3, y, x + thick - 3, y + dash + 2})
				b.paint(Box{x + 3, y + dash + 6, x + thick - 3, y + height})
				for at := y; at < y+height; at += dash + white {
					b.paint(Box{x, at, x + thick, min(at+dash, y+height)})
				}
			}
		}
		return b, xs, ys
	}
	for name, width := range map[string]int{"wide cells": 160, "narrow cells": 52} {
		b, xs, ys := draw(width, 70)
		found := FindDotted(b, th)
		assert.Equal(t, len(ys), trackedAt(found, ys, false), name)
		assert.Equal(t, len(xs), trackedAt(found, xs, true), name)
	}
	b, _, ys := draw(160, 70)
	feet := ys[2] + 30
	for i, x := 0, 100; x < 740; i, x = i+1, x+16 { // letters, one of four of which is a tall one
		b.paint(Box{x, feet - 16*indicator(i%4 == 1), x + 8, feet + 8})
	}
	assert.Zero(t, trackedAt(FindDotted(b, th), []int{feet}, false), "a line of letters")
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}

// trackedAt counts the places at which some rule runs.
func trackedAt(rules []Rule, at []int, vertical bool) int {
	n := 0
	for _, want := range at {
		for _, r := range rules {
			if r.Vertical == vertical && r.Mid() > float64(want)-4 && r.Mid() < float64(want)+8 && r.Length() > 150 {
				n++
				break
			}
		}
	}
	return n
}

func clone(g *image.Gray) *image.Gray {
	return &image.Gray{Pix: append([]byte(nil), g.Pix...), Stride: g.Stride, Rect: g.Rect}
}

// Figures that stand in a column have strokes at one pace, too.
func TestFiguresInColumnsAreNoDottedRules(t *testing.T) {
	p := printed.NewPage(900, 900)
	for y := 60; y < 860; y += 34 {
		for x := 100; x < 800; x += 100 {
			p.Text(x, y, 26, "108")
		}
	}
	assert.Empty(t, Analyse(p.Gray).Rules)
}

func TestAThickBarIsARule(t *testing.T) {
	p := body(1200, 900)
	for _, y := range []int{80, 300} {
		p.Fill(image.Rect(100, y, 1000, y+12), 0)
	}
	p.Text(120, 150, 26, "weight")
	found := Analyse(p.Gray)
	assert.Equal(t, 2, trackedAt(found.Rules, []int{86, 306}, false))
	assert.Empty(t, found.Figures)
}

// A pale stripe of a table whose tone lies at the level of faint print is no print.
func TestBitsOfAPaleStripeAreNoFaintPrint(t *testing.T) {
	p := body(1200, 900)
	p.Fill(image.Rect(80, 100, 1100, 160), 233)
	p.Toned(300, 142, 26, "noise of the ground", 216)
	for _, w := range Analyse(p.Gray).Words {
		assert.False(t, w.Y0 >= 100 && w.Y1 <= 165, "%v", w.Box)
	}
}
