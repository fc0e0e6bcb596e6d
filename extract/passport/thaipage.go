package passport

import (
	"context"
	"strings"

	"lensd/extract"
	"lensd/extract/thai"
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
		return nil
	}
	texts, err := f.board.print.Read(ctx, []geom.Rect{p.Box}, extract.Hint{Script: extract.ScriptThai})
	if err != nil {
		return err
	}
	value, conf := thai.Fold(p.Text.Value), p.Text.Confidence
	if len(texts) == 1 && texts[0].Confidence > conf {
		value, conf = thai.Fold(texts[0].Value), texts[0].Confidence
	}
	p.taken = true
	f.set("title_name_surname_th", cutCaption(value), printOnly*conf, f.board.quads(p)...)
	return nil
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

// cutCaption removes a caption that stands on the same line before the value.
func cutCaption(s string) string {
	list := captions()
	words := append(append([]string{}, list[labelThaiName]...), "ชื่อ")
	if f, ok := thai.FindLabel(s, words, 0.8); ok && f.Start <= 2 {
		return strings.TrimLeft(string([]rune(thai.Fold(s))[f.End:]), " :.-")
	}
	return s
}
