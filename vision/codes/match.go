package codes

import (
	"image"
	"math"
)

// Limits of what is taken for a code. They were set on rendered labels so that nothing wrong is read.
const (
	worstMean   = 0.045 // mean squared difference of a code from its symbols
	worstEnds   = 0.1   // ... of the start and the stop pattern
	clearBy     = 1.35  // ... of the second best symbol from the best: below, a symbol is doubtful
	clearLeast  = 0.004 // ... and by this in any case
	mostDoubt   = 2     // doubtful symbols of a code
	worstErased = 0.16  // mean squared difference of a symbol that the check digit tells
	fairGuess   = 2.5   // ... at most this times that of the best guess
	fewest      = 8     // symbols, with start, check and stop; fewer fit by chance
	alongBars   = 0.4   // likeness of the upper and the lower half of a region: text has none
	mostEnds    = 3     // edges tried as a code's first and last
	leastModule = 0.8   // pixels
	leastStop   = 5     // modules of a cut code's stop pattern
)

// match128 reads a code whose bars blur into each other, are cut by dead dots of the print head or crossed by other print:
// not edge by edge, but by comparing each symbol as a whole with what it would look like, and with the check digit, which
// also restores one doubtful symbol. It is for regions that the edge decoder gave up. All bands of a region that are read
// have to agree, two at least, or one that fits well.
func (t *symbols128) match128(img *image.Gray, r image.Rectangle) reading {
	if r.Dx() < 60 || r.Dy() < 8 {
		return reading{}
	}
	lean := leaning(img, r)
	upper, lower := r, r
	upper.Max.Y, lower.Min.Y = r.Min.Y+r.Dy()/2, r.Min.Y+r.Dy()/2
	if alike(gather(img, upper, r, lean, mean), gather(img, lower, r, lean, mean)) < alongBars {
		return reading{}
	}
	found := map[reading]int{}
	sure := reading{}
	for _, b := range bands128(r) {
		p, ok := newProfile(gather(img, b.rect, r, lean, b.how))
		if !ok {
			continue
		}
		got, cost := t.either(p)
		if !got.ok {
			continue
		}
		found[got]++
		if cost < worstMean/3 && !sure.ok {
			sure = got
		}
	}
	if len(found) != 1 {
		return reading{}
	}
	for got, n := range found {
		if n >= agree || got == sure {
			return got
		}
	}
	return reading{}
}

type band128 struct {
	rect image.Rectangle
	how  func([]byte) float64
}

// bands128 lists the parts of a region that are read: all of it in two ways, its halves and its quarters.
func bands128(r image.Rectangle) []band128 {
	in := r.Dy() / 10
	inner := image.Rect(r.Min.X, r.Min.Y+in, r.Max.X, r.Max.Y-in)
	out := []band128{{inner, mean}, {inner, bright}}
	for _, parts := range []int{2, 4} {
		h := inner.Dy() / parts
		for i := range parts {
			out = append(out, band128{image.Rect(r.Min.X, inner.Min.Y+i*h, r.Max.X, inner.Min.Y+(i+1)*h), mean})
		}
	}
	return out
}

// either reads a profile in both directions.
func (t *symbols128) either(p profile) (reading, float64) {
	text, cost := t.read(&p)
	back := p.reversed()
	if other, c := t.read(&back); other != "" && (text == "" || c < cost) {
		return reading{format: "CODE_128", text: other, reversed: true, ok: true}, c
	}
	return reading{format: "CODE_128", text: text, ok: text != ""}, cost
}

// read tries the first edges as the beginning, the last as the end, and the numbers of symbols that the bars between them
// allow, and returns the text of the best fit.
func (t *symbols128) read(p *profile) (text string, cost float64) {
	cost = worstMean
	for i := range min(mostEnds, len(p.up)) {
		for j := range min(mostEnds, len(p.off)) {
			from, to := p.up[i], p.off[len(p.off)-1-j]
			bars := len(p.up) - i - j
			for k := max(fewest, (bars-1)/3-1); k <= (bars-1)/3+3; k++ {
				module := (to - from) / float64(modules*k+2)
				if module < leastModule {
					continue
				}
				l := t.look(p, from, to, module)
				if l == nil {
					continue
				}
				if got, c, ok := l.spell(p, from, module, k, cost); ok && c < cost {
					text, cost = got, c
				}
			}
		}
	}
	if text == "" {
		return t.readCut(p)
	}
	return text, cost
}

// look returns how the print turned out by what start and stop pattern look like, nil when there are none.
func (t *symbols128) look(p *profile, from, to, module float64) *shapes {
	head, tail := p.stretch(from, module), p.stretch(to-(modules+2)*module, module)
	var best *shapes
	least := worstEnds
	for i := range t.looks {
		l := &t.looks[i]
		start := math.Inf(1)
		for v := startA; v < stop; v++ {
			start = min(start, l.cost(v, &head))
		}
		if c := max(start, l.cost(stop, &tail)); c < least {
			best, least = l, c
		}
	}
	return best
}

