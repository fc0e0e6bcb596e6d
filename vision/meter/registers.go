package meter

import (
	"math"
	"slices"

	"lensd/extract"
	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/picture"
)

// nearby is where a display's next row of digits may stand over or under one that was read, in heights of that one's digits.
type nearby struct{ away, tall float64 }

// nearbys are so close that the net, which sees a row a third of its height off its strip's middle, misses none between them.
func nearbys() []nearby { return []nearby{{1.15, 0.6}, {1.45, 1}, {1.9, 1.7}} }

// What is a register beside the reading: it is read this well, hangs as the reading does, and its digits are not much larger or smaller.
const (
	mostRegisters = 5
	registerWorth = 0.6
	registerTurn  = 12.0 // degrees
	registerSizes = 3.2
)

// register is a row of digits beside the reading.
type register struct {
	row  meter.Row
	read meter.Candidate
	unit *extract.Unit
}

// Named tells which unit is printed at the row that was read, where one plainly is. Further rows of digits are looked for where all are
// asked for, and where a display's row has a unit that no total has: the reading is the one whose unit is a total's, and best where no
// unit tells.
func (f *Finder) Named(p *picture.Picture, d *meter.Decoder, best meter.Candidate, all bool) (meter.Candidate, error) {
	pyr, err := newPyramid(p.Mat())
	if err != nil {
		return best, err
	}
	defer pyr.Close()
	first := register{read: best}
	if err := f.name(pyr, &first); err != nil {
		return best, err
	}
	best.Meter.Unit = first.unit
	if u := first.unit; !all && (u == nil || u.Total || !best.Display()) {
		return best, nil
	}
	return f.among(pyr, d, first)
}

// name looks for the unit of a row.
func (f *Finder) name(p *pyramid, r *register) error {
	seen, err := f.prints(p, r.read.Meter.Digits)
	r.unit = meter.Unit(seen)
	return err
}

// among is the reading among first and the rows of digits beside it, with all of them from the top.
func (f *Finder) among(pyr *pyramid, d *meter.Decoder, first register) (meter.Candidate, error) {
	best := first.read
	all, err := f.registers(pyr, d, first)
	if err != nil {
		return best, err
	}
	units := []*extract.Unit{first.unit}
	for i := 1; i < len(all); i++ {
		if err = f.name(pyr, &all[i]); err != nil {
			return best, err
		}
		units = append(units, all[i].unit)
	}
	at := meter.Reading(units)
	if at > 0 {
		again, err := f.again(pyr, all[at].read)
		if err != nil {
			return best, err
		}
		if c, ok := d.Best(append([]meter.Row{all[at].row}, again...)); ok && !c.Refused() {
			best, all[at].read = c, c
		} else {
			at = 0
		}
	}
	best.Meter.Unit, best.Meter.Registers = all[at].unit, nil
	for i, r := range all {
		best.Meter.Registers = append(best.Meter.Registers, extract.Register{Value: r.read.Meter.Value, Digits: r.read.Meter.Digits, Unit: r.unit,
			Confidence: r.read.Meter.Confidence, Reading: i == at})
	}
	meter.FromTheTop(best.Meter.Registers, best.Meter.Angle)
	return best, nil
}

// registers are the first and what else reads as a counter: what the detector sees elsewhere, and what stands over and under a display's row.
func (f *Finder) registers(p *pyramid, d *meter.Decoder, first register) ([]register, error) {
	all := []register{first}
	w, h := p.size()
	for _, v := range stages(int(w), int(h))[0] {
		finds, err := f.detect(p, v.to, v.light)
		if err != nil {
			return nil, err
		}
		for _, c := range finds {
			if known(all, c.quad) {
				continue
			}
			rows, err := f.rows(p, c)
			if err != nil {
				return nil, err
			}
			all = admitted(all, d, rows)
		}
	}
	for i := 0; i < len(all) && len(all) < mostRegisters; i++ {
		if !all[i].read.Display() {
			continue
		}
		q := rowQuad(all[i].read.Meter.Digits)
		for _, l := range nearbys() {
			for _, side := range []float64{-1, 1} {
				if to := q.shifted(side * l.away); !known(all, to.box(l.tall)) {
					rows, err := f.litAt(p, to.box(l.tall), first.read.Score())
					if err != nil {
						return nil, err
					}
					all = admitted(all, d, rows)
				}
			}
		}
	}
	return all, nil
}

