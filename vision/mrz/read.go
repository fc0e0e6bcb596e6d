package mrz

import (
	"math"
	"sort"

	mrztext "lensd/extract/passport/mrz"
	"lensd/vision/geom"
)

// track is a line under registration.
type track struct {
	base   baseline
	answer *answer
	grids  map[int]grid // by character count, scored over the whole strip
}

// readUpright registers every line of a block laid out for one guess at the pitch, completes the block and resolves the
// zone under the layouts that fit.
func (r *Reader) readUpright(p *pyramid, b block, pitch float64) (Zone, bool, error) {
	var tracks []track
	for _, s := range envelope(b.lines) {
		s.pitch = pitch
		t, err := r.follow(p, s)
		if err != nil {
			return Zone{}, false, err
		}
		if t.best().score > -2 {
			tracks = append(tracks, t)
		}
	}
	tracks, err := r.complete(p, tracks)
	if err != nil || len(tracks) < 2 {
		return Zone{}, false, err
	}
	return conclude(tracks)
}

// pitches guesses how wide a character is. The finder knows the extent of a line better than its pitch, so the extent is
// divided by the counts of the layouts, the likelier ones first; the finder's own guess comes last, for lines cut short.
func (b block) pitches() []float64 {
	lines := envelope(b.lines)
	seen, length := 0.0, 0.0
	for _, s := range lines {
		seen += s.pitch / float64(len(lines))
		length = math.Max(length, s.length())
	}
	list := []float64{length / 44, length / 36, length / 30}
	// Passports are what is asked for: a card's count must fit clearly better to be tried first.
	off := func(p float64) float64 {
		d := math.Abs(math.Log(p / seen))
		if p != list[0] {
			d += 0.12
		}
		return d
	}
	out := append([]float64{}, list...)
	sort.Slice(out, func(i, j int) bool { return off(out[i]) < off(out[j]) })
	for len(out) > 0 && off(out[len(out)-1]) > 0.5 {
		out = out[:len(out)-1]
	}
	return append(out, seen)
}

// passes is how often a strip is cut: each answer places the characters, and they pull the next strip straight and even.
const passes = 3

// follow reads the strip along s until its rhythm is even and its baseline level; the last answer is the one that counts.
func (r *Reader) follow(p *pyramid, s segment) (track, error) {
	t := track{base: lay(s)}
	for pass := range passes {
		norm := contrast(p.cut(t.base))
		out, err := r.reader.Forward(norm, []int{1, 1, stripHeight, stripWidth})
		if err != nil {
			return track{}, err
		}
		t.answer = newAnswer(out[0].Data)
		l, ok := t.place(s, pass)
		best := t.best()
		if !ok || pass == passes-1 || pass > 0 && best.score > even && math.Abs(l.c)*22*22 < 2 {
			break
		}
		t.base = straighten(t.base, l, best, norm)
	}
	return t, nil
}

// even is the score above which a second pass leaves nothing to correct.
const even = -0.2

// place registers the grids of all layouts that the line may have on the traced rhythm, which it returns. Later passes
// look only near the pitch that the earlier ones made even.
func (t *track) place(s segment, pass int) (lattice, bool) {
	spread := 0.2
	if pass > 0 {
		spread = 0.08
	}
	t.grids = map[int]grid{}
	l, ok := t.answer.trace(spread)
	if !ok {
		return l, false
	}
	for _, n := range []int{44, 36, 30} {
		if n < s.atLeast() {
			continue
		}
		g := t.answer.register(n, l)
		g.score = t.answer.whole(g)
		t.grids[n] = g
	}
	return l, true
}

// atLeast returns how many characters the finder saw at the least; layouts with far fewer are not tried.
func (s segment) atLeast() int { return int(0.75 * s.length() / s.pitch) }

// best returns the grid of the most likely character count.
func (t track) best() grid {
	best := grid{score: math.Inf(-1)}
	for _, n := range []int{44, 36, 30} {
		if g, ok := t.grids[n]; ok && g.score > best.score {
			best = g
		}
	}
	return best
}

// whole scores a grid against the whole strip, so that grids of different counts compare: what a short grid leaves out
// must be empty.
func (a *answer) whole(g grid) float64 {
	if g.n == 0 {
		return math.Inf(-1)
	}
	sum := a.fits(g) * float64(3*g.n)
	count := float64(3 * g.n)
	for k := 1; k <= 12; k++ {
		for _, i := range []float64{-0.5 - float64(k)*0.5, float64(g.n-1) + 0.5 + float64(k)*0.5} {
			sum += math.Max(-3, sample(a.space, g.at(i), 0))
			count++
		}
	}
	return sum / count
}

// straighten moves the baseline onto the ink, makes a character stripPitch wide and the rhythm even. Every cell votes
// with the centre of its ink; a line is fitted to the votes, thrice, outliers counting less each time.
func straighten(b baseline, l lattice, g grid, norm []float32) baseline {
	// Characters are counted from the middle one: of the line where it is known, else of the strip.
	m := math.Round((stripWidth/2.0 - l.a) / l.b)
	if g.score > -0.6 {
		m = math.Round((g.at(float64(g.n-1)/2) - l.a) / l.b)
	}
	var xs, ys, ws []float64
	for j := -24.0; j <= 24; j++ {
		x := l.at(m + j)
		if y, ok := inkCentre(norm, int(x)); ok {
			xs, ys, ws = append(xs, x), append(ys, y), append(ws, 1)
		}
	}
	level, slope := 0.0, 0.0
	for range 3 {
		level, slope = fitLine(xs, ys, ws)
		for i := range ws {
			d := ys[i] - level - slope*xs[i]
			ws[i] = 1 / (1 + d*d)
		}
	}
	slope = math.Max(-0.12, math.Min(0.12, slope))
	mid := l.at(m)
	centre := b.at(mid, math.Max(-9, math.Min(9, level+slope*mid)))
	// The old strip's growth and the lattice's are composed up to the second order.
	t0 := mid - stripWidth/2.0
	step, bend := (l.b+2*l.c*m)*(1+2*b.grow*t0), l.c*(1+2*b.grow*t0)+b.grow*l.b*l.b
	k := step / stripPitch
	along := geom.Point{X: (b.along.X + b.across.X*slope) * k, Y: (b.along.Y + b.across.Y*slope) * k}
	grow := math.Max(-3e-4, math.Min(3e-4, bend/(stripPitch*step)))
	return baseline{centre, along, geom.Point{X: -along.Y, Y: along.X}, grow}
}

