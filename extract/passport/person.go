package passport

import (
	"context"
	"math"
	"regexp"
	"strings"

	"lensd/extract"
	"lensd/extract/passport/mrz"
)

// person sets sex, height and nationality.
func (f *form) person(ctx context.Context) error {
	f.sex()
	f.nationality()
	return f.height(ctx)
}

// sex prefers the print, which may spell it in two languages: KVK/F, MOT / F, K.
func (f *form) sex() {
	want := f.record.Sex
	conf, quad := f.of(mrz.Sex)
	if p := f.sexPiece(want); p != nil {
		p.taken = true
		printed := tidy(p.Text.Value)
		value, c := printed, math.Min(0.995, agree(conf, 0.6*p.Text.Confidence))
		if squeeze(printed) == "" || len(squeeze(printed)) <= 1 && want != "" && squeeze(printed) != want && p.Text.Confidence < 0.9 {
			value, c = want, math.Min(conf, 0.85)
		}
		f.set("sex", value, c, f.board.quads(p)...)
		return
	}
	if want == "" {
		want = "X"
		conf = math.Min(conf, 0.7)
	}
	f.set("sex", want, math.Min(conf, zoneOnlyCap), quad)
}

// sexPiece finds the print of the sex: a letter, or two words around a stroke that end in the zone's letter.
func (f *form) sexPiece(want string) *piece {
	shape := regexp.MustCompile(`^(?:[\pL]{1,4} ?/ ?)?[MFXKŽVH]$`)
	var best *piece
	score := math.Inf(-1)
	caption := f.board.caption(labelSex)
	for _, p := range f.board.pieces {
		text := plain(tidy(p.Text.Value))
		// Types and codes are as short, but stand at the top of the page.
		if p.taken || p.isLabel() || !shape.MatchString(text) || p.Box.Y0 < 20 || p.Box.X0 < 30 {
			continue
		}
		s := p.Text.Confidence
		if want != "" && strings.HasSuffix(text, want) {
			s++
		} else if caption == nil {
			continue
		}
		if caption != nil {
			dy := p.Box.Y0 - caption.Box.Y1
			if dy < -2 || dy > 4 || math.Abs(p.Box.X0-caption.Box.X0) > 14 {
				s -= 0.8
			}
		}
		if s > score && s > 0.3 {
			best, score = p, s
		}
	}
	return best
}

// height finds "1.75 M.", "1,68", "151 CM". Bare figures need the caption, or the sex beside them.
func (f *form) height(ctx context.Context) error {
	full := regexp.MustCompile(`^(?:[12][.,] ?\d{2} ?M?\.?|[12]\d{2} ?CM\.?)$`)
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
		return nil
	}
	best.taken = true
	if err := f.unit(ctx, best, full); err != nil {
		return err
	}
	value := strings.Join(strings.Fields(strings.Trim(best.Text.Value, "'\"`_-:;| ")), " ")
	f.set("height", value, printOnly*best.Text.Confidence, f.board.quads(best)...)
	return nil
}

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

// nationality sets the printed word: the one that only this nationality uses, else what stands under the caption.
func (f *form) nationality() {
	conf, quad := f.of(mrz.Nationality)
	if p := f.nationPiece(); p != nil {
		if !known(f.record.Nationality, p.Text.Value) {
			f.take("nationality", printOnly, p)
			return
		}
		p.taken = true
		f.set("nationality", tidy(p.Text.Value), math.Min(0.99, agree(conf, printOnly*p.Text.Confidence)), f.board.quads(p)...)
		return
	}
	// The zone's code is not the printed word; where a state prints only one, the word follows from the code.
	if f.record.Nationality == "THA" {
		f.set("nationality", "THAI", math.Min(conf, 0.8), quad)
	}
}

func (f *form) nationPiece() *piece {
	word := func(p *piece) bool {
		n := letters(p.Text.Value)
		return n >= 1 && digits(p.Text.Value) <= n/4 && p.Text.Confidence > 0.15 && (n >= 4 || squeeze(p.Text.Value) == f.record.Nationality)
	}
	for _, p := range f.board.pieces { // a word that only this nationality uses needs no caption
		if !p.taken && p.Box.Y0 > 22 && p.Box.Y0 < 50 && word(p) && known(f.record.Nationality, p.Text.Value) && !p.isLabel() {
			return p
		}
	}
	if c := f.board.caption(labelNation); c != nil {
		for _, p := range f.board.below(c, 6.5) {
			if word(p) {
				return p
			}
		}
	}
	return f.leftNation()
}

// known reports that a printed word can stand for the nationality of a code: it begins like the code or its adjective does.
func known(code, text string) bool {
	t := squeeze(text)
	for _, w := range adjectives(code) {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}

// adjectives lists how pages name some nationalities; the code's own first letters otherwise serve as a weak hint.
func adjectives(code string) []string {
	switch code {
	case "THA":
		return []string{"THAI"}
	case "UTO":
		return []string{"UTOPIAN"}
	case "GBR":
		return []string{"BRITISH"}
	case "USA":
		return []string{"UNITEDSTATES", "AMERICAN"}
	case "AUS":
		return []string{"AUSTRALIAN"}
	case "CAN":
		return []string{"CANADIAN"}
	case "D":
		return []string{"DEUTSCH"}
	case "FRA":
		return []string{"FRANCAISE"}
	case "CHN", "TWN":
		return []string{"CHINESE", "CHINA"}
	case "JPN":
		return []string{"JAPAN"}
	case "KOR":
		return []string{"KOREA"}
	case "MMR":
		return []string{"MYANMAR"}
	case "LAO":
		return []string{"LAO"}
	case "KHM":
		return []string{"CAMBODIAN"}
	case "MYS":
		return []string{"MALAYSIA"}
	case "SGP":
		return []string{"SINGAPORE"}
	case "IDN":
		return []string{"INDONESIA"}
	case "PHL":
		return []string{"FILIPINO"}
	case "VNM":
		return []string{"VIETNAM"}
	case "IND":
		return []string{"INDIAN"}
	case "RUS":
		return []string{"RUSSIA"}
	}
	return nil
}