// admitted takes in what the rows read as, where it is a register that is not there yet.
func admitted(all []register, d *meter.Decoder, rows []meter.Row) []register {
	c, ok := d.Best(rows)
	if !ok || len(all) >= mostRegisters || worth(rows) < registerWorth {
		return all
	}
	first, q := rowQuad(all[0].read.Meter.Digits), rowQuad(c.Meter.Digits)
	turn := math.Abs(math.Remainder(c.Meter.Angle-all[0].read.Meter.Angle, 360))
	if turn > registerTurn || q.tall > registerSizes*first.tall || first.tall > registerSizes*q.tall || known(all, q.box(1)) {
		return all
	}
	from := c.Meter.Digits[0].Center()
	at := slices.IndexFunc(rows, func(r meter.Row) bool {
		n := len(r.Cells)
		return n > 0 && from.Dist(r.Cells[0].Quad.Center()) < from.Dist(r.Cells[n-1].Quad.Center())
	})
	return append(all, register{row: rows[max(at, 0)], read: c})
}

// litAt reads a display's row at a place.
func (f *Finder) litAt(p *pyramid, q geom.Quad, score float64) ([]meter.Row, error) {
	w, h := p.size()
	if inside(q, w, h) < 0.5 {
		return nil, nil
	}
	s, err := f.cells(p, segments(), q)
	if err != nil || !s.lit() || s.upright < -sureWay {
		return nil, err
	}
	if s, err = f.tail(p, s); err != nil {
		return nil, err
	}
	row, ok := s.row()
	if !ok {
		return nil, nil
	}
	if row, err = f.lit8(p, uncut(row, w, h)); err != nil {
		return nil, err
	}
	row.Score, row.Display = score, true
	return []meter.Row{row}, nil
}

// bar is a row's box: its middle, direction in radians, length and the height of its digits.
type bar struct {
	at               geom.Point
	turn, long, tall float64
}

func rowQuad(q []geom.Quad) bar {
	first, last := q[0], q[len(q)-1]
	tall := make([]float64, len(q))
	for i := range q {
		_, tall[i] = q[i].Size()
	}
	a, b := first.Center(), last.Center()
	wide, _ := first.Size()
	return bar{at: geom.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}, turn: math.Atan2(b.Y-a.Y, b.X-a.X), long: a.Dist(b) + wide, tall: geom.Median(tall)}
}

// shifted is the bar by so many of its heights across, down where that is positive.
func (b bar) shifted(heights float64) bar {
	s, c := math.Sincos(b.turn)
	b.at = geom.Point{X: b.at.X - s*heights*b.tall, Y: b.at.Y + c*heights*b.tall}
	return b
}

// box is the bar's quad, with digits so many times as high.
func (b bar) box(tall float64) geom.Quad { return oriented(b.at, b.turn, b.long/2, b.tall*tall/2) }

// known tells that a row stands where another one does: one's middle lies within the other.
func known(all []register, q geom.Quad) bool {
	return slices.ContainsFunc(all, func(r register) bool {
		b := rowQuad(r.read.Meter.Digits)
		_, tall := q.Size()
		s, c := math.Sincos(b.turn)
		d := geom.Point{X: q.Center().X - b.at.X, Y: q.Center().Y - b.at.Y}
		length, _ := q.Size()
		along, across := c*d.X+s*d.Y, -s*d.X+c*d.Y
		return math.Abs(across) < .5*math.Max(b.tall, tall) && math.Abs(along) < .5*math.Max(b.long, length)
	})
}
