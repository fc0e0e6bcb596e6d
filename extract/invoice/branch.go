package invoice

import (
	"math"
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// branches are the ways in which Thai firms print which of their places issues a paper. Recognisers lose the marks above
// and below, so that these are left open; groups: the head office in Thai, the word for a branch in Thai.
var branches = regexp.MustCompile(`(?i)(ส\s?[ำํ]*\s?า?น[ัก]*กงาน(?:ใ|ไ)หญ[่]?)(?:\s?\(\s?\d{5}\s?\))?|สนญ\.?|(สาขา(?:ที่|ที|ท|เลขที่)?)\s?:?\s?\d{1,5}|head\s?office(?:\s?\(\s?\d{5}\s?\))?|\bbranch(?:\s?(?:no|number|id|code))?\.?\s?:?\s?#?\s?\d{1,5}\b`)

// branch finds which branch the seller is: of all branches on the page the one that stands nearest to what is known of the
// seller and farther from what is known of the buyer.
func branch(l *extract.Layout, seller, buyer []geom.Quad) (extract.Field, bool) {
	best, score := extract.Field{}, math.Inf(1)
	for _, m := range mentions(l) {
		size := max(1, l.Lines[m.line].Height)
		own, other := nearest(m.quads[0], seller), nearest(m.quads[0], buyer)
		if len(seller) == 0 {
			own = m.quads[0].Bounds().Y0 // a seller that was not found stands at the top as a rule
		}
		if len(seller) > 0 && own > 30*size || other < own || own >= score {
			continue
		}
		sure := 0.93
		if own > 6*size || other < 1.5*own {
			sure = 0.7
		}
		if len(seller) == 0 {
			sure = 0.5
		}
		score = own
		best = extract.Field{Name: "branch_seller", Value: m.text, Quads: m.quads, Confidence: sure * m.conf}
		if m.read != m.text {
			best.Printed = m.read
		}
	}
	return best, !math.IsInf(score, 1)
}

// mention is a branch in a line, or begun in one and ended in the next.
type mention struct {
	text, read string // respelt, as read
	quads      []geom.Quad
	line       int
	conf       float64
}

func mentions(l *extract.Layout) []mention {
	var out []mention
	lines := upright(l)
	for i, p := range lines {
		found := branches.FindAllStringSubmatchIndex(p.text, -1)
		for _, m := range found {
			from, to := runeAt(p.text, m[0]), runeAt(p.text, m[1])
			out = append(out, mention{respelt(p.text, m), p.text[m[0]:m[1]], []geom.Quad{part(l.Lines[p.line], from, to)}, p.line, p.conf})
		}
		next := under(lines, i)
		if len(found) > 0 || next < 0 {
			continue
		}
		both := p.text + " " + lines[next].text
		for _, m := range branches.FindAllStringSubmatchIndex(both, -1) {
			if m[0] < len(p.text) && m[1] > len(p.text)+1 {
				cut := m[1] - len(p.text) - 1
				out = append(out, mention{respelt(both, m), both[m[0]:m[1]], []geom.Quad{
					part(l.Lines[p.line], runeAt(p.text, m[0]), runeAt(p.text, len(p.text))),
					part(l.Lines[lines[next].line], 0, runeAt(lines[next].text, cut))}, p.line, min(p.conf, lines[next].conf)})
			}
		}
	}
	return out
}

// respelt writes the fixed words of a branch as they are spelt: a recogniser that loses a mark leaves no other word.
func respelt(s string, m []int) string {
	switch {
	case m[2] >= 0:
		return "สำนักงานใหญ่" + s[m[3]:m[1]]
	case m[4] >= 0 && strings.HasPrefix(s[m[4]:m[5]], "สาขาท"):
		return "สาขาที่" + s[m[5]:m[1]]
	}
	return s[m[0]:m[1]]
}

// nearest is the distance from q to the nearest of others; where there are none it is far.
func nearest(q geom.Quad, others []geom.Quad) float64 {
	d := 1e6
	a := q.Bounds()
	for _, o := range others {
		b := o.Bounds()
		dx := max(0, b.X0-a.X1, a.X0-b.X1)
		dy := max(0, b.Y0-a.Y1, a.Y0-b.Y1)
		d = min(d, math.Hypot(0.3*dx, dy)) // print beside belongs together farther than print below
	}
	return d
}
