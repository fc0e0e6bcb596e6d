package tawi

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

// official reads the page by the places of the official form, which at says.
func (c *certificate) official(ctx context.Context, b blank, at affine) error {
	place := func(what string) geom.Rect { return at.rect(b[what][0]) }
	var groups [2][]geom.Rect
	for i, who := range []string{"payer", "payee"} {
		field := []string{"tax_witholder", "tax_payer"}[i]
		if spans := c.within(place(who + "_name")); len(spans) > 0 {
			if err := c.name(ctx, field, party{name: spans}); err != nil {
				return err
			}
		}
		for k, g := range b[who+"_number"] {
			groups[i] = append(groups[i], cells(g, []int{1, 4, 5, 2, 1}[k], at)...)
		}
		if err := c.boxed(ctx, field+"_id_number", groups[i]); err != nil {
			return err
		}
	}
	c.officialTable(place)
	if err := c.surest(ctx, place); err != nil {
		return err
	}
	c.money()
	c.incomes()
	c.officialType(b["form"], at)
	return nil
}

// cells cuts a group of n boxes for figures into its boxes, without their borders.
func cells(group geom.Rect, n int, at affine) []geom.Rect {
	const border = 1.3 // points
	w := group.W() / float64(n)
	out := make([]geom.Rect, n)
	for i := range out {
		x := group.X0 + float64(i)*w
		out[i] = at.rect(geom.Rect{X0: x + border, Y0: group.Y0 + border, X1: x + w - border, Y1: group.Y1 - border})
	}
	return out
}

// boxed adds a number whose figures stand one in a box.
func (c *certificate) boxed(ctx context.Context, field string, boxes []geom.Rect) error {
	n, err := c.figures(ctx, boxes)
	if err != nil {
		return err
	}
	var who party
	if len(n.Digits) == id.Length {
		who.ids = append(who.ids, n)
	}
	for row := range c.page.Rows { // the page's own reading of the same boxes
		for _, x := range id.Find(string(c.page.Rows[row].Text)) {
			s := form.Span{Row: row, From: x.Start, To: x.End}
			if o := c.page.Box(s); len(x.Digits) == id.Length && n.box.Contains(o.Center()) {
				who.ids = append(who.ids, number{x, row, n.box, c.page.Confidence(s)})
			}
		}
	}
	c.number(field, who)
	return nil
}

// figures reads boxes of one figure each.
func (c *certificate) figures(ctx context.Context, boxes []geom.Rect) (number, error) {
	regions := make([]geom.Quad, len(boxes))
	n := number{conf: 1}
	for i, b := range boxes {
		regions[i], n.box = geom.QuadOf(b), n.box.Union(b)
	}
	texts, err := c.sheet.Read(ctx, regions, extract.Hint{Script: extract.ScriptDigit, Charset: "0123456789"})
	if err != nil {
		return n, err
	}
	weakest := -1 // figure, counted in n.Digits
	var others []extract.Alternative
	for _, t := range texts {
		if d := id.Digits(t.Value); d != "" {
			n.Digits += d[:1]
			if t.Confidence <= n.conf {
				n.conf, weakest, others = t.Confidence, len(n.Digits)-1, append([]extract.Alternative{{Value: d[1:]}}, t.Alternatives...)
			}
		}
	}
	n.Valid = id.Valid(n.Digits)
	for _, a := range others { // of the least clear figure the reading with which the check digit is right
		for _, d := range id.Digits(a.Value) {
			if s := n.Digits[:weakest] + string(d) + n.Digits[weakest+1:]; !n.Valid && len(s) == id.Length && id.Valid(s) {
				n.Digits, n.Valid = s, true
			}
		}
	}
	n.Printed = n.Digits
	return n, nil
}

