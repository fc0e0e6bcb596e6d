package geom

import (
	"cmp"
	"slices"
)

// Median is the middle of measures, of an even number the larger of two; the zero value of none. They keep their order.
func Median[T cmp.Ordered](of []T) T {
	if len(of) == 0 {
		return *new(T)
	}
	return slices.Sorted(slices.Values(of))[len(of)/2]
}
