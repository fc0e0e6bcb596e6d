package layout

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// dotsAt returns n patches of w x h pixels every step pixels from x, y.
func dotsAt(x, y, n, step, w, h int, down bool) []Component {
	var out []Component
	for i := range n {
		c := Component{Box{x + i*step, y, x + i*step + w, y + h}, w * h}
		if down {
			c.Box = Box{x, y + i*step, x + h, y + i*step + w}
		}
		out = append(out, c)
	}
	return out
}

// hollow leaves half of each patch's ink.
func hollow(cs []Component) []Component {
	for i := range cs {
		cs[i].Area /= 2
	}
	return cs
}

func TestFindDashed(t *testing.T) {
	letter := func(x, foot int) Component { return Component{Box{x, foot - 20, x + 14, foot}, 100} }
	years := dotsAt(80, 100, 20, 32, 20, 4, true) // the 1 of 2011, 2012 and so on, line by line
	for i := range 20 {
		years = append(years, letter(62, 120+32*i), letter(88, 120+32*i))
	}
	for _, c := range []struct {
		name  string
		parts []Component
		want  []Rule
	}{
		{"dots across", dotsAt(100, 50, 40, 6, 3, 3, false), []Rule{{X0: 100, Y0: 51.5, X1: 337, Y1: 51.5, Thick: 3, dotted: true}}},
		{"dashes down", dotsAt(80, 100, 20, 18, 10, 3, true), []Rule{{X0: 81.5, Y0: 100, X1: 81.5, Y1: 452, Thick: 3, Vertical: true, dotted: true}}},
		{"dashes nearly as thick as long", dotsAt(100, 50, 20, 20, 13, 11, false), []Rule{{X0: 100, Y0: 55.5, X1: 493, Y1: 55.5, Thick: 11, dotted: true}}},
		{"letters of that size", hollow(dotsAt(100, 50, 20, 20, 13, 11, false)), nil},
		{"a figure 1 in each row of a column", years, nil},
		{"a leader after a word", append(dotsAt(100, 50, 40, 8, 3, 3, false), letter(80, 53)), nil},
		{"a leader before a number", append(dotsAt(100, 50, 40, 8, 3, 3, false), letter(420, 53)), nil},
		{"a rule over a word", append(dotsAt(100, 50, 40, 6, 3, 3, false), letter(80, 90)), []Rule{{X0: 100, Y0: 51.5, X1: 337, Y1: 51.5, Thick: 3, dotted: true}}},
		{"pieces on two levels that are crossed", slices.Concat(dotsAt(100, 50, 6, 8, 3, 3, false), dotsAt(100, 80, 6, 8, 3, 3, false), dotsAt(168, 50, 6, 8, 3, 3, false), dotsAt(166, 80, 6, 8, 3, 3, false)),
			[]Rule{{X0: 100, Y0: 51.5, X1: 211, Y1: 51.5, Thick: 3, dotted: true}, {X0: 100, Y0: 81.5, X1: 209, Y1: 81.5, Thick: 3, dotted: true}}},
		{"an ellipsis", dotsAt(100, 50, 3, 8, 3, 3, false), nil},
		{"decimal points of rows", dotsAt(100, 50, 12, 40, 3, 3, true), nil},
		{"full stops of a line", append(dotsAt(100, 50, 4, 9, 3, 3, false), append(dotsAt(153, 50, 3, 4, 3, 3, false), dotsAt(182, 50, 3, 19, 3, 3, false)...)...), nil},
	} {
		got, used := findDashed(c.parts, nil, nil, 20)
		assert.Equal(t, c.want, got, c.name)
		if c.want != nil {
			assert.NotEmpty(t, used, c.name)
		}
	}
}

// A dashed frame around a little print is made of more patches than that: the print's height must not be the dashes'.
func TestDashesDoNotPassForPrint(t *testing.T) {
	var cs []Component
	patch := func(x, y, w, h, area int) {
		cs = append(cs, Component{Box: Box{x, y, x + w, y + h}, Area: area})
	}
	for i := range 60 {
		for _, y := range []int{10, 200, 400} {
			patch(10+16*i, y+i/20, 10, 5, 44)
		}
		patch(10, 16+6*i, 5, 4, 18)
	}
	var print []Component
	for i := range 20 {
		patch(40+19*i, 60, 14, 24, 130)
		print = append(print, cs[len(cs)-1])
	}
	assert.Less(t, TextHeight(cs), 10)
	left := withoutDashes(cs)
	assert.Equal(t, 24, TextHeight(left))
	assert.Subset(t, left, print, "letters stay")
	few := print[:5]
	assert.Equal(t, few, withoutDashes(few))
}

// Where a screen leaves specks by the ten thousand, their rules are found among those on their level alone.
func BenchmarkSpecks(b *testing.B) {
	var specks []Component
	for y := range 150 {
		specks = append(specks, dotsAt(y%3, 4*y, 150, 4+y%2, 2, 2, false)...)
	}
	for b.Loop() {
		findDashed(specks, nil, nil, 8)
	}
}