// rereadNumbers reads what stands behind the captions of numbers once more, as figures only, where the first reading has no
// number with a right check digit; with more room too, because figures are lost where a line was cut.
func (c *certificate) rereadNumbers(ctx context.Context, top int) ([]number, error) {
	var out []number
	for _, h := range c.page.Of("id") {
		s := c.page.Behind(h, 30)
		if top >= 0 && h.Row >= top || s.Empty() || len(id.Digits(c.page.Text(s))) < 4 {
			continue
		}
		if n := id.Find(c.page.Text(s)); len(n) > 0 && n[0].Valid {
			continue
		}
		n, ok, err := c.grown(ctx, s)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, n)
		}
	}
	return out, nil
}

// grown reads a span as a number, then with more and more room to its left and right, until a check digit is right.
func (c *certificate) grown(ctx context.Context, s form.Span) (number, bool, error) {
	hint := extract.Hint{Script: extract.ScriptDigit, Charset: "0123456789- "}
	v, err := form.Reread(ctx, c.sheet, c.page, []form.Span{s}, hint)
	if err != nil {
		return number{}, false, err
	}
	box := c.page.Box(s)
	if n, ok := valid(v.Value); ok {
		return number{n, s.Row, box, v.Confidence}, true, nil
	}
	var places []geom.Rect
	var regions []geom.Quad
	for _, room := range [][2]float64{{1.5, 0}, {0, 1.5}, {3, 0}, {0, 3}, {1.5, 1.5}, {4.5, 0}} {
		b := geom.Rect{X0: box.X0 - room[0]*c.page.Unit, Y0: box.Y0 - 0.2*c.page.Unit, X1: box.X1 + room[1]*c.page.Unit, Y1: box.Y1 + 0.2*c.page.Unit}
		places, regions = append(places, b), append(regions, geom.QuadOf(b))
	}
	texts, err := c.sheet.Read(ctx, regions, hint)
	if err != nil {
		return number{}, false, err
	}
	for i, t := range texts {
		if n, ok := valid(t.Value); ok {
			return number{n, s.Row, places[i], 0.9 * t.Confidence}, true, nil
		}
	}
	return number{}, false, nil
}

// valid returns the first number of a text whose check digit is right.
func valid(text string) (id.Number, bool) {
	for _, n := range id.Find(text) {
		if n.Valid {
			return n, true
		}
	}
	return id.Number{}, false
}

// combs returns the numbers that stand in rows of boxes above the table.
func (c *certificate) combs(ctx context.Context, top int) ([]number, error) {
	var out []number
	for _, row := range form.Combs(c.page.Layout.Ticks, id.Length, 1.5) {
		if top >= 0 && row[0].Y0 > c.page.Rows[top].Box.Y0 || len(row) > id.Length+1 {
			continue
		}
		for i := range row {
			d := 0.12 * row[i].H() // the border
			row[i] = geom.Rect{X0: row[i].X0 + d, Y0: row[i].Y0 + d, X1: row[i].X1 - d, Y1: row[i].Y1 - d}
		}
		n, err := c.figures(ctx, row)
		if err != nil {
			return nil, err
		}
		if len(n.Digits) == id.Length {
			out = append(out, n)
		}
	}
	return out, nil
}

// within returns the print in a region, row by row, left to right.
func (c *certificate) within(region geom.Rect) []form.Span {
	var out []form.Span
	for row := range c.page.Rows {
		r := c.page.Rows[row]
		s := form.Span{Row: row}
		for k, g := range r.Glyphs {
			x := (g.X0 + g.X1) / 2
			if g.Line < 0 || x < region.X0 || x > region.X1 {
				continue
			}
			b := c.page.Layout.Lines[g.Line].Quad.Bounds()
			if y := b.Center().Y; y < region.Y0 || y > region.Y1 {
				continue
			}
			if s.To == 0 {
				s.From = k
			}
			s.To = k + 1
		}
		if s = c.page.Trim(s); !s.Empty() && letters(c.page.Text(s)) > 0 {
			out = append(out, s)
		}
	}
	if len(out) > 1 { // names stand in one line: the row with most print is it
		out = []form.Span{slices.MaxFunc(out, func(a, b form.Span) int { return cmp.Compare(a.To-a.From, b.To-b.From) })}
	}
	return out
}

