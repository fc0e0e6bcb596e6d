package trees

import "sort"

// Curve maps a raw figure to the measured one by its knots, whose first members ascend: straight between them, level beyond them.
// One without knots changes nothing.
type Curve [][2]float64

// At returns what the curve says of x.
func (c Curve) At(x float64) float64 {
	if len(c) == 0 {
		return x
	}
	k := sort.Search(len(c), func(i int) bool { return c[i][0] >= x })
	switch k {
	case 0:
		return c[0][1]
	case len(c):
		return c[k-1][1]
	}
	a, b := c[k-1], c[k]
	return a[1] + (b[1]-a[1])*(x-a[0])/(b[0]-a[0])
}
