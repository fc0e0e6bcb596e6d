package codes

import (
	"image"

	"lensd/vision/geom"
)

// block is the side of the squares over which edges are counted, in pixels.
const block = 8

// region is a part of the picture that looks like a code.
type region struct {
	box   geom.Rect
	quad  geom.Quad // as the code stands, where that is known
	skew  float64   // how far that is from a square
	dense bool      // surely a code, even if nothing decodes it
}

// grid counts, for each block, the pixels where the grey level changes along x and along y.
type grid struct {
	w, h   int
	dx, dy []int
}

func countEdges(img *image.Gray) grid {
	g := grid{w: img.Rect.Dx() / block, h: img.Rect.Dy() / block}
	g.dx, g.dy = make([]int, g.w*g.h), make([]int, g.w*g.h)
	const step = 36 // grey levels; a worn thermal bar still differs by more
	for y := 1; y < g.h*block-1; y++ {
		row := img.Pix[y*img.Stride:]
		above, below := img.Pix[(y-1)*img.Stride:], img.Pix[(y+1)*img.Stride:]
		cell := (y / block) * g.w
		for x := 1; x < g.w*block-1; x++ {
			if d := int(row[x+1]) - int(row[x-1]); d > step || d < -step {
				g.dx[cell+x/block]++
			}
			if d := int(below[x]) - int(above[x]); d > step || d < -step {
				g.dy[cell+x/block]++
			}
		}
	}
	return g
}

// transposed is the grid of the picture with x and y swapped.
func (g grid) transposed() grid {
	out := grid{w: g.h, h: g.w, dx: make([]int, len(g.dx)), dy: make([]int, len(g.dy))}
	for i := range g.dx {
		k := i%g.w*g.h + i/g.w
		out.dx[k], out.dy[k] = g.dy[i], g.dx[i]
	}
	return out
}

// barRegions finds where many edges along x meet few along y: upright bars.
func barRegions(g grid) []region {
	mark := make([]bool, g.w*g.h)
	for i := range mark {
		mark[i] = g.dx[i] >= block*block/5 && g.dy[i]*3 < g.dx[i]
	}
	// A wide bar or space leaves blocks without edges inside a code.
	bridge(mark, g.w, g.h, 4)
	var out []region
	for _, b := range islands(mark, g.w, g.h) {
		w, h := b.box.W(), b.box.H()
		if w >= 9 && h >= 2 && w >= 0.8*h && b.fill > 0.55 {
			r := scaled(b.box)
			// Bold capitals look like short bars; only what is both long and high is surely none.
			out = append(out, region{box: r, dense: b.fill > 0.85 && w >= 18 && h >= 8})
		}
	}
	return append(out, tallRegions(mark, g, out)...)
}

// tallRegions finds bars that print or a frame above, below or beside them joins to other things: only what goes on for
// three blocks upwards counts, which letters and rules do not. Regions that are known are left out.
func tallRegions(mark []bool, g grid, known []region) []region {
	tall := make([]bool, len(mark))
	for i := g.w; i < len(mark)-g.w; i++ {
		tall[i] = mark[i-g.w] && mark[i] && mark[i+g.w]
	}
	var out []region
	for _, b := range islands(tall, g.w, g.h) {
		b = trimmed(tall, g.w, b)
		if b.box.W() < 9 || b.box.H() < 2 || b.fill < 0.55 {
			continue
		}
		b.box.Y0, b.box.Y1 = b.box.Y0-1, b.box.Y1+1
		r := scaled(b.box)
		fresh := true
		for _, k := range known {
			fresh = fresh && k.box.Intersect(r).Area() < 0.5*r.Area()
		}
		if fresh {
			out = append(out, region{box: r, dense: b.fill > 0.85 && b.box.W() >= 18 && b.box.H() >= 8})
		}
	}
	return out
}

