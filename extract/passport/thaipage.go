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
	value, conf, err := f.spell(ctx, p)
	if err != nil {
		return err
	}
	p.taken = true
	f.set("title_name_surname_th", cutCaption(value), printOnly*conf, f.board.quads(p)...)
	return nil
}

// perMark is what a mark above or below a letter adds to a reading's standing. Recognisers lose marks, they hardly ever
// invent them; a reading that has more of them is the better one at nearly equal certainty.
const perMark = 0.02

// spell reads a Thai line with both Thai models, once close and once with room for the marks above, and keeps the best.
func (f *form) spell(ctx context.Context, p *piece) (string, float64, error) {
	wide := p.Box
	wide.Y0, wide.Y1 = wide.Y0-0.6, wide.Y1+0.3
	best, conf := thai.Fold(p.Text.Value), p.Text.Confidence
	standing := func(s string, c float64) float64 {
		for _, r := range s {
			if thai.IsMark(r) {
				c += perMark
			}
		}
		return c
	}
	for _, script := range []extract.Script{extract.ScriptThai, extract.ScriptAny} {
		texts, err := f.board.print.Read(ctx, []geom.Rect{p.Box, wide}, extract.Hint{Script: script})
		if err != nil {
			return "", 0, err
		}
		for _, t := range texts {
			if v := thai.Fold(t.Value); standing(v, t.Confidence) > standing(best, conf) {
				best, conf = v, t.Confidence
			}
		}
	}
	return best, conf, nil
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