// readCut reads a code whose stop pattern runs off the label or into a frame, from its start on.
func (t *symbols128) readCut(p *profile) (text string, cost float64) {
	cost = worstMean / 3
	for i := range min(mostEnds, len(p.up)-6) {
		module := (p.up[i+6] - p.up[i]) / (2 * modules) // two symbols of three bars
		if module < leastModule {
			continue
		}
		for l := range t.looks {
			if got, c, ok := t.looks[l].spellCut(p, p.up[i], module, cost); ok && c < cost {
				text, cost = got, c
			}
		}
	}
	return text, cost
}

// spellCut compares symbols as long as there is room for one. Of the stop pattern enough has to be left to be told from
// other symbols.
func (s *shapes) spellCut(p *profile, from, module, worst float64) (text string, cost float64, ok bool) {
	var values []int
	end := p.off[len(p.off)-1]
	pos, sum := from, 0.0
	for pos+(modules-0.5)*module < end {
		first, last := 0, startA-1
		if len(values) == 0 {
			first, last = startA, stop-1
		}
		seen := p.stretch(pos, module)
		g := s.nearest(&seen, first, last)
		if g.cost > 6*worst || g.next < clearBy*g.cost+clearLeast {
			return "", 0, false
		}
		sum += g.cost
		values = append(values, g.value)
		pos = p.anchor(pos+modules*module, module)
	}
	left := int((end - pos) / module * samples)
	if len(values) < fewest || left < leastStop*samples {
		return "", 0, false
	}
	seen, off := p.stretch(pos, module), 0.0
	for i := range min(left, perCode) {
		off += (s[stop][i] - seen[i]) * (s[stop][i] - seen[i])
	}
	values = append(values, stop)
	cost = sum / float64(len(values)-1)
	if off/float64(left) > 3*worst || cost > worst || !valid128(values) {
		return "", 0, false
	}
	text, ok = text128(values[0], values[1:len(values)-2])
	return text, cost, ok
}

// stretch samples the ink of one symbol.
func (p *profile) stretch(from, module float64) (seen [perCode]float64) {
	for n := range seen {
		seen[n] = p.at(from + (float64(n)+0.5)*module/samples)
	}
	return seen
}

// spell compares k symbols from a place on; worst is the cost from which on it is of no use.
func (s *shapes) spell(p *profile, from, module float64, k int, worst float64) (text string, cost float64, ok bool) {
	guesses := make([]guess, 0, k)
	pos := from
	for i := range k {
		first, last := 0, startA-1
		switch i {
		case 0:
			first, last = startA, stop-1
		case k - 1:
			first, last = stop, stop
		}
		seen := p.stretch(pos, module)
		g := s.nearest(&seen, first, last)
		g.seen = seen
		if g.cost > 6*worst {
			return "", 0, false
		}
		if cost += g.cost / float64(k); cost > worst {
			return "", 0, false
		}
		guesses = append(guesses, g)
		pos = p.anchor(pos+modules*module, module)
	}
	values, ok := s.checked(guesses)
	if !ok {
		return "", 0, false
	}
	text, ok = text128(values[0], values[1:k-2])
	return text, cost, ok
}

// anchor moves half the way to the edge of a bar near the place where one is expected.
func (p *profile) anchor(x, module float64) float64 {
	best := math.Inf(1)
	for _, e := range p.up {
		if d := e - x; math.Abs(d) < math.Abs(best) {
			best = d
		}
	}
	if math.Abs(best) < 0.45*module {
		return x + 0.5*best
	}
	return x
}

// checked returns the values of a code whose check digit is right. Where a single symbol is doubtful and the digit wrong,
// the digit tells what stands there, if that looks nearly as much like what is seen as the best guess.
func (s *shapes) checked(guesses []guess) (values []int, ok bool) {
	doubtful := []int{}
	for i, g := range guesses {
		values = append(values, g.value)
		if i > 0 && i < len(guesses)-1 && g.next < clearBy*g.cost+clearLeast {
			doubtful = append(doubtful, i)
		}
	}
	if len(doubtful) > mostDoubt {
		return nil, false
	}
	if valid128(values) {
		return values, true
	}
	if len(doubtful) != 1 {
		return nil, false
	}
	at := doubtful[0]
	for values[at] = range startA {
		if valid128(values) {
			cost := s.cost(values[at], &guesses[at].seen)
			return values, cost < worstErased && cost < fairGuess*guesses[at].cost
		}
	}
	return nil, false
}

// valid128 checks a code's digit; values are start, data, check, stop.
func valid128(values []int) bool {
	n := len(values)
	sum := values[0]
	for i := 1; i < n-2; i++ {
		sum += i * values[i]
	}
	return sum%checkMod == values[n-2]
}
