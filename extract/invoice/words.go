package invoice

import (
	"math"

	"lensd/extract"
	"lensd/extract/money"
)

// alikeEnough is from which likeness a line says a sum: below it are sentences with numbers in them.
const alikeEnough = 0.72

// words finds the sum in words, on one line or two, and the sum that it says. Where letters were misread it is compared with
// the page's own sums.
func (r *Reader) words(l *extract.Layout, known []int64) (f extract.Field, satang int64, ok bool) {
	best := 0.0
	lines := upright(l)
	for i, p := range lines {
		if letters(p.text) < 6 {
			continue
		}
		text, from := r.behind(p.text, "words")
		parts := [][]piece{{p}}
		if next := under(lines, i); next >= 0 {
			parts = append(parts, []piece{p, lines[next]})
		}
		for _, pieces := range parts {
			said := text
			if len(pieces) > 1 {
				said += " " + pieces[1].text
			}
			v, like := meant(said, known)
			rank := like + min(0.3, float64(letters(said))/400) // of a sum over two lines the first is one too
			if like < alikeEnough || rank <= best {
				continue
			}
			best, satang, ok = rank, v, true
			f = extract.Field{Name: "baht", Value: said, Confidence: min(0.95, like) * weakest(pieces), Quads: quadsFrom(l, p, from)}
			if len(pieces) > 1 {
				f.Quads = append(f.Quads, pieces[1].quad)
			}
		}
	}
	return f, satang, ok
}

// meant is the sum that words say or come nearest to, and how near.
func meant(said string, known []int64) (satang int64, like float64) {
	if v, ok := money.ParseWords(said); ok {
		satang, like = v, money.Likeness(said, v)
	}
	for _, v := range known {
		if x := money.Likeness(said, v); x > like {
			satang, like = v, x
		}
	}
	return satang, like
}

// under returns the line that goes on below line i: near, and beginning or centred alike; -1 for none.
func under(lines []piece, i int) int {
	a := lines[i].box
	for j, q := range lines {
		b := q.box
		gap := b.Y0 - a.Y1
		if j == i || gap < -0.4*a.H() || gap > 1.1*a.H() || b.Center().Y < a.Center().Y+0.5*a.H() {
			continue
		}
		if math.Abs(a.X0-b.X0) < 2*a.H() || math.Abs(a.Center().X-b.Center().X) < 2*a.H() {
			return j
		}
	}
	return -1
}
