package find

import (
	"math"
	"slices"
)

// What rows of print are told by, in letter heights.
const (
	mostGap   = 4.0  // between two pieces of one row
	indented  = 2.0  // that a row below may begin further left
	breaksOff = -2.0 // log-odds below which a line does not go on with a value
	goesOver  = 0.5  // log-odds from which on it does behind a line of something else
	passed    = 1.0  // log-odds that passing over a line costs
	muchWorse = 6.0  // log-odds against a longer unit up to which it is tried
	dear      = 1.0  // log-odds that it costs
)

// rows joins lines that stand side by side: print that was read in pieces.
func (p *page) rows() {
	p.right, p.left = make([]int, len(p.lines)), make([]int, len(p.lines))
	for i := range p.lines {
		p.right[i], p.left[i] = -1, -1
	}
	for i := range p.lines {
		gap := math.Inf(1)
		for j := range p.lines {
			if d, ok := p.beside(i, j); ok && d < gap {
				p.right[i], gap = j, d
			}
		}
	}
	for i, j := range p.right {
		if j < 0 {
			continue
		}
		if k := p.left[j]; k >= 0 {
			if t := p.lines[j].turn; p.lines[k].box[t].X1 > p.lines[i].box[t].X1 {
				p.right[i] = -1
				continue
			}
			p.right[k] = -1
		}
		p.left[j] = i
	}
}

// beside says that line j goes on with the row of line i, and how far to the right it begins.
func (p *page) beside(i, j int) (gap float64, ok bool) {
	a, b := &p.lines[i], &p.lines[j]
	if i == j || a.turn != b.turn {
		return 0, false
	}
	x, y := a.box[a.turn], b.box[a.turn]
	h := max(a.height, b.height)
	gap = y.X0 - x.X1
	if gap < -0.5*h || gap > mostGap*h || math.Abs(y.Center().Y-x.Center().Y) > 0.6*h {
		return 0, false
	}
	return gap, !p.walled(x.X1, x.Center().Y, y.X0, y.Center().Y, a.turn)
}

// rowBelow returns the first piece of the row below the row of a line in a column that begins at left.
func (p *page) rowBelow(line int, left float64) int {
	turn, best, gap := p.lines[line].turn, -1, math.Inf(1)
	for at := line; at >= 0 && p.lines[at].box[turn].X1 > left; at = p.left[at] {
		if j := p.lines[at].below; j >= 0 {
			if d := p.lines[j].box[turn].Center().Y - p.lines[at].box[turn].Center().Y; d < gap {
				best, gap = j, d
			}
		}
	}
	for best >= 0 && p.left[best] >= 0 && p.lines[p.left[best]].box[turn].X0 > left-indented*p.lines[best].height {
		best = p.left[best]
	}
	return best
}

// column is where the column begins that a unit stands in: its row's captions belong to it, further lines begin under them.
func (p *page) column(i int) float64 {
	at := p.units[i].line
	for j := p.left[at]; j >= 0 && p.lines[j].caption; j = p.left[at] {
		at = j
	}
	return p.lines[at].box[p.lines[at].turn].X0
}

// unroll adds what a run of one unit may go on to: row by row with the units that fit best, and with the longest ones where these are
// others, for a caption within a line may be a word of the value.
func (p *page) unroll(out []run, first run, most int) []run {
	kept := map[string]bool{}
	for _, long := range []bool{false, true} {
		r := first
		for rows := 1; len(r.units) < mostPieces*most; {
			next, odds, below := p.goesOn(&r, long)
			if below {
				rows++
			}
			if next < 0 || odds < breaksOff || rows > most {
				break
			}
			r = run{field: r.field, units: append(slices.Clone(r.units), next), score: r.score + odds}
			if key := named([]*run{&r}); !kept[key] {
				kept[key] = true
				out = append(out, r)
			}
		}
	}
	return out
}

// goesOn returns the unit that goes on with a run: the rest of the row where it was read in pieces, or what begins the row below, or the
// one after that where something else stands between.
func (p *page) goesOn(r *run, long bool) (best int, odds float64, below bool) {
	from := p.units[r.units[len(r.units)-1]].line
	if j := p.right[from]; j >= 0 {
		if k, o := p.bestIn(j, r.field, long); o >= breaksOff {
			return k, o, false
		}
	}
	left := p.column(r.units[0])
	next := p.rowBelow(from, left)
	if next < 0 {
		return -1, least, true
	}
	best, odds = p.bestIn(next, r.field, long)
	if odds >= breaksOff {
		return best, odds, true
	}
	over := p.right[next] // behind a stain before the row
	if over < 0 {
		over = p.rowBelow(next, left)
	}
	if over < 0 {
		return best, odds, true
	}
	if k, o := p.bestIn(over, r.field, long); o >= goesOver {
		return k, o - passed, true
	}
	return best, odds, true
}

// bestIn returns the unit of a line that fits a field best, or, where the best one fits, the longest that is not much worse.
func (p *page) bestIn(line, f int, long bool) (best int, odds float64) {
	best, odds = -1, math.Inf(-1)
	for _, k := range p.lines[line].units {
		if o := p.shared[k][f]; !math.IsNaN(o) && o > odds {
			best, odds = k, o
		}
	}
	if best < 0 || !long {
		return best, odds
	}
	fits := odds
	for _, k := range p.lines[line].units {
		u, w := &p.units[k], &p.units[best]
		if o := p.shared[k][f]; !math.IsNaN(o) && o > -muchWorse && u.to-u.from > w.to-w.from && u.from <= w.from && u.to >= w.to {
			best, odds = k, max(o, fits-dear)
		}
	}
	return best, odds
}
