package find

import (
	"fmt"

	"lensd/extract/trace"
)

// mostTold is how many candidates of a field a trace is told of.
const mostTold = 5

// tell shows a trace the best candidates of each field with their log-odds, and which was chosen.
func (f *Finder) tell(t *trace.Trace, p *page, best []*run) {
	if !t.Wide() {
		return
	}
	var rows []trace.Row
	for i, field := range p.kind.Fields {
		all := p.candidates(i)
		for k := range all[:min(len(all), mostTold)] {
			r := &all[k]
			v := p.found(i, r)
			row := trace.Row{Cells: []string{field.Name, v.Value, trace.Share(r.score), trace.Share(v.Reading), fmt.Sprint(v.Spans[0].Line + 1), ""}, Chosen: same(best[i], r)}
			if row.Chosen {
				row.Cells[5] = trace.Share(p.confidence(f.model, i, best))
			}
			rows = append(rows, row)
		}
	}
	t.Rows("candidates", "of each field the best candidates by log-odds; which are chosen is decided for all fields together: no line is two fields",
		[]string{"field", "candidate", "log-odds", "reading", "line", "confidence"}, rows)
}

func same(a, b *run) bool { return a != nil && fmt.Sprint(a.units) == fmt.Sprint(b.units) }
