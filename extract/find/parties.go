package find

import "math"

// What two parties on one page change: their lines are told apart together, not each by itself.
const (
	neither    = 0.05 // least probability that a text belongs to neither party
	together   = 2.0  // log-odds that fields of one party stand side by side or under each other
	apart      = 3.0  // log-odds against such neighbours of two parties
	apartAlike = 6.0  // ... that are of one type: an address does not go on as another one
	manyRuns   = 24   // candidates of a field that the assignment looks at
	mostRuns   = 40   // ... where whole assignments are judged
	fewRuns    = 8
)

// share fills p.shared with the log-odds that runs are made of. Where a kind knows two parties, a text that is surely an address and
// might be either's counts for both: odds are those against its being neither's, so that leaving it out is what costs.
func (p *page) share() {
	p.shared, p.runs = p.odds, nil
	if !p.kind.Parties {
		return
	}
	p.shared = make([][]float64, len(p.odds))
	for i, row := range p.odds {
		p.shared[i] = make([]float64, len(row))
		for f, o := range row {
			p.shared[i][f] = o
			if math.IsNaN(o) {
				continue
			}
			all := sigmoid(o)
			for g, r := range row {
				if p.alike(f, g) && !math.IsNaN(r) {
					all += sigmoid(r)
				}
			}
			mine := sigmoid(o) * min(1, (1-neither)/all)
			p.shared[i][f] = math.Log(mine / max(neither, 1-all))
		}
	}
}

// alike says that two fields are of one type and belong to two parties.
func (p *page) alike(f, g int) bool {
	return p.kin(f, g) == 2 && p.kind.Fields[f].Type == p.kind.Fields[g].Type
}

// affinity is what two runs add to the score of an assignment that holds both.
func (p *page) affinity(a, b *run) float64 {
	if !p.kind.Parties {
		return 0
	}
	k := p.kin(a.field, b.field)
	if k != 1 && k != 2 || !p.adjoin(a, b) {
		return 0
	}
	switch {
	case k == 1:
		return together
	case p.alike(a.field, b.field) && p.kind.Fields[a.field].Type == Address:
		return -apartAlike
	}
	return -apart
}

// adjoin says that a line of one run is that of the other, or follows it in one block.
func (p *page) adjoin(a, b *run) bool {
	for _, i := range a.units {
		for _, j := range b.units {
			x, y := p.units[i].line, p.units[j].line
			if x == y || p.lines[x].block == p.lines[y].block && (p.lines[x].below == y || p.lines[y].below == x) {
				return true
			}
		}
	}
	return false
}
