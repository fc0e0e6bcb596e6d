package passport

import (
	"context"
	"math"
	"regexp"
	"strings"

	"lensd/extract"
)

// person sets sex, height and nationality.
func (f *form) person(ctx context.Context) error {
	f.sex()
	f.nationality()
	return f.height(ctx)
}

// height finds "1.75 M.", "1,68", "151 CM". Bare figures need the caption, or the sex beside them.
func (f *form) height(ctx context.Context) error {
	full := regexp.MustCompile(`^(?:[12][.,]? ?\d{2} ?M\.?|[12][.,] ?\d{2}|[12]\d{2} ?CM\.?)$`)
	caption := f.board.caption(labelHeight)
	sex := f.find(f.fields["sex"].Quads)
	var best *piece
	score := math.Inf(-1)
	for _, p := range f.board.pieces {
		text := plain(tidy(p.Text.Value))
		if p.taken || !full.MatchString(text) || p.Box.Y0 < 20 {
			continue
		}
		s := p.Text.Confidence
		beside := sex != nil && math.Abs(sex.Box.Y0-p.Box.Y0) < 1.2 && strings.ContainsAny(text, ".,")
		switch {
		case caption != nil:
			s += 1 - math.Min(1, f.near(labelHeight, p)/15)
		case !strings.Contains(text, "M") && !beside:
			continue
		}
		if s > score {
			best, score = p, s
		}
	}
	if best == nil {
		p, err := f.heightAgain(ctx, caption, full)
		if p == nil || err != nil {
			return err
		}
		best = p
	}
	best.taken = true
	if err := f.unit(ctx, best, full); err != nil {
		return err
	}
	value := strings.Join(strings.Fields(strings.Trim(best.Text.Value, "'\"`_-:;| ")), " ")
	share := printOnly
	if pointless().MatchString(plain(value)) { // metres without their point
		value, share = value[:1]+"."+value[1:], 0.8
	}
	if f.isThai() { // which print a point
		value = strings.Replace(value, ",", ".", 1)
	}
	f.set("height", value, share*best.Text.Confidence, f.board.quads(best)...)
	return nil
}

// heightAgain reads what stands under the caption of the height once more, in all versions; nil if none of them is one.
func (f *form) heightAgain(ctx context.Context, caption *piece, full *regexp.Regexp) (*piece, error) {
	if caption == nil || f.board.print == nil {
		return nil, nil
	}
	for _, p := range f.board.below(caption, 5.5) {
		if n := digits(p.Text.Value); n < 2 || n > 5 {
			continue
		}
		texts, err := f.board.print.Versions(ctx, p.Box, extract.Hint{Script: extract.ScriptLatin})
		if err != nil {
			return nil, err
		}
		var fit []extract.Text
		for _, t := range texts {
			if full.MatchString(plain(tidy(t.Value))) {
				fit = append(fit, t)
			}
		}
		if t, ok := consensus(fit); ok {
			p.Text = t
			return p, nil
		}
	}
	return nil, nil
}

// pointless matches metres whose point was lost: 174M.
func pointless() *regexp.Regexp { return regexp.MustCompile(`^[12]\d{2} ?M`) }

// unit reads a height again with room at its right: the letter of the unit stands apart and is easily lost.
func (f *form) unit(ctx context.Context, p *piece, full *regexp.Regexp) error {
	if strings.Contains(plain(p.Text.Value), "M") && p.Text.Confidence > 0.9 {
		return nil
	}
	area := p.Box
	area.X1 = math.Max(area.X1, math.Min(area.X1+4, f.wall(p)))
	texts, err := f.board.print.Versions(ctx, area, extract.Hint{Script: extract.ScriptLatin})
	if err != nil {
		return err
	}
	fit := []extract.Text{p.Text}
	for _, t := range texts {
		if v := plain(tidy(t.Value)); full.MatchString(v) {
			fit = append(fit, t)
			if strings.Contains(v, "M") { // nothing but an M looks like one
				fit = append(fit, t)
			}
		}
	}
	if t, ok := consensus(fit); ok {
		p.Text = t
	}
	return nil
}