// inkCentre returns how far below the strip's middle the ink around column x has its centre; false where there is none.
func inkCentre(norm []float32, x int) (float64, bool) {
	mass, moment := 0.0, 0.0
	for u := max(0, x-6); u <= min(stripWidth-1, x+6); u++ {
		for v := 4; v < stripHeight-4; v++ {
			ink := math.Max(0, -float64(norm[v*stripWidth+u])-0.5)
			mass += ink
			moment += ink * (float64(v) - (stripHeight-1)/2.0)
		}
	}
	return moment / math.Max(mass, 1e-9), mass > 3
}

// fitLine returns level and slope of y over x by weighted least squares.
func fitLine(x, y, w []float64) (level, slope float64) {
	var sw, sx, sy, sxx, sxy float64
	for i := range x {
		sw += w[i]
		sx += w[i] * x[i]
		sy += w[i] * y[i]
		sxx += w[i] * x[i] * x[i]
		sxy += w[i] * x[i] * y[i]
	}
	det := sw*sxx - sx*sx
	if sw == 0 || math.Abs(det) < 1e-9 {
		return 0, 0
	}
	slope = (sw*sxy - sx*sy) / det
	return (sy - slope*sx) / sw, slope
}

// envelope stretches all lines of a block to their common extent: where one has faded the other shows how far it goes.
func envelope(lines []segment) []segment {
	lead := lines[0]
	for _, s := range lines {
		if s.length() > lead.length() {
			lead = s
		}
	}
	d := lead.dir()
	along := func(p geom.Point) float64 { return p.X*d.X + p.Y*d.Y }
	low, high, pitch := math.Inf(1), math.Inf(-1), 0.0
	for _, s := range lines {
		low, high = math.Min(low, along(s.from)), math.Max(high, along(s.to))
		pitch += s.pitch / float64(len(lines))
	}
	out := make([]segment, 0, len(lines))
	for _, s := range lines {
		e := s.dir()
		if s.length() < 0.5*lead.length() {
			e = d // a short piece knows its place better than its slope
		}
		a, b := along(s.from), along(s.to)
		s.from = geom.Point{X: s.from.X + e.X*(low-a), Y: s.from.Y + e.Y*(low-a)}
		s.to = geom.Point{X: s.to.X + e.X*(high-b), Y: s.to.Y + e.Y*(high-b)}
		s.pitch = pitch
		out = append(out, s)
	}
	return out
}

// conclude picks the layout under which the lines read best.
func conclude(tracks []track) (Zone, bool, error) {
	best, ok := Zone{Quality: math.Inf(-1)}, false
	for first := range tracks {
		for _, f := range []mrztext.Format{mrztext.TD3, mrztext.TD2, mrztext.TD1} {
			if first+f.Lines() > len(tracks) {
				continue
			}
			if z, good := assemble(f, tracks[first:first+f.Lines()]); good && z.Quality > best.Quality {
				best, ok = z, true
			}
		}
	}
	return best, ok, nil
}

// assemble reads tracks under layout f (or its visa twin).
func assemble(f mrztext.Format, tracks []track) (Zone, bool) {
	z := Zone{}
	align(tracks, f.Width())
	var cells [][]mrztext.Cell
	rows := 0.0
	for _, t := range tracks {
		g, ok := t.grids[f.Width()]
		if !ok || g.score < leastGrid {
			return Zone{}, false
		}
		l := Line{Cells: t.answer.cells(g), Score: g.score}
		l.Quad, l.Chars = outline(t.base, g)
		rows += l.Score
		z.Lines = append(z.Lines, l)
		cells = append(cells, l.Cells)
	}
	if c := cells[0][0]; len(c) > 0 && c[0].Char == 'V' {
		f = mrztext.Shape(f.Lines(), f.Width(), 'V')
	}
	reading, err := mrztext.Resolve(f, cells)
	if err != nil {
		return Zone{}, false
	}
	z.Reading = reading
	z.Quality = reading.LogP/float64(f.Lines()*f.Width()) + rows/float64(len(tracks))
	return z, z.Quality > leastQuality
}

// outline returns the quads of a line and of its characters: a cell is a pitch wide and 1.2 pitches high.
func outline(b baseline, g grid) (geom.Quad, []geom.Quad) {
	const half = 0.6 * stripPitch
	box := func(i, j float64) geom.Quad {
		u, v := g.at(i), g.at(j)
		return geom.Quad{b.at(u, -half), b.at(v, -half), b.at(v, half), b.at(u, half)}
	}
	chars := make([]geom.Quad, g.n)
	for i := range chars {
		chars[i] = box(float64(i)-0.5, float64(i)+0.5)
	}
	return box(-0.5, float64(g.n)-0.5), chars
}
