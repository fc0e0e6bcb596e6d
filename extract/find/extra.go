package find

import (
	"math"

	"lensd/extract"
)

// extras is how many features of each forest came later. They stand behind all others, so that models trained before them can
// be read.
var extras = [4]int{8, 8, 2, 6}

// ofPages is the forest that tells pages of the kind from others; it needs none of the units that came with the others' features.
const ofPages = 3

// extra returns further features of a unit for a field: how well it was read, how it stands to the lines around it, and what
// the captions in its area say.
func (p *page) extra(i, f int) []float32 {
	u := &p.units[i]
	l := &p.lines[u.line]
	v := []float32{float32(u.sure), float32(u.cut)}
	for _, j := range []int{l.above, l.below} {
		if j < 0 {
			v = append(v, missing)
			continue
		}
		v = append(v, float32((p.lines[j].box[l.turn].X0-l.box[l.turn].X0)/l.height))
	}
	mine, other := p.announced(l.area, f)
	tall := 0.0 // the largest letters among blocks that look like addresses
	for b := range p.blocks {
		if p.blocks[b].order >= 0 {
			tall = max(tall, p.blocks[b].height)
		}
	}
	v = append(v, float32(mine), float32(other), float32(p.blocks[l.block].height/max(tall, 1)), float32(min(p.within(l.area), 9)))
	return v
}

// announced returns how many areas further out from an area captions of a field's party, and of another one, stand.
func (p *page) announced(area, f int) (mine, other int) {
	mine, other = missing, missing
	for k := range p.hits {
		class, party := p.evidence(&p.hits[k], f)
		d := p.outwards(area, p.lines[p.hits[k].line].area)
		if class == evParty || party {
			mine = min(mine, d)
		} else if class == evOther {
			other = min(other, d)
		}
	}
	return mine, other
}

// outwards is how many areas one must leave from area a until the area of a caption is reached that lies in it: 0 for the same
// area, missing where only the page holds both.
func (p *page) outwards(a, caption int) int {
	areas := p.layout.Areas
	for d := 0; a >= 0 && a < len(areas) && d < 8; d++ {
		for c := caption; c >= 0 && c < len(areas); c = areas[c].Parent {
			if c == a {
				return d
			}
		}
		a = areas[a].Parent
	}
	return missing
}

// within counts the areas around a line.
func (p *page) within(a int) (n int) {
	for ; a >= 0 && a < len(p.layout.Areas) && n < 9; a = p.layout.Areas[a].Parent {
		n++
	}
	return n
}

// What a beginning is that a line may be better without: short, and read much less surely than the rest. A caption in much
// smaller print than its value is misread when both are read as one line, and so is the rest of a frame.
const (
	longestHead = 14  // runes
	shortRest   = 3   // letters and figures
	headDoubt   = 0.1 // confidence that the rest has more
)

// behead adds the units of a line that leave out a doubtful beginning or what stands before a colon, and says of all how sure they are.
func (p *page) behead(i int) {
	l := &p.lines[i]
	sure := sureness(p.layout.Lines[i].Text)
	if len(l.hits) == 0 || p.hits[l.hits[0]].Start > 0 {
		best, most := 0, headDoubt
		for at := 1; at < len(l.text) && at <= longestHead; at++ {
			if printed(l.text[at:]) < shortRest {
				break
			}
			if l.text[at-1] == ':' {
				p.addPart(i, at)
			} else if gain := mean(sure, at, len(l.text)) - mean(sure, 0, at); l.text[at] == ' ' && gain > most {
				best, most = at, gain
			}
		}
		if best > 0 {
			p.addPart(i, best)
		}
	}
	for _, k := range l.units {
		u := &p.units[k]
		u.sure = l.conf
		if len(sure) == len(l.text) {
			u.sure = mean(sure, u.from, u.to)
			if u.from > 0 {
				u.cut = u.sure - mean(sure, 0, u.from)
			}
		}
	}
}

// addPart adds a line from a rune on as a unit, if it is none yet.
func (p *page) addPart(i, at int) { p.addSpan(i, at, len(p.lines[i].text)) }

// addSpan adds a part of a line as a unit, if it is none yet.
func (p *page) addSpan(i, at, end int) {
	l := &p.lines[i]
	from, to := trim(l.text, at, end)
	for _, k := range l.units {
		if p.units[k].from == from && p.units[k].to == to {
			return
		}
	}
	if to > from && printed(l.text[from:to]) > 0 {
		l.units = append(l.units, len(p.units))
		p.units = append(p.units, unit{line: i, from: from, to: to, text: string(l.text[from:to]), behind: -1,
			box: turned(part(p.layout.Lines[i], from, to), l.turn, p.layout)})
	}
}

// sureness is the confidence of each rune of a text, blanks as what stands before them; nil where the recogniser gave none.
func sureness(t extract.Text) []float64 {
	var out []float64
	k := 0
	for _, r := range t.Value {
		for r != ' ' && k < len(t.Chars) && t.Chars[k].Rune == ' ' {
			k++
		}
		switch {
		case r == ' ':
			out = append(out, math.NaN())
		case k < len(t.Chars):
			out = append(out, t.Chars[k].Confidence)
			k++
		default:
			return nil
		}
	}
	return out
}

// mean is the mean of what is known of runes from..to.
func mean(sure []float64, from, to int) float64 {
	sum, n := 0.0, 0.0
	for _, v := range sure[min(from, len(sure)):min(to, len(sure))] {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / max(n, 1)
}
