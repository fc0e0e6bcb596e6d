package layout

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// A dotted rule is a row of ink that comes and goes at one pace. In letter heights: the white between dots, a stroke of dots that
// ran together, the whole; how many dots make one; which share of them must keep the pace, and how many of them at once; and how
// thick it is at most.
const (
	dotGap      = 0.6
	dotsFused   = 3.0
	dotsLong    = 4.0
	leastDots   = 7
	inPace      = 0.8
	atOnce      = 0.5
	paceOff     = 0.25 // of the distance from dot to dot
	mostPaces   = 6
	dottedMost  = 0.45
	acrossLong  = 8.0
	leastBroken = 2 // strokes of a rule that dotted ones cross, at whatever pace

	dottedBeside   = 0.25 // of its length that may have ink close by
	dottedUpright  = 0.12 // of its ink that may stand higher than most of it
	crossedUpright = 0.4  // where the rules that cross it are not known yet
	uprightHigh    = 1.4  // how much higher that is
)

// FindDotted returns the rules of a page's dotted grids: those across, and those down that lead from one to another of them. The
// strokes of figures in a column come and go at one pace, too, and dots under a form's values would take their letters' feet along.
func FindDotted(b *Bitmap, th int) []Rule {
	across := slices.DeleteFunc(dottedAcross(b, th, nil), func(r Rule) bool { return r.Length() < acrossLong*float64(th) })
	if len(across) < 2 {
		return nil
	}
	var down, mirrored []Rule
	for _, m := range dottedAcross(b.transposed(), th, across) {
		if r := m.swapped(); r.meets(across, float64(th)) >= 2 {
			down, mirrored = append(down, r), append(mirrored, m)
		}
	}
	across = slices.DeleteFunc(across, func(a Rule) bool {
		n := 0
		for _, r := range down {
			n += r.meets([]Rule{a}, float64(th))
		}
		return n < 2 || upright(b, a, th, mirrored) > dottedUpright
	})
	down = slices.DeleteFunc(down, func(r Rule) bool { return r.meets(across, float64(th)) < 2 })
	return append(across, down...)
}

// meets counts the rules across that a rule down reaches, more or less.
func (r Rule) meets(across []Rule, more float64) int {
	n := 0
	for _, a := range across {
		y := a.Mid()
		if x := r.At(y); x >= a.X0-more && x <= a.X1+more && y >= r.Y0-more && y <= r.Y1+more {
			n++
		}
	}
	return n
}

// dottedAcross returns the dotted rules across a bitmap. crossing are rules down it, seen from the bitmap mirrored at its diagonal; as
// long as none are known, more of a rule's ink may stand higher than most.
func dottedAcross(b *Bitmap, th int, crossing []Rule) []Rule {
	stretches, most := pacedRuns, crossedUpright
	if len(crossing) > 0 {
		stretches, most = brokenRuns, dottedUpright
	}
	rs, first := b.runs(1)
	var rows []run
	starts := make([]int, b.H+1)
	for y := range b.H {
		starts[y] = len(rows)
		rows = append(rows, stretches(rs[first[y]:first[y+1]], th)...)
	}
	starts[b.H] = len(rows)
	found := fitRules(rows, starts, max(3, int(dottedMost*float64(th))))
	found = slices.DeleteFunc(found, func(r Rule) bool {
		r.Thick += 2
		before, after := besideWithin(b, r, max(2, th/5))
		return max(before, after) > dottedBeside || upright(b, r, th, crossing) > most // a line of letters
	})
	for i := range found {
		found[i].Thick, found[i].dotted = found[i].Thick+2, true // fitRules takes stretches for as thick as their neighbours make them
	}
	return joinCollinear(found, th)
}

// upright returns the share of a rule's ink that belongs to strokes higher than most, and all of it where most are too high for dots:
// letters have such. Where rules cross is left out: between rows that stand close it is much of a rule's ink.
func upright(b *Bitmap, r Rule, th int, crossing []Rule) float64 {
	crossed := crossings(r, crossing)
	var high []int
	for x := int(r.X0); x < int(r.X1); x += 2 {
		if slices.ContainsFunc(crossed, func(c Rule) bool { return math.Abs(float64(x)-c.Mid()) <= c.Thick/2+2 }) {
			continue
		}
		if y0, y1 := strokeAround(func(y int) bool { return b.At(x, y) }, int(r.At(float64(x))), 1); y1 > y0 {
			high = append(high, y1-y0)
		}
	}
	if len(high) == 0 {
		return 0
	}
	usual := float64(geom.Median(high))
	if usual > max(3, blockThick*float64(th))+2 {
		return 1
	}
	tall := 0
	for _, n := range high {
		if float64(n) > uprightHigh*usual+1 {
			tall++
		}
	}
	return float64(tall) / float64(len(high))
}

