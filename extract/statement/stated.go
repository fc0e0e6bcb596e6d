package statement

import (
	"strings"

	"lensd/extract/thai"
)

// stated is what the paper itself says of its sums, beside and below the table; nil: it says nothing, or it contradicts itself.
type stated struct {
	opening, closing, out, in *int64
}

// stated reads the figures behind the captions of totals, outside the table's rows. A figure that two places give differently
// is not known.
func (d *document) stated() stated {
	seen := map[string][]int64{}
	for _, p := range d.pages {
		kept := d.keptRows(p)
		for r := range p.rows {
			if kept[r] {
				continue
			}
			hs := d.know.hitsOf(p, r)
			for i, h := range hs {
				switch h.name {
				case "opening", "closing", "total_out", "total_in":
				default:
					continue
				}
				end := len(p.rows[r].atoms)
				if i+1 < len(hs) {
					end = hs[i+1].start
				}
				if a := onlyAmount(p.rows[r].atoms[h.end:end]); a != nil {
					seen[h.name] = append(seen[h.name], signed(a))
				}
			}
		}
	}
	one := func(name string) *int64 {
		vs := seen[name]
		for _, v := range vs {
			if v != vs[0] {
				return nil
			}
		}
		if len(vs) == 0 {
			return nil
		}
		return &vs[0]
	}
	return stated{one("opening"), one("closing"), one("total_out"), one("total_in")}
}

// keptRows are the rows of a page that are part of the table's own rows.
func (d *document) keptRows(p *Page) map[int]bool {
	out := map[int]bool{}
	for i := range d.entries {
		e := &d.entries[i]
		if e.page != p || e.kind == kindTotal {
			continue
		}
		for c := range e.record.cells {
			for _, line := range e.record.cells[c].lines {
				out[line] = true
			}
		}
	}
	return out
}

// onlyAmount is the amount among words; nil if there is none or more than one.
func onlyAmount(atoms []atom) *atom {
	var found *atom
	for i := range atoms {
		if atoms[i].sort != sortAmount {
			continue
		}
		if found != nil {
			return nil
		}
		found = &atoms[i]
	}
	return found
}

// countable is how many unknown directions the stated sums may tell: more, and chance would fit them.
const countable = 8

// weigh gives movements whose direction nothing bears out the one by which the sums are those that the paper states.
func (d *document) weigh(s stated) {
	if s.out == nil || s.in == nil {
		return
	}
	var open []*entry
	out, in := int64(0), int64(0)
	for i := range d.entries {
		e := &d.entries[i]
		if e.kind != kindMove || e.amount == nil {
			continue
		}
		switch v := e.amount.amount.Satang; {
		case !e.chained && d.side(e) == 0:
			open = append(open, e)
		case e.sign < 0:
			out += v
		default:
			in += v
		}
	}
	if len(open) == 0 || len(open) > countable {
		return
	}
	found, ways := 0, 0
	for way := range 1 << len(open) {
		o, n := out, in
		for i, e := range open {
			if way>>i&1 == 1 {
				n += e.amount.amount.Satang
			} else {
				o += e.amount.amount.Satang
			}
		}
		if o == *s.out && n == *s.in {
			found, ways = way, ways+1
		}
	}
	if ways != 1 {
		return
	}
	for i, e := range open {
		e.sign = -1 + 2*(found>>i&1)
		e.borne = true
	}
}

// differ tells which stated sums are not those of the rows.
func (s stated) differ(out, in int64) string {
	var parts []string
	say := func(name string, want *int64, have int64) {
		if want != nil && *want != have {
			parts = append(parts, name+" of the rows are "+baht(have)+", stated "+baht(*want))
		}
	}
	say("withdrawals", s.out, out)
	say("deposits", s.in, in)
	return strings.Join(parts, "; ")
}

// lean is which way the words of a row say that money went: 1 in, -1 out, 0 they do not say. The first word that tells wins,
// as names and notes follow what was done.
func (k *knowledge) lean(s string) int {
	words := strings.Fields(strings.ToLower(thai.Fold(s)))
	for i := range words {
		rest := strings.Join(words[i:min(len(words), i+2)], " ")
		way, longest := 0, 0
		for j, name := range k.moves.names {
			for _, t := range k.moves.texts[j] {
				if n := len(t); n > longest && strings.HasPrefix(rest, t) {
					way, longest = 1, n
					if name == "out" {
						way = -1
					}
				}
			}
		}
		if way != 0 {
			return way
		}
	}
	return 0
}
