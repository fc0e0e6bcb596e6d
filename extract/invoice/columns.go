package invoice

import (
	"math"
	"sort"
	"strings"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/vision/geom"
)

// column is a column of the item table.
type column struct {
	key    string // canonical name; "": the heading is none that we know
	text   string // heading as printed
	box    geom.Rect
	x0, x1 float64 // what lies between belongs to it
}

// heads finds the heading of the item table: the row with the most known headings, and what of it stands in the rows next
// to it. end is the lower edge. ok is false where no row holds two headings, one of them of what an item table must have.
func heads(rows []row, m *caption.Matcher) (cols []column, from, to int, ok bool) {
	best, count := -1, 1
	for i, r := range rows {
		if n := known(r, m); n > count {
			best, count = i, n
		}
	}
	if best < 0 {
		return nil, 0, 0, false
	}
	from, to = best, best+1
	pieces := append([]piece(nil), rows[best].pieces...)
	for from > 0 && continues(rows[from-1], rows[from], pieces, m) {
		from--
		pieces = append(pieces, rows[from].pieces...)
	}
	for to < len(rows) && continues(rows[to], rows[to-1], pieces, m) {
		pieces = append(pieces, rows[to].pieces...)
		to++
	}
	cols = columnsOf(pieces, m)
	return cols, from, to, len(cols) >= 2
}

// known counts the different columns that a row's headings name; 0 for a row without one that an item table must have.
func known(r row, m *caption.Matcher) int {
	seen, core := map[string]bool{}, false
	for _, p := range r.pieces {
		for _, h := range whole(p.text, m) {
			if key := canonical(h); key != "" {
				seen[key] = true
				core = core || key == "table_description" || key == "table_amount" || key == "table_quantity" || key == "table_unit_price"
			} else {
				seen["+"+p.text] = true
			}
		}
	}
	if !core {
		return 0
	}
	return len(seen)
}

// whole returns the headings in a text if they cover most of it.
func whole(text string, m *caption.Matcher) []caption.Hit {
	hits := m.Find(text)
	covered := 0
	for _, h := range hits {
		covered += h.Letters
	}
	if 2*covered < letters(text) || digits(text) > 2 {
		return nil
	}
	return hits
}

// canonical is the column that a heading names. Where two share a word, the rarer meaning goes last in the order.
func canonical(h caption.Hit) string {
	for _, k := range []string{"table_description", "table_unit_price", "table_quantity", "table_unit", "table_item_code", "table_item_number", "table_amount"} {
		if h.Has(k) {
			return k
		}
	}
	return ""
}

// continues reports whether a row next to the heading is a part of it: near, without figures, under or over headings or
// headings themselves.
func continues(r, beside row, heading []piece, m *caption.Matcher) bool {
	if math.Abs(r.y-beside.y) > 1.7*max(r.height, beside.height) || len(r.pieces) > len(heading) {
		return false
	}
	for _, p := range r.pieces {
		inside := len(whole(p.text, m)) > 0
		for _, h := range heading {
			over := min(p.box.X1, h.box.X1) - max(p.box.X0, h.box.X0)
			inside = inside || over > 0.5*min(p.box.W(), h.box.W())
		}
		if !inside || digits(p.text) > 0 || letters(p.text) > 24 {
			return false
		}
	}
	return true
}

// columnsOf merges heading pieces that stand over each other.
func columnsOf(pieces []piece, m *caption.Matcher) []column {
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].box.Y0 < pieces[j].box.Y0-0.3*pieces[i].box.H() })
	var cols []column
	for _, p := range pieces {
		merged := false
		for i := range cols {
			c := &cols[i]
			if over := min(p.box.X1, c.box.X1) - max(p.box.X0, c.box.X0); over > 0.3*min(p.box.W(), c.box.W()) && p.box.Center().Y > c.box.Y1 {
				c.text, c.box = c.text+" "+p.text, c.box.Union(p.box)
				merged = true
				break
			}
		}
		if !merged {
			cols = append(cols, split(p, m)...)
		}
	}
	sort.SliceStable(cols, func(i, j int) bool { return cols[i].box.X0 < cols[j].box.X0 })
	taken := map[string]bool{}
	for i := range cols {
		for _, h := range m.Find(cols[i].text) {
			if k := canonical(h); k != "" && !taken[k] && cols[i].key == "" {
				cols[i].key = k
				taken[k] = true
			}
		}
	}
	return cols
}

// split cuts a heading line that was read in one piece though it heads several columns: No. Description Qty.
func split(p piece, m *caption.Matcher) []column {
	hits := m.Find(p.text)
	runes := []rune(p.text)
	if len(hits) < 2 || p.box.W() < 12*p.box.H() {
		return []column{{text: p.text, box: p.box}}
	}
	var out []column
	for _, h := range hits {
		a, b := float64(h.Start)/float64(len(runes)), float64(h.End)/float64(len(runes))
		box := p.box
		box.X0, box.X1 = p.box.X0+a*p.box.W(), p.box.X0+b*p.box.W()
		out = append(out, column{text: strings.TrimSpace(string(runes[h.Start:h.End])), box: box})
	}
	return out
}

// bound gives each column its share of the width: the cut between two neighbours goes where fewest words of the body are
// cut, in the middle of the widest such gap.
func bound(cols []column, body []piece, l *extract.Layout) {
	var words []geom.Rect
	for _, p := range body {
		for _, w := range wordsOf(l, p) {
			words = append(words, w.box)
		}
	}
	for i := range cols {
		cols[i].x0, cols[i].x1 = 0, float64(l.Width)
	}
	for i := 0; i+1 < len(cols); i++ {
		from, to := cols[i].box.X0, cols[i+1].box.X1
		cut := gap(words, append([]geom.Rect{cols[i].box, cols[i+1].box}, words...), from, to)
		cols[i].x1, cols[i+1].x0 = cut, cut
	}
}

// gap returns where between from and to a line down cuts the fewest boxes.
func gap(_, boxes []geom.Rect, from, to float64) float64 {
	const steps = 64
	best, at, run := math.MaxInt, (from+to)/2, 0
	start, long := 0.0, 0.0
	for s := 0; s <= steps; s++ {
		x := from + (to-from)*float64(s)/steps
		n := 0
		for _, b := range boxes {
			if b.X0 < x && x < b.X1 {
				n++
			}
		}
		switch {
		case n < best:
			best, start, run, long, at = n, x, 1, 0, x
		case n == best && run > 0:
			if x-start > long {
				long, at = x-start, (x+start)/2
			}
		default:
			run = 0
		}
		if n > best {
			run = 0
		} else if run == 0 {
			start, run = x, 1
		}
	}
	return at
}