// crossings returns the rules, seen from the bitmap mirrored at its diagonal, that r meets.
func crossings(r Rule, rules []Rule) []Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(c Rule) bool { return r.swapped().meets([]Rule{c}, c.Thick) == 0 })
}

// pacedRuns returns the stretches of one row in which ink comes and goes at one pace.
func pacedRuns(row []run, th int) []run {
	var out []run
	for _, dots := range closeRuns(row, th, int(dotsFused*float64(th)), leastDots) {
		if from, to := paced(dots); to-from >= leastDots && dots[to-1].x1-dots[from].x0 >= int(dotsLong*float64(th)) {
			out = append(out, run{dots[from].x0, dots[to-1].x1, dots[0].y})
		}
	}
	return out
}

// brokenRuns returns the stretches of one row in which ink comes and goes at any pace: where cells are dashed one by one, their dashes
// begin anew at each corner, and run together there.
func brokenRuns(row []run, th int) []run {
	var out []run
	for _, strokes := range closeRuns(row, th, math.MaxInt, leastBroken) {
		out = append(out, run{strokes[0].x0, strokes[len(strokes)-1].x1, strokes[0].y})
	}
	return out
}

// closeRuns parts a row's ink where the white is wider than between dots, or a stroke longer than that, and returns the parts that
// have so many strokes and are as long as a dotted rule.
func closeRuns(row []run, th, long, least int) [][]run {
	var out [][]run
	for i := 0; i < len(row); {
		k := i + 1
		for k < len(row) && row[k].x0-row[k-1].x1 <= int(dotGap*float64(th)) && row[k].x1-row[k].x0 <= long {
			k++
		}
		if k-i >= least && row[k-1].x1-row[i].x0 >= int(dotsLong*float64(th)) {
			out = append(out, row[i:k])
		}
		i = k
	}
	return out
}

// paced returns the longest part of neighbouring dots that keeps its pace, but for a dot here and there.
func paced(dots []run) (from, to int) {
	off := paceOf(dots)
	start, good, once := 0, 0, 0
	misses := 0
	last := len(dots) - 1
	for i := 0; i <= last; i++ {
		ok, single := false, false
		if i < last {
			ok, single = off(i)
		}
		if !ok {
			misses++
		}
		if i == last || !ok && misses > 1 {
			n := i - start
			if n+1 > to-from && float64(good) >= inPace*float64(n) && float64(once) >= atOnce*float64(n) {
				from, to = start, i+1
			}
			start, good, once, misses = i+1, 0, 0, 0
			continue
		}
		if ok {
			misses = 0
			good++
		}
		if single {
			once++
		}
	}
	return from, min(to, len(dots))
}

// ranTogether is how many times as long as the usual one a dot is that ran together with another: where rules cross.
const ranTogether = 1.5

// paceOf returns what tells whether the dot after dot i follows it at the usual pace, and right after it. After dots that ran
// together it follows at the usual gap.
func paceOf(dots []run) func(i int) (ok, single bool) {
	n := len(dots) - 1
	steps, gaps, lengths := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		steps[i], gaps[i], lengths[i] = dots[i+1].x0-dots[i].x0, dots[i+1].x0-dots[i].x1, dots[i].x1-dots[i].x0
	}
	pace, gap, length := float64(geom.Median(steps)), geom.Median(gaps), float64(geom.Median(lengths))
	near := func(away float64) bool { return math.Abs(away) <= max(1, paceOff*pace) }
	return func(i int) (ok, single bool) {
		d := float64(dots[i+1].x0 - dots[i].x0)
		times := max(1, int(d/pace+0.5))
		ok = times <= mostPaces && near(d-float64(times)*pace)
		if !ok && float64(dots[i].x1-dots[i].x0) >= ranTogether*length {
			return near(float64(dots[i+1].x0 - dots[i].x1 - gap)), false
		}
		return ok, ok && times == 1
	}
}

// transposed returns the page mirrored at its diagonal.
func (b *Bitmap) transposed() *Bitmap {
	out := NewBitmap(b.H, b.W)
	const tile = 32
	for y0 := 0; y0 < b.H; y0 += tile {
		for x0 := 0; x0 < b.W; x0 += tile {
			for y := y0; y < min(b.H, y0+tile); y++ {
				for x := x0; x < min(b.W, x0+tile); x++ {
					out.Pix[x*b.H+y] = b.Pix[y*b.W+x]
				}
			}
		}
	}
	return out
}
