package geom

// Turn is a direction of reading in quarter turns clockwise from left to right: 1 reads downwards, 3 upwards.
//
// Its frame is the page as a reader in that direction sees it: x runs with the reading, y from the letters' tops to their
// feet. What is known about level print holds there for print in any direction.
type Turn int

// TurnOf returns the turn nearest to the direction d.
func TurnOf(d Point) Turn {
	switch {
	case d.X >= max(d.Y, -d.Y):
		return 0
	case d.Y >= max(d.X, -d.X):
		return 1
	case -d.X >= max(d.Y, -d.Y):
		return 2
	}
	return 3
}

// Point takes a place on the page to the frame.
func (t Turn) Point(p Point) Point {
	switch t {
	case 1:
		return Point{p.Y, -p.X}
	case 2:
		return Point{-p.X, -p.Y}
	case 3:
		return Point{-p.Y, p.X}
	}
	return p
}

// Back takes a place in the frame to the page.
func (t Turn) Back(p Point) Point { return ((4 - t) % 4).Point(p) }

// Rect takes a rectangle on the page to the frame.
func (t Turn) Rect(r Rect) Rect {
	return QuadOf(r).Map(t.Point).Bounds()
}

// Quad takes a rectangle in the frame to the page; corner 0 is where reading starts above the letters.
func (t Turn) Quad(r Rect) Quad { return QuadOf(r).Map(t.Back) }
