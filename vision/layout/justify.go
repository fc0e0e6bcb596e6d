package layout

import "slices"

// Justified text has wide spaces: a line is cut at those as columns would be. The lines of one paragraph begin and end alike, and
// no two of them are cut at the same place, where columns are.
const (
	widestSpace  = 8.0 // letter heights between the pieces of a line
	edgeSlack    = 1.0 // letter heights by which the lines' ends may differ
	paragraphGap = 1.6 // letter heights between two lines
	alikeHeight  = 1.6 // larger by smaller letters
	sameSpace    = 0.3 // letter heights that two gaps share
)

// row is the pieces of print at one height, from left to right.
type row struct {
	Box
	pieces []Line
	height int
}

// joinJustified makes one line of the pieces of each justified line.
func joinJustified(ls []Line, rules []Rule) []Line {
	rows := rowsOf(ls, rules)
	var out []Line
	for i, r := range rows {
		if len(r.pieces) == 1 || !slices.ContainsFunc(rows, func(o row) bool { return o.Box != r.Box && continues(r, o) }) {
			out = append(out, rows[i].pieces...)
			continue
		}
		out = append(out, Line{Box: r.Box, Height: r.height})
	}
	return out
}

// rowsOf puts pieces beside each other into rows; what is level with more than one piece stays with the nearest.
func rowsOf(ls []Line, rules []Rule) []row {
	ls = slices.Clone(ls)
	slices.SortFunc(ls, func(a, b Line) int { return a.X0 - b.X0 })
	var rows []row
	for _, l := range ls {
		best, dist := -1, 1<<30
		for i, r := range rows {
			last := r.pieces[len(r.pieces)-1]
			gap := l.X0 - last.X1
			if gap < dist && gap >= 0 && float64(gap) <= widestSpace*float64(r.height) && likeHeight(last, l) && 2*last.overlapY(l.Box) > min(last.H(), l.H()) && !ruleBetween(rules, last.Box, l.Box) {
				best, dist = i, gap
			}
		}
		if best < 0 {
			rows = append(rows, row{l.Box, []Line{l}, l.Height})
			continue
		}
		r := &rows[best]
		r.Box, r.pieces, r.height = r.Union(l.Box), append(r.pieces, l), max(r.height, l.Height)
	}
	return rows
}

func likeHeight(a, b Line) bool {
	return float64(max(a.Height, b.Height)) <= alikeHeight*float64(min(a.Height, b.Height))
}

// continues reports that two rows are lines of one paragraph.
func continues(a, b row) bool {
	h := float64(min(a.height, b.height))
	slack := int(edgeSlack * h)
	if !near(a.X0, b.X0, slack) || !near(a.X1, b.X1, slack) || float64(-a.overlapY(b.Box)) > paragraphGap*h || 2*a.overlapY(b.Box) > min(a.H(), b.H()) ||
		float64(max(a.height, b.height)) > alikeHeight*h {
		return false
	}
	for _, p := range a.gaps() {
		for _, q := range b.gaps() {
			if float64(p.overlapX(q)) > sameSpace*h {
				return false
			}
		}
	}
	return true
}

// gaps returns the white between a row's pieces.
func (r row) gaps() (out []Box) {
	for i, p := range r.pieces[1:] {
		out = append(out, Box{r.pieces[i].X1, r.Y0, p.X0, r.Y1})
	}
	return out
}