// squareRegions finds compact areas that are full of edges both ways.
func squareRegions(g grid) []region {
	mark := make([]bool, g.w*g.h)
	for i := range mark {
		mark[i] = g.dx[i] >= block*block/10 && g.dy[i] >= block*block/10
	}
	var out []region
	// Large modules leave blocks without an edge, so codes are sought in the marks grown by one block too. What is found
	// there may be text: it is tried, not taken for a code.
	for _, b := range islands(grown(mark, g.w, g.h), g.w, g.h) {
		if w, h := b.box.W(), b.box.H(); w >= 6 && h >= 6 && w < 1.6*h && h < 1.6*w && b.fill > 0.7 {
			out = append(out, region{box: scaled(b.box)})
		}
	}
	for _, b := range islands(mark, g.w, g.h) {
		w, h := b.box.W(), b.box.H()
		if w >= 4 && h >= 4 && w < 1.7*h && h < 1.7*w && b.fill > 0.6 {
			out = append(out, region{box: scaled(b.box), dense: b.fill > 0.88 && w >= 11 && h >= 11})
		} else if w >= 24 && h >= 10 && b.fill > 0.88 {
			out = append(out, region{box: scaled(b.box), dense: true}) // PDF417 and the like: not decoded, but no text
		}
	}
	return out
}

// trimmed cuts off the rows and columns of an island that are much emptier than its fullest: a rule that runs into it.
func trimmed(mark []bool, w int, b island) island {
	x0, y0, x1, y1 := int(b.box.X0), int(b.box.Y0), int(b.box.X1), int(b.box.Y1)
	count := func(ax, ay, bx, by int) (n int) {
		for y := ay; y < by; y++ {
			for x := ax; x < bx; x++ {
				if mark[y*w+x] {
					n++
				}
			}
		}
		return n
	}
	fullest := 0
	for y := y0; y < y1; y++ {
		fullest = max(fullest, count(x0, y, x1, y+1))
	}
	for y0 < y1-1 && 2*count(x0, y0, x1, y0+1) < fullest {
		y0++
	}
	for y1 > y0+1 && 2*count(x0, y1-1, x1, y1) < fullest {
		y1--
	}
	for x0 < x1-1 && 2*count(x0, y0, x0+1, y1) < y1-y0 {
		x0++
	}
	for x1 > x0+1 && 2*count(x1-1, y0, x1, y1) < y1-y0 {
		x1--
	}
	box := geom.Rect{X0: float64(x0), Y0: float64(y0), X1: float64(x1), Y1: float64(y1)}
	return island{box, float64(count(x0, y0, x1, y1)) / box.Area()}
}

// grown marks the eight neighbours of marked blocks too.
func grown(mark []bool, w, h int) []bool {
	out := make([]bool, len(mark))
	for i, m := range mark {
		if !m {
			continue
		}
		for y := max(0, i/w-1); y <= min(h-1, i/w+1); y++ {
			for x := max(0, i%w-1); x <= min(w-1, i%w+1); x++ {
				out[y*w+x] = true
			}
		}
	}
	return out
}

func scaled(r geom.Rect) geom.Rect {
	return geom.Rect{X0: r.X0 * block, Y0: r.Y0 * block, X1: r.X1 * block, Y1: r.Y1 * block}
}

// bridge fills gaps of up to n blocks along x between marked blocks.
func bridge(mark []bool, w, h, n int) {
	for y := range h {
		last := -1
		for x := range w {
			if !mark[y*w+x] {
				continue
			}
			if last >= 0 && x-last-1 <= n {
				for k := last + 1; k < x; k++ {
					mark[y*w+k] = true
				}
			}
			last = x
		}
	}
}

type island struct {
	box  geom.Rect // in blocks
	fill float64   // share of the box that is marked
}

// islands lists the connected groups of marked blocks (four neighbours).
func islands(mark []bool, w, h int) []island {
	seen := make([]bool, len(mark))
	var out []island
	for start := range mark {
		if !mark[start] || seen[start] {
			continue
		}
		x0, y0, x1, y1, n := w, h, 0, 0, 0
		stack := []int{start}
		seen[start] = true
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%w, i/w
			x0, y0, x1, y1, n = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1), n+1
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				nx, ny := x+d[0], y+d[1]
				if nx < 0 || ny < 0 || nx >= w || ny >= h || !mark[ny*w+nx] || seen[ny*w+nx] {
					continue
				}
				seen[ny*w+nx] = true
				stack = append(stack, ny*w+nx)
			}
		}
		box := geom.Rect{X0: float64(x0), Y0: float64(y0), X1: float64(x1), Y1: float64(y1)}
		out = append(out, island{box, float64(n) / box.Area()})
	}
	return out
}
