package rectify

import "image"

// Light that falls off does so step by step; what is printed in a tone begins with an edge.
const (
	white       = 247  // paper that is as white as white can be, with a scanner's or a JPEG's unrest
	softStep    = 4    // tones from one small pixel to the next
	fallen      = 225  // as little light as that would pass for a tone of print
	leastFallen = 0.02 // of the page, for its light to be divided out
)

// fallsOff reports that a page which is white for the most part gets less light towards a side: a camera exposed its brightest place too
// long. near is the reduced page, closed over print. What is reached from white paper without an edge is paper.
func fallsOff(near *image.Gray) bool {
	w, h := near.Rect.Dx(), near.Rect.Dy()
	paper := make([]bool, w*h)
	var front []int
	for i, v := range near.Pix[:w*h] {
		if v >= white {
			paper[i] = true
			front = append(front, i)
		}
	}
	low := 0
	reach := func(from, to int) {
		if paper[to] || int(near.Pix[from])-int(near.Pix[to]) > softStep {
			return
		}
		paper[to] = true
		front = append(front, to)
		if near.Pix[to] < fallen {
			low++
		}
	}
	for len(front) > 0 {
		i := front[len(front)-1]
		front = front[:len(front)-1]
		x := i % w
		if x > 0 {
			reach(i, i-1)
		}
		if x+1 < w {
			reach(i, i+1)
		}
		if i >= w {
			reach(i, i-w)
		}
		if i+w < w*h {
			reach(i, i+w)
		}
	}
	return float64(low) >= leastFallen*float64(w*h)
}
