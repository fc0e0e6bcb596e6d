package passport

import (
	"context"
	"math"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
	"lensd/extract/vote"
	"lensd/vision/geom"
)

// thai sets title_name_surname_th. Only Thai pages have it: the line of Thai letters that begins with a title or stands
// under its caption, between the given names and the date of birth. It is read again with the Thai model alone, which
// measures best on pure Thai.
func (f *form) thai(ctx context.Context) error {
	if f.record.Issuer != "THA" || f.board.print == nil {
		return nil
	}
	p := f.thaiPiece()
	if p == nil {
		p = f.thaiScraps()
	}
	if p == nil {
		return nil
	}
	value, conf, err := f.spell(ctx, p)
	if err != nil {
		return err
	}
	p.taken = true
	f.set("title_name_surname_th", cutCaption(value), printOnly*conf, f.board.quads(p)...)
	return nil
}

// Room around a Thai line, in millimetres: marks stand up to a third of a letter above it and are often taken for specks
// when the line is found.
const (
	roomAbove = 0.25
	roomBelow = 0.1
	longest   = 62.0 // of a name with its title
)

// spell reads a Thai line in several versions, close and with all the room that it has, and lets them vote letter by letter.
func (f *form) spell(ctx context.Context, p *piece) (string, float64, error) {
	area := p.Box
	area.Y0, area.Y1 = area.Y0-roomAbove, area.Y1+roomBelow
	if at, _ := cutTitle(cutCaption(thai.Fold(p.Text.Value))); at == "" {
		for _, name := range []string{"title_name_en", "surname_en"} { // the line begins where the names above it begin
			if q := f.find(f.fields[name].Quads); q != nil && q.Box.X0 < area.X0 && area.X0-q.Box.X0 < 15 {
				area.X0 = q.Box.X0 - 0.3
				break
			}
		}
	}
	area.X1 = math.Max(area.X1, math.Min(area.X0+longest, f.wall(p)))
	var texts []extract.Text
	for _, a := range []geom.Rect{p.Box, area} {
		more, err := f.board.print.Versions(ctx, a, extract.Hint{Script: extract.ScriptThai})
		if err != nil {
			return "", 0, err
		}
		texts = append(texts, more...)
		if unanimous(texts) {
			break
		}
	}
	for i := range texts {
		texts[i].Value = titled(f.record.Sex, cutCaption(thai.Fold(texts[i].Value)))
	}
	latin := f.record.GivenNames + f.record.Surname
	worse := func(s string) float64 {
		_, bare := cutTitle(s)
		return dissonance(hushed(bare, latin), latin)
	}
	t, ok := vote.Line(texts, worse)
	if !ok {
		return thai.Fold(p.Text.Value), p.Text.Confidence, nil
	}
	return closeUp(hushed(t.Value, latin)), t.Confidence, nil
}

// unanimous reports that several sure readings say the same, so that more of them would tell nothing new.
func unanimous(texts []extract.Text) bool {
	for _, t := range texts {
		if t.Value != texts[0].Value || t.Confidence < 0.93 {
			return false
		}
	}
	return len(texts) > 1
}

// hushed adds the THANTHAKHAT, most often lost of all marks for standing highest, to a name that ends in a short vowel
// which its Latin spelling does not have: สวัสดิ์ SAWAT, พันธุ์ PHAN.
func hushed(s, latin string) string {
	rs := []rune(s)
	if n := len(rs); n < 4 || rs[n-1] != 'ิ' && rs[n-1] != 'ุ' || !thai.IsConsonant(rs[n-2]) {
		return s
	}
	_, bare := cutTitle(s)
	if dissonance(bare+string(thanthakhat), latin) > dissonance(bare, latin)-vote.LeastGain {
		return s
	}
	return s + string(thanthakhat)
}

// closeUp takes out spaces that would leave a single letter alone: no Thai name is that short.
func closeUp(s string) string {
	words := strings.Fields(s)
	var out []string
	for i, w := range words {
		lone := i > 0 && len([]rune(words[i-1])) < 2 // a word's first letter
		if lone || i > 0 && i == len(words)-1 && len([]rune(w)) < 2 {
			out[len(out)-1] += w
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// titled writes the form of address at the beginning of a Thai name as it is spelled, where it was misread by a letter.
func titled(sex, s string) string {
	if title, _ := cutTitle(s); title != "" {
		return s
	}
	list := []string{"นางสาว", "นาง", "นาย", "เด็กชาย", "เด็กหญิง"}
	rs := []rune(s)
	for _, t := range list {
		want := []rune(t)
		if len(rs) < len(want)+3 || (sex == "M") != (t == "นาย" || t == "เด็กชาย") && sex != "" {
			continue
		}
		wrong := 0
		for i, r := range want {
			if rs[i] != r {
				wrong++
			}
		}
		if wrong == 1 {
			return t + string(rs[len(want):])
		}
	}
	return s
}

// thaiPiece finds the line: mostly Thai letters, best with a title in front.
func (f *form) thaiPiece() *piece {
	var best *piece
	score := 0.0
	for _, p := range f.board.pieces {
		n := 0
		for _, r := range p.Text.Value {
			if thai.IsThai(r) {
				n++
			}
		}
		if p.taken || n < 6 || n*2 < len([]rune(strings.ReplaceAll(p.Text.Value, " ", ""))) || p.Box.Y0 < 12 || p.Box.Y0 > 50 {
			continue
		}
		s := p.Text.Confidence
		if title, _ := cutTitle(cutCaption(thai.Fold(p.Text.Value))); title != "" {
			s += 2
		} else if p.isLabel() {
			continue
		}
		if s > score {
			best, score = p, s
		}
	}
	return best
}

// thaiScraps is the line of which only scraps were found, under glare mostly: Thai letters on one line between the given
// names and the nationality.
func (f *form) thaiScraps() *piece {
	name := f.find(f.fields["title_name_en"].Quads)
	_, low, ok := f.span("nationality")
	if name == nil || !ok {
		return nil
	}
	var line *piece
	for _, p := range f.board.pieces {
		mid := (p.Box.Y0 + p.Box.Y1) / 2
		if p.taken || p.announces() || p.Box.X0 < name.Box.X0-2 || p.Box.X0 > name.Box.X0+longest/2 || mid < name.Box.Y1+3 || mid > low-4.5 || p.Box.H() > 4.5 || letters(p.Text.Value) == 0 {
			continue
		}
		if line == nil {
			line = &piece{Phrase: Phrase{Box: p.Box}}
			continue
		}
		line.Box = line.Box.Union(p.Box)
	}
	if line != nil { // scraps mostly lack what stands above and below the letters
		line.Box.Y0, line.Box.Y1 = line.Box.Y0-0.5, line.Box.Y1+0.3
	}
	return line
}

// cutCaption removes a caption that stands on the same line before the value.
func cutCaption(s string) string {
	list := captions()
	words := append(append([]string{}, list[labelThaiName]...), "ชื่อ")
	if f, ok := thai.FindLabel(s, words, 0.8); ok && f.Start <= 2 {
		return strings.TrimLeft(string([]rune(thai.Fold(s))[f.End:]), " :.-")
	}
	return s
}
