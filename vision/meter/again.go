package meter

import (
	"math"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// cut is how the row is cut once more, so that what it shows is not what the first cut shows.
type cut struct{ room, turn float64 } // share of the row's size, radians

// cuts are farther off and a little turned; a display, whose net is quick, is looked at from nearer as well.
func cuts(display bool) []cut {
	if display {
		return []cut{{1.12, 0.02}, {0.95, -0.025}}
	}
	return []cut{{1.12, 0.02}}
}

// again reads the best row from other cuts; none where the nets see no row in them.
func (f *Finder) again(p *pyramid, best meter.Candidate) ([]meter.Row, error) {
	fr := wheels()
	if best.Display() {
		fr = segments()
	}
	var rows []meter.Row
	for _, c := range cuts(best.Display()) {
		row, ok, err := f.cutAgain(p, fr, c, best)
		if err != nil {
			return nil, err
		}
		if ok {
			rows = append(rows, row)
		}
	}
	if best.Display() {
		return rows, nil
	}
	return rows, f.readCells(p, rows, cropScales()[1:])
}

// cutAgain finds the places of one more cut; ok is false where there are none, or the row is seen edge-on.
func (f *Finder) cutAgain(p *pyramid, fr frame, c cut, best meter.Candidate) (row meter.Row, ok bool, err error) {
	q := best.Meter.Digits
	all := geom.Quad{q[0][0], q[len(q)-1][1], q[len(q)-1][2], q[0][3]}
	length, height := all.Size()
	to, err := fr.view(oriented(all.Center(), all.Angle()*math.Pi/180+c.turn, length/2*c.room, height/2*c.room))
	if err != nil {
		return row, false, nil
	}
	s, err := f.straighten(p, fr, to)
	if err != nil || len(s.cells) == 0 {
		return row, false, err
	}
	if best.Display() {
		if s, err = f.tail(p, s); err != nil {
			return row, false, err
		}
	}
	row, ok = s.row()
	if !ok {
		return row, false, nil
	}
	w, h := p.size()
	row = uncut(row, w, h)
	if best.Display() {
		if row, err = f.lit8(p, row); err != nil {
			return row, false, err
		}
	} else {
		s.second(&row)
	}
	row.Again, row.Display, row.Score = true, best.Display(), best.Score()
	return row, true, nil
}
