package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// sketched is a page with a patch drawn in rows of text, at twice its size.
func sketched(rows ...string) (*Bitmap, Component) {
	b := NewBitmap(60, 60)
	for y, row := range rows {
		for x, c := range row {
			if c == '#' {
				b.paint(Box{10 + 2*x, 10 + 2*y, 12 + 2*x, 12 + 2*y})
			}
		}
	}
	return b, Components(b)[0]
}

func TestCrossedDashesAreTwoArms(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []string
		want bool
	}{
		{"a cross", []string{"...##...", "...##...", "########", "########", "...##...", "...##..."}, true},
		{"a corner", []string{"########", "########", "##......", "##......", "##......"}, true},
		{"dashes that meet beside each other's middle", []string{"########", "########", ".....##.", ".....##.", ".....##."}, true},
		{"two strokes down", []string{"##...##", "##...##", "#######", "##...##", "##...##"}, false},
		{"three strokes across", []string{"######", "##....", "######", "##....", "######"}, false},
		{"a ring", []string{"#######", "#.....#", "#.....#", "#.....#", "#######"}, false},
		{"a stroke at a slant", []string{"##......", ".##.....", "..##....", "...##...", "....##.."}, false},
		{"arms with a third stroke", []string{"...##...", "...##...", "########", "...##.##", "...##.##", "...##.##"}, false},
	} {
		b, patch := sketched(c.rows...)
		across, down := crossedDashes(b, []Component{patch}, 12)
		assert.Equal(t, c.want, len(across) == 1 && len(down) == 1, c.name)
		if c.want {
			assert.Equal(t, [2]int{patch.X0, patch.X1}, [2]int{across[0].X0, across[0].X1}, c.name)
			assert.Equal(t, [2]int{patch.Y0, patch.Y1}, [2]int{down[0].Y0, down[0].Y1}, c.name)
		}
	}
}

func TestADashedRuleGoesOnAcrossACrossing(t *testing.T) {
	b := NewBitmap(400, 120)
	for x := 20; x < 380; x += 24 {
		b.paint(Box{x, 60, x + 16, 66})
	}
	for x := 65; x < 380; x += 96 { // crossed by one dash each, on every fourth
		b.paint(Box{x, 52, x + 6, 74})
	}
	rules, used := FindDashed(b, Components(b), 20)
	assert.Len(t, rules, 1)
	assert.Equal(t, [2]float64{20, 372}, [2]float64{rules[0].X0, rules[0].X1})
	assert.Len(t, used, 15)
}

func TestTheFeetOfARowOfLettersAreNoRule(t *testing.T) {
	b := NewBitmap(400, 120)
	for x := 20; x < 380; x += 18 {
		b.paint(Box{x, 50, x + 4, 70})
		b.paint(Box{x, 66, x + 13, 70})
	}
	rules, used := FindDashed(b, Components(b), 20)
	assert.Empty(t, rules)
	assert.Empty(t, used)
}