// officialTable fills the table from the columns of the form.
func (c *certificate) officialTable(place func(string) geom.Rect) {
	t := &c.table
	*t = table{top: -1, bottom: -1, words: t.words, date: t.date}
	t.total = line{amount: c.joined(place("total"), place("total_satang")), tax: c.joined(place("total_tax"), place("total_tax_satang"))}
	for row := range c.page.Rows {
		y := c.page.Rows[row].Box.Center().Y
		if y < place("amount").Y0 || y > place("amount").Y1 {
			continue
		}
		band := func(what string) geom.Rect {
			r := place(what)
			r.Y0, r.Y1 = y-0.7*c.page.Unit, y+0.7*c.page.Unit
			return r
		}
		l := line{row: row, amount: c.joined(band("amount"), band("amount_satang")), tax: c.joined(band("tax"), band("tax_satang"))}
		if l.amount != nil {
			t.lines = append(t.lines, l)
		}
	}
	c.days, c.dated = nil, true
	column := place("date")
	for row := range c.page.Rows {
		for _, d := range c.page.Days(row) {
			if column.Contains(c.page.Box(d.Span).Center()) {
				c.days = append(c.days, d)
			}
		}
	}
	if len(c.days) == 0 {
		c.dated = false
		for row := range c.page.Rows {
			for _, d := range c.page.Days(row) {
				if place("issued").Contains(c.page.Box(d.Span).Center()) {
					c.days = append(c.days, d)
				}
			}
		}
	}
}

// joined returns the amount whose baht stand in one column and whose satang in the next. Print is cut at the rule between
// both letter by letter, because a recogniser may take it for one word.
func (c *certificate) joined(baht, satang geom.Rect) *sum {
	s := sum{conf: 1}
	var parts [2]string
	for k, column := range []geom.Rect{baht, satang} {
		var box geom.Rect
		for row := range c.page.Rows {
			for i, g := range c.page.Rows[row].Glyphs {
				r := c.page.Rows[row].Text[i]
				if g.Line < 0 || !strings.ContainsRune("0123456789๐๑๒๓๔๕๖๗๘๙,.", r) {
					continue
				}
				b := c.page.Box(form.Span{Row: row, From: i, To: i + 1})
				if !column.Contains(b.Center()) {
					continue
				}
				parts[k] += string(r)
				box = box.Union(b)
				s.conf, s.row = min(s.conf, c.page.Confidence(form.Span{Row: row, From: i, To: i + 1})), row
			}
		}
		if !box.Empty() {
			s.boxes = append(s.boxes, box)
		}
	}
	s.value = strings.Trim(thai.Digits(parts[0]), ".,")
	if d := id.Digits(parts[1]); len(d) == 2 && !strings.Contains(s.value, ".") {
		s.value += "." + d
	}
	a, ok := amount(s.value)
	if !ok {
		return nil
	}
	s.satang = a
	return &s
}

// officialType adds the form whose box is ticked.
func (c *certificate) officialType(boxes []geom.Rect, at affine) {
	best, missing, ink := -1, -1, ticked
	lost := 0
	for i, b := range boxes {
		place := at.rect(b)
		found := false
		for _, t := range c.page.Layout.Ticks {
			if !place.Contains(t.Quad.Center()) {
				continue
			}
			found = true
			if t.Ink > ink {
				best, ink = i, t.Ink
			}
		}
		if !found {
			lost, missing = lost+1, i
		}
	}
	switch {
	case best >= 0:
		c.add("form_type", forms()[best], 0.97, at.rect(boxes[best]))
	case lost == 1: // a heavy tick leaves nothing of its box's sides
		c.add("form_type", forms()[missing], 0.7, at.rect(boxes[missing]))
	}
}
