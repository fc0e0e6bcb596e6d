package statement

import (
	"math"
	"slices"
	"strings"
)

// side is the direction that a row prints: by its column, its sign or its mark. 0: it prints none.
func (d *document) side(e *entry) int {
	if e.amount == nil {
		return 0
	}
	switch d.roles[e.column] {
	case RoleIn:
		if e.amount.amount.Mark == MarkMinus {
			if !e.page.typeset && d.rare(e.column, MarkMinus) {
				return 0 // a dash of the cell beside it, or a speck
			}
			return -1
		}
		return 1
	case RoleOut:
		return -1
	}
	switch e.amount.amount.Mark {
	case MarkPlus:
		return 1
	case MarkMinus:
		return -1
	}
	for c, r := range d.roles {
		if r != RoleMark {
			continue
		}
		switch m, _ := markWord(e.record.cells[c].text()); m {
		case MarkPlus:
			return 1
		case MarkMinus:
			return -1
		}
	}
	return 0
}

// rare reports that hardly any amount of a column has a mark.
func (d *document) rare(column int, m Mark) bool {
	marked, all := 0, 0
	for i := range d.entries {
		if a := d.entries[i].record.cells[column].amount(); a != nil {
			all++
			if a.amount.Mark == m {
				marked++
			}
		}
	}
	return 6*marked <= all
}

// signs gives each movement that the balances do not bear out the direction that it prints, or that of the rows most like it:
// the same code, the same words, the same edge under a heading for both.
func (d *document) signs() {
	votes := d.habits()
	signedOnly := !d.hasRole(RoleBalance)
	for i := range d.entries {
		e := &d.entries[i]
		if e.kind != kindMove || e.sign != 0 {
			continue
		}
		if e.sign = d.side(e); e.sign != 0 {
			continue
		}
		sum := 0.0
		for _, trait := range d.traits(e) {
			sum += votes[trait].weight(strings.HasPrefix(trait, "edge"))
		}
		sum += float64(d.know.lean(d.text(e)))
		switch {
		case sum > 0.2:
			e.sign = 1
		case sum < -0.2:
			e.sign = -1
		case signedOnly && d.anyMinus():
			e.sign = 1 // a column that prints minus signs prints no plus
		case signedOnly:
			e.sign = -1
		}
	}
}

func (d *document) anyMinus() bool {
	return slices.ContainsFunc(d.entries, func(e entry) bool { return e.amount != nil && e.amount.amount.Mark == MarkMinus })
}

type vote struct{ sum, all int }

// weight is the mean of a vote. Edges tell only where each direction has its own, so that nearly all who share one agree.
func (v vote) weight(edge bool) float64 {
	if v.all == 0 {
		return 0
	}
	mean := float64(v.sum) / float64(v.all)
	if edge && (v.all < 3 || math.Abs(mean) < 0.9) {
		return 0
	}
	return mean
}

// habits counts which way the rows with a trait go, of those that are known.
func (d *document) habits() map[string]vote {
	out := map[string]vote{}
	for i := range d.entries {
		e := &d.entries[i]
		if e.kind != kindMove || e.sign == 0 {
			continue
		}
		for _, t := range d.traits(e) {
			v := out[t]
			v.sum, v.all = v.sum+e.sign, v.all+1
			out[t] = v
		}
	}
	return out
}

// traits are what rows of one direction tend to share.
func (d *document) traits(e *entry) []string {
	var out []string
	for c := range e.record.cells {
		if d.roles[c] == RoleDate || d.roles[c] == RoleBalance || c == e.column {
			continue
		}
		for _, a := range e.record.cells[c].atoms {
			if a.sort == sortText {
				out = append(out, string(rune('a'+c))+a.text)
				break
			}
		}
	}
	if e.amount != nil {
		out = append(out, "edge"+baht(int64(e.amount.X1/(0.8*e.page.h))))
	}
	return out
}
