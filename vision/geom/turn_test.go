package geom

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATurnsFrameIsThePageAsItsReaderSeesIt(t *testing.T) {
	box := Rect{10, 20, 14, 90} // a narrow strip
	for turn, first := range map[Turn]Point{0: {10, 20}, 1: {14, 20}, 2: {14, 90}, 3: {10, 90}} {
		seen := turn.Rect(box)
		q := turn.Quad(seen)
		assert.Equal(t, first, q[0], "turn %d starts above the letters", turn)
		assert.Equal(t, box, q.Bounds())
		assert.Equal(t, turn, TurnOf(Point{q[1].X - q[0].X, q[1].Y - q[0].Y}))
		assert.Equal(t, turn%2 == 0, seen.W() < seen.H())
		assert.Equal(t, Point{3, 5}, turn.Back(turn.Point(Point{3, 5})))
	}
}
