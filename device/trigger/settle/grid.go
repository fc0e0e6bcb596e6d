package settle

import "image"

// A picture is compared by the mean brightness of its cells and by how busy they are: print has edges, a bare desk few.
const (
	cols, rows = 64, 48
	darkness   = 22 // mean grey level below which the light is off
	different  = 13 // grey levels by which a cell changes: more than a camera's noise
	busy       = 18 // mean step between neighbouring pixels that only print has
)

type grid struct {
	mid  [cols * rows]uint8 // mean brightness
	edge [cols * rows]uint8 // mean absolute step along x
}

// newGrid reduces a picture; nil when it is too small.
func newGrid(img *image.Gray) *grid {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w < cols || h < rows {
		return nil
	}
	g := new(grid)
	for cy := range rows {
		y0, y1 := cy*h/rows, (cy+1)*h/rows
		for cx := range cols {
			x0, x1 := cx*w/cols, (cx+1)*w/cols
			sum, step, n := 0, 0, 0
			// Every second row is enough against noise.
			for y := y0; y < y1; y += 2 {
				row := img.Pix[y*img.Stride:]
				before := int(row[x0])
				for x := x0; x < x1; x++ {
					v := int(row[x])
					sum += v
					step += max(v-before, before-v)
					before = v
					n++
				}
			}
			g.mid[cy*cols+cx], g.edge[cy*cols+cx] = uint8(sum/n), uint8(min(255, step/n))
		}
	}
	return g
}

func (g *grid) mean() int {
	sum := 0
	for _, v := range g.mid {
		sum += int(v)
	}
	return sum / len(g.mid)
}

// changed returns the share of cells that differ once the shift of the whole picture's brightness, as by automatic
// exposure, is taken off: the median of all differences, which holds while less than half of the picture is new.
func changed(a, b *grid) float64 {
	shift := shift(a, b)
	n := 0
	for i := range a.mid {
		if d := int(b.mid[i]) - int(a.mid[i]) - shift; d > different || d < -different {
			n++
		}
	}
	return float64(n) / float64(len(a.mid))
}

func shift(a, b *grid) int {
	var hist [511]int
	for i := range a.mid {
		hist[int(b.mid[i])-int(a.mid[i])+255]++
	}
	sum := 0
	for d, n := range hist {
		if sum += n; sum*2 >= len(a.mid) {
			return d - 255
		}
	}
	return 0
}

// span returns the rectangle of what differs, in shares of the picture; all of it when nothing does.
func span(a, b *grid) [4]float64 {
	s := shift(a, b)
	x0, y0, x1, y1 := cols, rows, 0, 0
	for i := range a.mid {
		if d := int(b.mid[i]) - int(a.mid[i]) - s; d > different || d < -different {
			x, y := i%cols, i/cols
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1)
		}
	}
	if x1 <= x0 || y1 <= y0 {
		return [4]float64{0, 0, 1, 1}
	}
	return [4]float64{float64(x0) / cols, float64(y0) / rows, float64(x1) / cols, float64(y1) / rows}
}

// printed returns the share of cells that belong to print: busy ones, and those among several of them.
func (g *grid) printed() float64 {
	n := 0
	for y := range rows {
		for x := range cols {
			near := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if x+dx >= 0 && x+dx < cols && y+dy >= 0 && y+dy < rows && g.edge[(y+dy)*cols+x+dx] >= busy {
						near++
					}
				}
			}
			if near >= 3 {
				n++
			}
		}
	}
	return float64(n) / (cols * rows)
}
