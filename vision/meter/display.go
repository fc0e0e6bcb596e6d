package meter

import (
	"math"
	"slices"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// A find may be a display's where the line reader sees at least leastLit digits, whose probabilities have a mean of litAt. On
// wheels and print it was trained to see none, and mostly sees few; from plainLit on the wheels are not asked.
const (
	leastLit = 3
	litAt    = 0.6
	plainLit = 0.92 // of what it is worth
	sureWay  = 2.0  // logit from which a display's direction is not tried the other way round
)

// Mean log-probability of the cells' best place at which a row counts for nothing, and from which on for all that is found of
// it. Clear wheels have about -1.1, as a wheel's place spreads over some bins; clear digits of a display nearly 0.
const (
	noWheels, clearWheels = -2.6, -1.2
	noDigits, clearDigits = -1.2, -0.3
)

// either decides between what a find shows read as a display and as wheels; both come in one direction or in two.
func either(lit, wheels []meter.Row) []meter.Row {
	if worth(lit) > worth(wheels) {
		return lit
	}
	return wheels
}

// worth is how much the better direction looks like what it was read as, 0..1.
func worth(rows []meter.Row) (best float64) {
	for _, r := range rows {
		none, all, whole := noWheels, clearWheels, 1.0
		if r.Display {
			none, all, whole = noDigits, clearDigits, covered(r.Cells)
		}
		best = math.Max(best, whole*glow(r)*math.Max(0, math.Min(1, (sureness(r)-none)/(all-none))))
	}
	return best
}

// covered is the share of the places between the row's ends, at its own pitch, that were read. A display read of wheels leaves
// out those whose digits are no segments at all; one of a display has no holes.
func covered(cells []meter.Cell) float64 {
	if len(cells) < 3 {
		return 1
	}
	steps := make([]float64, 0, len(cells)-1)
	for i := 1; i < len(cells); i++ {
		steps = append(steps, cells[i].Quad.Center().Dist(cells[i-1].Quad.Center()))
	}
	pitch := slices.Sorted(slices.Values(steps))[(len(steps)-1)/2]
	all := 1.0
	for _, s := range steps {
		all += math.Max(1, math.Round(s/math.Max(pitch, 1)))
	}
	return float64(len(cells)) / all
}

// glow is the mean of the cells' probabilities to be places at all.
func glow(r meter.Row) float64 {
	var sum float64
	for _, c := range r.Cells {
		sum += c.Found
	}
	return sum / math.Max(1, float64(len(r.Cells)))
}

// sureness is the mean of the cells' greatest log-probabilities.
func sureness(r meter.Row) float64 {
	var sum float64
	for _, c := range r.Cells {
		sum += slices.Max(c.Ring[:])
	}
	return sum / math.Max(1, float64(len(r.Cells)))
}

// display reads a find as a display, in both directions where it is not plain which way up it stands; none where it is none.
func (f *Finder) display(p *pyramid, c find) ([]meter.Row, error) {
	s, err := f.cells(p, segments(), c.quad)
	if err != nil || !s.lit() {
		return nil, err
	}
	up, down := s, straightened{}
	if s.upright < sureWay {
		back, err := s.view.Inverse()
		if err != nil {
			return nil, nil
		}
		q := back.Quad(fit(s.cells).quad())
		if down, err = f.cells(p, segments(), geom.Quad{q[2], q[3], q[0], q[1]}); err != nil {
			return nil, err
		}
	}
	var rows []meter.Row
	w, h := p.size()
	for _, s := range []straightened{up, down} {
		if !s.lit() || s.upright < -sureWay {
			continue
		}
		if s, err = f.tail(p, s); err != nil {
			return nil, err
		}
		if row, ok := s.row(); ok {
			if row, err = f.lit8(p, uncut(row, w, h)); err != nil {
				return nil, err
			}
			row.Score, row.Display = c.score, true
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// lit tells that the strip holds a display's row.
func (s straightened) lit() bool {
	if len(s.cells) < leastLit {
		return false
	}
	var sum float64
	for _, c := range s.cells {
		sum += c.found
	}
	return sum/float64(len(s.cells)) >= litAt
}

// lattice makes a counter of the places that a net found: wheels stand at one pitch. A display's may leave gaps and change their
// size, and its net has read them in sight of each other.
func (fr frame) lattice(found []place) []place {
	if fr.digits {
		return found
	}
	return regular(found)
}

// unlikely is the log-probability of a ring's place between two digits, where a display never stands.
const unlikely = -12.0

// evidence is what a place tells, q its box in the picture. Of a display it is complete; a wheel's ring is yet to be read.
func (fr frame) evidence(pl place, q geom.Quad) meter.Cell {
	c := meter.Cell{Quad: q, Decimal: pl.decimal, Found: pl.found}
	if !fr.digits {
		return c
	}
	for b := range c.Ring {
		c.Ring[b] = unlikely
	}
	for d, v := range pl.digits {
		c.Ring[d*meter.Bins/10] = math.Max(v, unlikely)
	}
	c.NotDigit = 1 - pl.found
	return c
}
