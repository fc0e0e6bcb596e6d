package layout

import (
	"image"
	"math"
	"slices"
)

// A crease, a scratch or a stroke of a pen that runs across a page askew joins all words that it touches into one drawing. Lengths are
// in letter heights of the page.
const (
	creaseLong  = 8.0  // a stroke is as long at least
	creaseShare = 0.33 // of the page's shorter side, and as long as that
	creaseThin  = 0.35 // and no thicker
	creaseLean  = 2.5  // degrees from rows and columns: less is a rule
	creaseRun   = 4.0  // its ink goes on for no longer in a row or a column
	creaseGap   = 2.0  // it may be lost over so much
	creaseWhole = 0.75 // of it is seen
	creaseBare  = 0.5  // of it crosses no print
	creasePart  = 2.5  // a patch that may be a part of one is as long; letters are not
	creaseBox   = 0.3  // and as much of the box around it is ink at most
	creaseEdge  = 12   // pixels of the page's border, which is made white

	leanStep   = 0.25 // degrees between directions
	leanWide   = 3.0  // pixels between lines of one direction
	leanPoints = 8000 // of ink that vote for lines
	leanTries  = 12   // lines that are followed
)

// eraseCreases takes creases out of the ink and the grey page, where cs are the patches of that ink, and reports whether there are any.
func eraseCreases(b *Bitmap, g *image.Gray, cs []Component, th int) bool {
	long := int(max(creaseLong*float64(th), creaseShare*float64(min(b.W, b.H))))
	if sparse(cs, th) < long {
		return false
	}
	found := false
	for _, l := range leaning(thinPoints(b, cs, th), b.W, b.H, th) {
		found = follow(b, g, l, th, long) || found
	}
	return found
}

// sparse is how long those patches are together that may be parts of creases.
func sparse(cs []Component, th int) (long int) {
	for _, c := range cs {
		if n := max(c.W(), c.H()); float64(n) >= creasePart*float64(th) && float64(c.Area) <= creaseBox*float64(c.W()*c.H()) {
			long += n
		}
	}
	return long
}

// lean is a line x cos(angle) + y sin(angle) = off, in pixels of the page.
type lean struct{ angle, off float64 }

// leaning returns the lines askew on a page of w x h that most points lie on, the most first (Duda and Hart, Use of the Hough
// Transformation to Detect Lines and Curves in Pictures, 1972).
func leaning(points []image.Point, w, h, th int) []lean {
	if len(points) == 0 {
		return nil
	}
	var angles []float64
	for d := 0.0; d < 180; d += leanStep {
		if r := math.Mod(d, 90); r >= creaseLean && r <= 90-creaseLean {
			angles = append(angles, d*math.Pi/180)
		}
	}
	wide := int(2*math.Hypot(float64(w), float64(h))/leanWide) + 2
	votes := make([]int32, len(angles)*wide)
	for k, a := range angles {
		sin, cos := math.Sincos(a)
		row := votes[k*wide : (k+1)*wide]
		for _, p := range points {
			row[int((float64(p.X)*cos+float64(p.Y)*sin)/leanWide+float64(wide/2))]++
		}
	}
	var out []lean
	for range leanTries {
		best := slices.Index(votes, slices.Max(votes))
		k, r := best/wide, best%wide
		out = append(out, lean{angles[k], (float64(r-wide/2) + 0.5) * leanWide})
		for i := max(0, k-int(2/leanStep)); i <= min(len(angles)-1, k+int(2/leanStep)); i++ {
			clear(votes[i*wide+max(0, r-2*th) : i*wide+min(wide, r+2*th)])
		}
	}
	return out
}

// thinPoints samples the ink outside letters that is of no longer stretch in its row or column than a crease's is.
func thinPoints(b *Bitmap, cs []Component, th int) (out []image.Point) {
	rest, ink := NewBitmap(b.W, b.H), 0
	copy(rest.Pix, b.Pix)
	for _, c := range cs {
		if float64(max(c.W(), c.H())) >= creasePart*float64(th) {
			ink += c.Area
			continue
		}
		for y := c.Y0; y < c.Y1; y++ {
			clear(rest.Pix[y*b.W+c.X0 : y*b.W+c.X1])
		}
	}
	every, n := max(1, ink/leanPoints), 0
	longest := int(creaseRun * float64(th))
	for i, v := range rest.Pix {
		if v == 0 {
			continue
		}
		if n++; n%every == 0 && !b.inRun(i%b.W, i/b.W, longest) {
			out = append(out, image.Pt(i%b.W, i/b.W))
		}
	}
	return out
}

// inRun reports ink that goes on for more than a length in its row or its column.
func (b *Bitmap) inRun(x, y, long int) bool {
	run := func(dx, dy int) int {
		n := 0
		for ; n <= long && b.At(x+dx*(n+1), y+dy*(n+1)); n++ {
		}
		return n
	}
	return run(-1, 0)+run(1, 0) > long || run(0, -1)+run(0, 1) > long
}

