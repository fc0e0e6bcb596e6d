package tawi

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/vision/geom"
)

// forms are the returns that a certificate can belong to, by the number that the official form gives each.
func forms() []string {
	return []string{"ภ.ง.ด.1ก", "ภ.ง.ด.1ก พิเศษ", "ภ.ง.ด.2", "ภ.ง.ด.3", "ภ.ง.ด.2ก", "ภ.ง.ด.3ก", "ภ.ง.ด.53"}
}

// option is one form named on the page.
type option struct {
	form  string
	at    geom.Rect // of its print, its number in brackets included
	print geom.Rect // of its name alone
	conf  float64
}

// named matches the name of a form in letters and figures without marks, blanks and points: the first three letters may be misread for
// ones that look like them.
var named = regexp.MustCompile(`[ภกถฤ]?[งจ][ดคตศอ](53|[123]ก?)(พ[ิเ]*[เศษคตส]+)?|[ภถฤ][งจ][ดคตศอ]?(53|[123]ก?)(พ[ิเ]*[เศษคตส]+)?`)

// options finds the forms named in a row.
func options(p *form.Page, row int) []option {
	r := p.Rows[row]
	var bare []rune
	var at []int
	text0 := []rune(thai.Digits(string(r.Text)))
	for i, c := range text0 {
		if (c == 'ไ' || c == 'ใ') && i+1 < len(text0) && text0[i+1] == 'ก' { // a 1 is often read so
			c = '1'
		}
		if thai.IsConsonant(c) || c >= '0' && c <= '9' || c == 'เ' {
			bare, at = append(bare, c), append(at, i)
		}
	}
	text := string(bare)
	var out []option
	for _, m := range named.FindAllStringIndex(text, -1) {
		from, to := len([]rune(text[:m[0]])), len([]rune(text[:m[1]]))
		s := form.Span{Row: row, From: at[from], To: at[to-1] + 1}
		start := opening(r.Text, s.From)
		o := option{form: official(text[m[0]:m[1]], string(r.Text[start:s.From])), print: p.Box(s), conf: p.Confidence(s)}
		o.at = o.print
		o.at.X0 = p.Box(form.Span{Row: row, From: start, To: s.To}).X0
		out = append(out, o)
	}
	return out
}

// opening moves back over "(4) ", the number that the official form gives an option.
func opening(text []rune, from int) int {
	k := from
	for n := 0; k > 0 && n < 5; n++ {
		c := text[k-1]
		if c != ' ' && c != '(' && c != ')' && (c < '0' || c > '9') {
			break
		}
		k--
		if c == '(' {
			return k
		}
	}
	return from
}

// official returns the form's name as it is printed on the official form. The number of the option settles whether a letter
// behind the figure was lost.
func official(bare, number string) string {
	i := strings.IndexAny(bare, "123456789")
	name := "ภ.ง.ด." + bare[i:]
	if k := strings.IndexAny(thai.Digits(number), "1234567"); k >= 0 {
		if f := forms()[thai.Digits(number)[k]-'1']; strings.HasPrefix(f, "ภ.ง.ด."+bare[i:i+1]) {
			return f
		}
	}
	if k := strings.IndexRune(name, 'พ'); k >= 0 {
		name = name[:k] + " พิเศษ"
	}
	if slices.Contains(forms(), name) {
		return name
	}
	return "ภ.ง.ด.1ก พิเศษ" // the only one with a word behind it
}

// ticked is the least ink in a box that is ticked.
const ticked = 0.045

// formType returns the form that the certificate belongs to: the only one named, or the one whose box is ticked.
func formType(p *form.Page, ticks []extract.Tick) (o option, confidence float64) {
	var all []option
	for row := range p.Rows {
		all = append(all, options(p, row)...)
	}
	if len(all) == 0 {
		return option{}, 0
	}
	boxes := paired(p, all, ticks)
	if o, ok := left(all, boxes); ok {
		return o, 0.85
	}
	best, second := -1, -1
	for i, t := range boxes {
		if t == nil {
			continue
		}
		if best < 0 || t.Ink > boxes[best].Ink {
			best, second = i, best
		} else if second < 0 || t.Ink > boxes[second].Ink {
			second = i
		}
	}
	switch {
	case best >= 0 && boxes[best].Ink >= ticked && (second < 0 || boxes[second].Ink < 0.5*boxes[best].Ink):
		return all[best], 0.97
	case best >= 0:
		return option{}, 0
	case same(all):
		return all[0], 0.9 * math.Sqrt(all[0].conf)
	}
	return option{}, 0
}

// left returns the one option whose box was not seen where those of at least four others were and all of these are blank: a mark over
// the edges of a box hides it.
func left(all []option, boxes []*extract.Tick) (o option, ok bool) {
	blank := 0
	for i, t := range boxes {
		switch {
		case t == nil && ok:
			return option{}, false
		case t == nil:
			o, ok = all[i], true
		case t.Ink >= ticked:
			return option{}, false
		default:
			blank++
		}
	}
	return o, ok && blank >= 4
}

func same(all []option) bool {
	return !slices.ContainsFunc(all, func(o option) bool { return o.form != all[0].form })
}

// paired gives each option the box to its left, or all of them those to their right where the first option has none to its left.
func paired(p *form.Page, all []option, ticks []extract.Tick) []*extract.Tick {
	left := make([]*extract.Tick, len(all))
	right := make([]*extract.Tick, len(all))
	nl, nr := 0, 0
	for i, o := range all {
		left[i] = beside(p, ticks, o.at, -1)
		right[i] = beside(p, ticks, o.at, 1)
		if left[i] != nil {
			nl++
		}
		if right[i] != nil {
			nr++
		}
	}
	if nr > nl {
		return right
	}
	return left
}

// beside returns the tick box next to a place on one side, within a few letter heights.
func beside(p *form.Page, ticks []extract.Tick, at geom.Rect, side float64) *extract.Tick {
	var near []extract.Tick
	for _, t := range ticks {
		c := t.Quad.Center()
		gap := at.X0 - c.X
		if side > 0 {
			gap = c.X - at.X1
		}
		if math.Abs(c.Y-at.Center().Y) < 1.1*p.Unit && gap > -1.2*p.Unit && gap < 4.5*p.Unit {
			near = append(near, t)
		}
	}
	if len(near) == 0 {
		return nil
	}
	return &slices.SortedFunc(slices.Values(near), func(a, b extract.Tick) int {
		return cmp.Compare(math.Abs(a.Quad.Center().X-at.Center().X), math.Abs(b.Quad.Center().X-at.Center().X))
	})[0]
}
