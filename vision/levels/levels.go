// Package levels counts grey levels. It is pure Go.
package levels

// Histogram counts pixels by their grey level.
type Histogram [256]int

// Count makes the histogram of pixels.
func Count(pixels []byte) Histogram {
	var h Histogram
	h.Add(pixels)
	return h
}

// Add counts pixels, too.
func (h *Histogram) Add(pixels []byte) {
	for _, p := range pixels {
		h[p]++
	}
}

// Quantile returns the first level at which a share (0 to 1) of the pixels is reached, 0 where there are none.
func (h *Histogram) Quantile(share float64) int {
	total := 0
	for _, n := range h {
		total += n
	}
	sum := 0
	for v, n := range h {
		if sum += n; float64(sum) >= share*float64(total) {
			return v
		}
	}
	return len(h) - 1
}
