package passport

import (
	"math"
	"regexp"
	"strings"

	"lensd/extract/passport/mrz"
)

// sexWord returns what pages of a state print for a sex before or in place of the letter of the zone, which is that of
// the English word. "" where the state prints the letter alone.
func sexWord(issuer, sex string) string {
	switch c := customsOf(issuer); sex {
	case "F":
		return c.female
	case "M":
		return c.male
	}
	return ""
}

// How alike a print and a state's words for the sex must be: four letters may have one misread.
const leastSexWord = 0.75

// sex prefers the print, which may spell it in two languages: KVK/F, MOT / F, K.
func (f *form) sex() {
	want := f.record.Sex
	conf, quad := f.of(mrz.Sex)
	if p, words := f.sexWordPiece(want); p != nil {
		p.taken = true
		if printed := p.Text.Value; squeeze(printed) == squeeze(words) && strings.Contains(printed, "/") == strings.Contains(words, "/") {
			words = tidy(p.Text.Value)
		} else {
			conf = math.Min(conf, 0.85)
		}
		f.set("sex", words, math.Min(conf, zoneOnlyCap), f.board.quads(p)...)
		return
	}
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

// sexWordPiece finds the sex in the words of a state that prints more than the letter, or another one, and returns how
// it is spelled.
func (f *form) sexWordPiece(want string) (best *piece, words string) {
	local := sexWord(f.record.Issuer, want)
	if local == "" || local == want {
		return nil, ""
	}
	score := 0.0
	for _, p := range f.board.pieces {
		if p.taken || p.isLabel() || p.Box.Y0 < 20 || p.Box.X0 < 30 || len([]rune(p.Text.Value)) > 9 || digits(p.Text.Value) > 0 {
			continue
		}
		for _, w := range []string{local + "/" + want, local} {
			s := alike(p.Text.Value, w)
			if s < leastSexWord || len(squeeze(w)) < 3 && s < 1 || len(squeeze(w)) < 2 && f.near(labelSex, p) > 6 {
				continue
			}
			if s += p.Text.Confidence; s > score {
				best, words, score = p, w, s
			}
		}
	}
	return best, words
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