// follow goes along a line across the page, takes what of it is a stroke out of the ink and the grey page, and reports whether anything is.
func follow(b *Bitmap, g *image.Gray, l lean, th, long int) bool {
	sin, cos := math.Sincos(l.angle)
	t := track{down: math.Abs(cos) > math.Abs(sin)}
	to := b.W
	at := func(x float64) float64 { return (l.off - x*cos) / sin }
	if t.down {
		to = b.H
		at = func(y float64) float64 { return (l.off - y*sin) / cos }
	}
	flat := math.Hypot(1, at(1)-at(0)) // its length for each pixel that it goes on
	t.thin = max(2, int(creaseThin*float64(th)*flat))
	for i := range to {
		t.step(b, at(float64(i)))
	}
	found := false
	for _, s := range t.stretches(int(creaseGap * float64(th) / flat)) {
		if float64(s[1]-s[0])*flat >= float64(long) && t.stroke(b, s) {
			t.erase(b, g, s)
			found = true
		}
	}
	return found
}

// track is what was seen along a line, pixel by pixel of its longer extent.
type track struct {
	down  bool     // it goes on along y
	thin  int      // pixels across it
	drift float64  // how far the stroke has moved from the line
	runs  [][2]int // of ink across the line at each place, none where they are empty
}

// pixel is the index of a place in a picture whose rows lie that far apart.
func (t *track) pixel(along, across, stride int) int {
	if t.down {
		return along*stride + across
	}
	return across*stride + along
}

// step looks at the next place of the line.
func (t *track) step(b *Bitmap, at float64) {
	const inertia = 0.05 // of what it moved by since: print beside it pulls
	i, wide := len(t.runs), b.H
	if t.down {
		wide = b.W
	}
	ink := func(k int) bool { return k >= 0 && k < wide && b.Pix[t.pixel(i, k, b.W)] != 0 }
	lo, hi := strokeAround(ink, int(math.Round(at+t.drift)), max(3, t.thin/2))
	if 0 < hi-lo && hi-lo <= t.thin {
		t.drift += inertia * (float64(lo+hi-1)/2 - at - t.drift)
	}
	t.runs = append(t.runs, [2]int{lo, hi})
}

// stretches returns where a stroke is seen, without gaps of more than so many places.
func (t *track) stretches(gap int) (out [][2]int) {
	for i, r := range t.runs {
		if r[0] == r[1] {
			continue
		}
		if last := len(out) - 1; last >= 0 && i-out[last][1] <= gap {
			out[last][1] = i + 1
		} else {
			out = append(out, [2]int{i, i + 1})
		}
	}
	return out
}

// bare returns how thick the stroke is where it crosses no print, the thinnest place first, and in how many places it is seen.
func (t *track) bare(s [2]int) (thick []int, seen int) {
	for _, r := range t.runs[s[0]:s[1]] {
		n := r[1] - r[0]
		if n > 0 {
			seen++
		}
		if n > 0 && n <= t.thin {
			thick = append(thick, n)
		}
	}
	slices.Sort(thick)
	return thick, seen
}

// stroke reports that what was seen in a stretch is one thin stroke, not print that happens to lie along it; and one that crosses print
// or runs off the page, not the curve of a chart.
func (t *track) stroke(b *Bitmap, s [2]int) bool {
	bare, seen := t.bare(s)
	all := float64(s[1] - s[0])
	crosses := len(bare) < seen || t.leaves(b, s[0]) || t.leaves(b, s[1]-1)
	return crosses && float64(seen) >= creaseWhole*all && float64(len(bare)) >= creaseBare*all
}

// leaves reports a place at the border of the page.
func (t *track) leaves(b *Bitmap, i int) bool {
	x, y := i, t.runs[i][0]
	if t.down {
		x, y = y, i
	}
	return min(x, y) <= creaseEdge || x >= b.W-1-creaseEdge || y >= b.H-1-creaseEdge
}

// erase takes a stretch out of the ink where it crosses no print, and out of the grey page with its soft borders.
func (t *track) erase(b *Bitmap, g *image.Gray, s [2]int) {
	bare, _ := t.bare(s)
	thick := bare[len(bare)*3/4]
	wide := b.H
	if t.down {
		wide = b.W
	}
	for i := s[0]; i < s[1]; i++ {
		lo, hi := t.runs[i][0], t.runs[i][1]
		if lo == hi || hi-lo > thick+2 {
			continue
		}
		for k := lo; k < hi; k++ {
			b.Pix[t.pixel(i, k, b.W)] = 0
		}
		for k := max(0, lo-thick); k < min(wide, hi+thick); k++ {
			if b.Pix[t.pixel(i, k, b.W)] == 0 {
				g.Pix[t.pixel(i, k, g.Stride)] = 255
			}
		}
	}
}
