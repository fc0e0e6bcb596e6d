package layout

// strokes finds the long straight stretches of a page that rules are made of. A stretch takes in its two neighbours across, so
// that a sloping hairline gives long ones. Looking at every minLen-th place is enough to miss none of them.
type strokes struct {
	pix      []byte // the grey page
	stride   int
	ink      *Bitmap
	distance int // how far beside a hairline its paper is looked for
}

// hairContrast is how much darker than the paper on both sides a hairline must be; below it lies the noise of a photo.
const hairContrast = 13

// across returns the horizontal stretches of at least minLen, row by row, and for each row the index of its first one.
func (s strokes) across(minLen int) ([]run, []int) {
	w, h := s.ink.W, s.ink.H
	var out []run
	first := make([]int, h+1)
	for y := range h {
		first[y] = len(out)
		for x := 0; x < w; x += minLen {
			if !s.printedAcross(x, y) {
				continue
			}
			x0, x1 := x, x+1
			for x0 > 0 && s.printedAcross(x0-1, y) {
				x0--
			}
			for x1 < w && s.printedAcross(x1, y) {
				x1++
			}
			if x1-x0 >= minLen {
				out = append(out, run{x0, x1, y})
			}
			x += (x1 - x) / minLen * minLen // the next look is behind this stretch
		}
	}
	first[h] = len(out)
	return out, first
}

// down returns the vertical stretches like across does on the transposed page: their y is the column.
func (s strokes) down(minLen int) ([]run, []int) {
	w, h := s.ink.W, s.ink.H
	columns := make([][]run, w)
	end := make([]int, w) // of the last stretch looked at
	for y := 0; y < h; y += minLen {
		for x := range w {
			if end[x] > y || !s.printedDown(x, y) {
				continue
			}
			y0, y1 := y, y+1
			for y0 > 0 && s.printedDown(x, y0-1) {
				y0--
			}
			for y1 < h && s.printedDown(x, y1) {
				y1++
			}
			end[x] = y1
			if y1-y0 >= minLen {
				columns[x] = append(columns[x], run{y0, y1, x})
			}
		}
	}
	var out []run
	first := make([]int, w+1)
	for x, rs := range columns {
		first[x] = len(out)
		out = append(out, rs...)
	}
	first[w] = len(out)
	return out, first
}

// printedAcross reports ink or a horizontal hairline at (x, y), right above or right below it.
func (s strokes) printedAcross(x, y int) bool {
	return s.lineAcross(x, y) || y > 0 && s.lineAcross(x, y-1) || y+1 < s.ink.H && s.lineAcross(x, y+1)
}

// printedDown reports ink or a vertical hairline at (x, y), right before or right behind it.
func (s strokes) printedDown(x, y int) bool {
	return s.lineDown(x, y) || x > 0 && s.lineDown(x-1, y) || x+1 < s.ink.W && s.lineDown(x+1, y)
}

// lineAcross reports ink, or a pixel that is darker than what lies above and below it: part of a printed line too pale or too
// thin for the page's ink level. A border between two tones is no line.
func (s strokes) lineAcross(x, y int) bool {
	at := y*s.ink.W + x
	if s.ink.Pix[at] != 0 {
		return true
	}
	if y < s.distance || y >= s.ink.H-s.distance {
		return false
	}
	here := s.alongRow(x, y) + 3*hairContrast
	return here < 3*255 && here < s.alongRow(x, y-s.distance) && here < s.alongRow(x, y+s.distance)
}

// lineDown is lineAcross for vertical lines.
func (s strokes) lineDown(x, y int) bool {
	at := y*s.ink.W + x
	if s.ink.Pix[at] != 0 {
		return true
	}
	if x < s.distance || x >= s.ink.W-s.distance {
		return false
	}
	here := s.alongColumn(x, y) + 3*hairContrast
	return here < 3*255 && here < s.alongColumn(x-s.distance, y) && here < s.alongColumn(x+s.distance, y)
}

// alongRow is three times the mean of a pixel and its neighbours in the row; the page's edge counts for itself alone.
func (s strokes) alongRow(x, y int) int {
	i := y*s.stride + x
	if x == 0 || x == s.ink.W-1 {
		return 3 * int(s.pix[i])
	}
	return int(s.pix[i-1]) + int(s.pix[i]) + int(s.pix[i+1])
}

func (s strokes) alongColumn(x, y int) int {
	i := y*s.stride + x
	if y == 0 || y == s.ink.H-1 {
		return 3 * int(s.pix[i])
	}
	return int(s.pix[i-s.stride]) + int(s.pix[i]) + int(s.pix[i+s.stride])
}
