package meter

import (
	"math"

	"lensd/extract/meter"
	"lensd/vision/geom"
)

// A second cut of the row, farther off and a little turned, so that what it shows is not what the first one shows.
const (
	againRoom = 1.12
	againTurn = 0.02 // radians
)

// again reads the best row from another cut; none where the nets see no row in it.
func (f *Finder) again(p *pyramid, best meter.Candidate) ([]meter.Row, error) {
	q := best.Meter.Digits
	all := geom.Quad{q[0][0], q[len(q)-1][1], q[len(q)-1][2], q[0][3]}
	length, height := size(all)
	wide := oriented(all.Center(), all.Angle()*math.Pi/180+againTurn, length/2*againRoom, height/2*againRoom)
	to, err := stripView(wide)
	if err != nil {
		return nil, nil // a row seen edge-on is not read twice
	}
	found, faint, up, err := f.places(p, to)
	if err != nil || len(found) < 2 {
		return nil, err
	}
	row, ok := straightened{view: to, cells: regular(found), faint: append(faint, found...), upright: up}.row()
	if !ok {
		return nil, nil
	}
	w, h := p.size()
	row = uncut(row, w, h)
	row.Again, row.Display, row.Score = true, best.Display(), best.Score()
	rows := []meter.Row{row}
	return rows, f.readCells(p, rows, looks()[2:], best.Display())
}
