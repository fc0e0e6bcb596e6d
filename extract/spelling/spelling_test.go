package spelling

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUsualSpellingsSurpriseLess(t *testing.T) {
	for _, c := range [][2]string{
		{"สวัสดิ์", "สวัสติ์"}, {"ปิยะ", "ปียะ"}, {"เกียรติ", "เกยริต์"}, {"วิเศษ", "วิเสษ"}, {"ทองคำ", "ทองค้ำ"}, {"รักษ์", "รักษ"}, {"พึ่ง", "พึง่"},
		{"street", "strcet"}, {"Müller", "Miiller"}, {"garage", "qaraqe"}, {"Kowalski", "Kcwalski"},
	} {
		assert.Lessf(t, Surprise(c[0]), Surprise(c[1]), "%s is more usual than %s", c[0], c[1])
	}
}

func TestAnyTextHasASurprise(t *testing.T) {
	for _, s := range []string{"", "A", "ก", "กกกกกกกกกก", "่่่", "ก A ข", "\xff"} {
		assert.GreaterOrEqual(t, Surprise(s), 0.0, "%q", s)
	}
	assert.Greater(t, Surprise("ฅฅ"), Surprise("การ"))
}

func TestRunsEndWhereTheScriptChanges(t *testing.T) {
	cost := func(text string) float64 {
		c, sum := Start, 0.0
		for _, r := range text + " " {
			next, more := c.Then(r)
			c, sum = next, sum+more
		}
		assert.Equal(t, Start, c, "a blank ends a run")
		return sum
	}
	assert.InDelta(t, cost("กา")+cost("la"), cost("กาla"), 1e-9)
	assert.InDelta(t, cost("กา")+cost("la"), cost("กา12 la"), 1e-9, "figures cost nothing")
	assert.InDelta(t, cost("lódz"), cost("ŁÓDŹ"), 1e-9, "case and rare accents do not count")
	assert.Zero(t, cost("12 34-5"))
}

// What may follow a text, its end included, has a probability of one in all, but for what the table leaves out and rounds.
func TestFollowersShareOneProbability(t *testing.T) {
	followers := []rune(" " + latinLetters)
	for r := rune(first); r <= last; r++ {
		followers = append(followers, r)
	}
	for _, text := range []string{"", "ก", "สวั", "นครร", "เคมีภั", "ประเสริ", "ฅฅฅ", "s", "ber", "street", "xqzkkw"} {
		c := Start
		for _, r := range text {
			c, _ = c.Then(r)
		}
		sum := 0.0
		for _, r := range followers {
			if text == "" && r == ' ' {
				continue // nothing ends before it begins
			}
			if _, cost := c.Then(r); sameScript(text, r) {
				sum += math.Exp(-cost)
			}
		}
		assert.InDelta(t, 1, sum, 0.1, "after %q", text)
	}
}

// sameScript: a letter of the other script begins a run of its own, which costs the end of this one besides.
func sameScript(text string, r rune) bool {
	return text == "" || r == ' ' || (r >= first) == ([]rune(text)[0] >= first)
}
