package passport

import (
	"math"

	"lensd/extract/thai"
	"lensd/extract/thai/name"
	"lensd/vision/geom"
)

// thai sets title_name_surname_th. Only Thai pages have it: the line of Thai letters that begins with a title or stands
// under its caption, between the given names and the date of birth. It is read again with the Thai model alone, which
// measures best on pure Thai.
func (f *form) thai() {
	if !f.isThai() {
		return
	}
	p := f.thaiPiece()
	if p == nil {
		return
	}
	value, conf := f.spell(p)
	p.taken = true
	f.set("title_name_surname_th", value, printOnly*conf, f.board.quads(p)...)
}

// The extent of a Thai name, in millimetres.
const (
	longest  = 62.0 // of a name with its title
	thaiGap  = 5.0  // the widest white between its words
	nameEdge = 15.0 // how far left of what was found the line may begin
)

// wholeLine is where a Thai line lies: what was found of it, the pieces of Thai that go on with it, from where the names
// above it begin to the next print on its right.
func (f *form) wholeLine(p *piece) geom.Rect {
	area := p.Box
	for grown := true; grown; {
		grown = false
		for _, q := range f.board.pieces {
			same := math.Min(area.Y1, q.Box.Y1)-math.Max(area.Y0, q.Box.Y0) > 0.5*math.Min(q.Box.H(), area.H())
			if q == p || q.taken || !same || !mostlyThai(q.Text.Value) || q.Box.X1 <= area.X1 || q.Box.X0 > area.X1+thaiGap || q.Box.H() > 1.5*area.H() {
				continue
			}
			q.taken, grown = true, true
			area.X1 = q.Box.X1
		}
	}
	if at, _ := name.CutTitle(thai.Fold(p.Text.Value)); at == "" {
		for _, name := range []string{"title_name_en", "surname_en"} {
			if q := f.find(f.fields[name].Quads); q != nil && q.Box.X0 < area.X0 && area.X0-q.Box.X0 < nameEdge {
				area.X0 = q.Box.X0 - 0.3
				break
			}
		}
	}
	area.X1 = math.Max(area.X1, math.Min(area.X0+longest, f.wall(&piece{Phrase: Phrase{Box: area}})))
	return area
}

// mostlyThai reports that at least half of what a text holds besides blanks is Thai.
func mostlyThai(s string) bool {
	n, all := 0, 0
	for _, r := range s {
		if r != ' ' {
			all++
		}
		if thai.IsThai(r) {
			n++
		}
	}
	return n > 0 && 2*n >= all
}

// thaiPiece finds the line: mostly Thai letters, best with a title in front.
func (f *form) thaiPiece() *piece {
	return f.board.best(func(p *piece) float64 {
		if !mostlyThai(p.Text.Value) || letters(p.Text.Value) < 6 || p.Box.Y0 < 12 || p.Box.Y0 > 50 {
			return 0
		}
		title, _ := name.CutTitle(thai.Fold(p.Text.Value))
		switch {
		case title != "":
			return p.Text.Confidence + 2
		case p.isLabel():
			return 0
		}
		return p.Text.Confidence
	})
}
