package tawi

import (
	"context"
	"math"
	"strings"

	"lensd/extract"
	"lensd/extract/money"
	"lensd/extract/thai"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

// readings are what a sum's two parts were read as, and how much speaks for each.
type readings struct{ baht, satang map[string]float64 }

// surest chooses the totals of the official form among all that was read of them: on the whole line, of the satang alone, and
// of the only income where it is all, which prints the same sums once more. What a usual rate joins and what the words say is
// likelier.
func (c *certificate) surest(ctx context.Context, place func(string) geom.Rect) error {
	t := &c.table
	if t.total.amount == nil && t.total.tax == nil {
		return nil
	}
	rows := []string{""}
	var at float64
	if len(t.lines) == 1 && again(t.lines[0].amount, t.total.amount) && again(t.lines[0].tax, t.total.tax) {
		rows, at = append(rows, "income"), c.page.Rows[t.lines[0].row].Box.Center().Y
	}
	var regions []geom.Quad
	var cells [][2]geom.Rect // baht, satang: the amount's and the tax's of each row
	for _, row := range rows {
		for _, what := range [][2]string{{"amount", "total"}, {"tax", "total_tax"}} {
			name := what[1]
			if row != "" {
				name = what[0]
			}
			pair := [2]geom.Rect{place(name), place(name + "_satang")}
			if row != "" {
				for i := range pair {
					pair[i].Y0, pair[i].Y1 = at-0.7*c.page.Unit, at+0.7*c.page.Unit
				}
			}
			cells, regions = append(cells, pair), append(regions, geom.QuadOf(inside(pair[1])))
		}
	}
	texts, err := c.sheet.Read(ctx, regions, extract.Hint{Script: extract.ScriptDigit, Charset: "0123456789"})
	if err != nil {
		return err
	}
	var sums [2]readings
	for i, pair := range cells {
		c.read2(&sums[i%2], pair[0], pair[1], texts[i])
	}
	t.choose(sums)
	return nil
}

// again reports whether a sum may be another reading of a second one: as long, with at most two figures that differ.
func again(a, b *sum) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := strings.ReplaceAll(a.value, ",", ""), strings.ReplaceAll(b.value, ",", "")
	differ := 0
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			differ++
		}
	}
	return differ <= 2 && strings.IndexByte(x+".", '.') == strings.IndexByte(y+".", '.')
}

// inside is a cell without the rules at its sides.
func inside(r geom.Rect) geom.Rect {
	d := 0.09 * r.W()
	return geom.Rect{X0: r.X0 + d, Y0: r.Y0, X1: r.X1 - d, Y1: r.Y1}
}

// read2 adds what the page's lines and a reading of the satang alone say of a sum.
func (c *certificate) read2(s *readings, baht, satang geom.Rect, again extract.Text) {
	if s.baht == nil {
		s.baht, s.satang = map[string]float64{}, map[string]float64{}
	}
	say := func(text string, conf float64, joint, alone bool) {
		if strings.Trim(text, "0123456789,. |-") != "" {
			return
		}
		d := id.Digits(text)
		switch conf = max(conf, 0.01); {
		case alone && len(d) == 2:
			s.satang[d] += conf
		case joint && len(d) > 2:
			s.baht[d[:len(d)-2]] += conf
			s.satang[d[len(d)-2:]] += conf
		case !joint && !alone && len(d) > 0:
			s.baht[d] += conf
		}
	}
	for _, l := range c.page.Layout.Lines {
		b := l.Quad.Bounds()
		y := b.Center().Y
		if y < baht.Y0 || y > baht.Y1 || b.X0 < baht.X0-0.1*baht.W() || b.X1 > satang.X1+0.5*satang.W() {
			continue
		}
		joint, alone := b.X1 > satang.X0+0.4*satang.W(), b.X0 > satang.X0-0.2*satang.W()
		for _, a := range append([]extract.Alternative{{Value: l.Text.Value, Confidence: l.Text.Confidence}}, l.Text.Alternatives...) {
			say(thai.Digits(a.Value), a.Confidence, joint && !alone, alone)
		}
	}
	say(again.Value, again.Confidence, false, true)
	for _, a := range again.Alternatives {
		say(a.Value, a.Confidence, false, true)
	}
}

// What a usual rate between both sums and a word for the tax count for, in log-odds.
const rateSays, wordsSay = 2.5, 4.0

// choose sets the totals to the likeliest pair of readings.
func (t *table) choose(sums [2]readings) {
	best := math.Inf(-1)
	var chosen [2]string
	amounts, taxes := sums[0].pairs(), sums[1].pairs()
	for a, pa := range amounts {
		for x, px := range taxes {
			score := math.Log(pa) + math.Log(px)
			paid, held := satangOf(a), satangOf(x)
			if usualRate(paid, held) {
				score += rateSays
			}
			if t.words != "" && money.Agreement(t.words, held) > 0.97 {
				score += wordsSay
			}
			if score > best || score == best && a+x < chosen[0]+chosen[1] {
				best, chosen = score, [2]string{a, x}
			}
		}
	}
	if math.IsInf(best, -1) {
		return
	}
	for i, s := range []*sum{t.total.amount, t.total.tax} {
		if s != nil {
			s.take(chosen[i])
			s.unsure = []map[string]float64{amounts, taxes}[i][chosen[i]] < beyondDoubt
		}
	}
}

// beyondDoubt is the share of a sum's readings from which one is beyond doubt.
const beyondDoubt = 0.7

// pairs are a sum's readings with their satang behind a point, with the share of all that speaks for each.
func (s readings) pairs() map[string]float64 {
	out, all := map[string]float64{}, 0.0
	for b, p := range s.baht {
		for c, q := range s.satang {
			out[b+"."+c] = p * q
			all += p * q
		}
	}
	for k := range out {
		out[k] /= all
	}
	return out
}

func satangOf(s string) int64 {
	a, _ := amount(s)
	return a
}

// take gives a sum another reading, with the commas that its print has.
func (s *sum) take(value string) {
	v, ok := amount(value)
	if !ok {
		return
	}
	s.satang = v
	baht, cents, _ := strings.Cut(value, ".")
	if strings.Contains(s.value, ",") || len(baht) > 3 {
		for i := len(baht) - 3; i > 0; i -= 3 {
			baht = baht[:i] + "," + baht[i:]
		}
	}
	s.value = baht + "." + cents
}
