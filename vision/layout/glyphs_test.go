package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLettersThatTouchTellTheHeightOfPrint(t *testing.T) {
	patches := func(n, w, h int) (out []Component) {
		for i := range n {
			out = append(out, Component{Box: Box{0, 60 * i, w, 60*i + h}, Area: w * h / 3})
		}
		return out
	}
	vowels := patches(40, 12, 13)
	for _, c := range []struct {
		name string
		page []Component
		want int
	}{
		{"words whose letters touch", append(patches(12, 200, 28), vowels...), 28},
		{"a line of them", append(patches(4, 700, 28), vowels...), 28},
		{"few beside letters", append(patches(2, 200, 40), patches(60, 20, 28)...), 28},
		{"bars are none", append([]Component{{Box: Box{0, 0, 600, 40}, Area: 600 * 36}}, patches(10, 20, 28)...), 28},
		{"nor are rules", append(patches(5, 2000, 20), patches(10, 20, 28)...), 28},
	} {
		assert.Equal(t, c.want, TextHeight(c.page), c.name)
	}
}

func TestALineWhoseLettersTouchIsNoRestOfARule(t *testing.T) {
	for _, c := range []struct {
		name       string
		w, h, area int
		letters    bool
	}{
		{"a line of Thai print", 310, 23, 3160, true},
		{"a longer one", 600, 23, 6000, true},
		{"a rule's half", 310, 3, 800, false},
		{"a rule askew", 310, 23, 900, false},
		{"a bar", 310, 20, 6000, false},
		{"a row of dots that touch", 310, 10, 1300, false},
	} {
		s := sortPatches([]Component{{Box: Box{10, 10, 10 + c.w, 10 + c.h}, Area: c.area}}, 16)
		assert.Equal(t, c.letters, len(s.letters) == 1, c.name)
	}
}
