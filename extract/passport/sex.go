package passport

import (
	"math"
	"regexp"
	"strings"

	"lensd/extract/passport/mrz"
	"lensd/vision/geom"
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
	value, quads := want, []geom.Quad{quad}
	if p := f.sexPiece(f.sexWords); p != nil {
		words, _ := f.sexWords(p)
		if value = tidy(p.Text.Value); squeeze(value) != squeeze(words) || strings.Contains(value, "/") != strings.Contains(words, "/") {
			value, conf = words, math.Min(conf, 0.85)
		}
		p.taken, quads, conf = true, f.board.quads(p), math.Min(conf, zoneOnlyCap)
	} else if p := f.sexPiece(f.sexLetter); p != nil {
		value = tidy(p.Text.Value)
		if m := sexes().FindStringSubmatch(plain(value)); m != nil && m[2] != "" && m[2] != "/" {
			value, conf = m[1]+"/"+want, math.Min(conf, 0.85)
		}
		if letter := squeeze(value); letter == "" || len(letter) == 1 && want != "" && letter != want && p.Text.Confidence < 0.9 {
			value, conf = want, math.Min(conf, 0.85)
		} else {
			conf = math.Min(0.995, agree(conf, 0.6*p.Text.Confidence))
		}
		p.taken, quads = true, f.board.quads(p)
	} else if conf = math.Min(conf, zoneOnlyCap); want == "" {
		value, conf = "X", math.Min(conf, 0.7)
	} else if sexWord(f.record.Issuer, want) != "" { // its pages have another letter, or a word
		conf = math.Min(conf, 0.7)
	}
	f.set("sex", value, conf, quads...)
}

// sexPiece finds the print of the sex by how well it reads as one, which says also as what. Types and codes are as short, but
// stand at the top of the page.
func (f *form) sexPiece(reads func(*piece) (words string, score float64)) *piece {
	return f.board.best(func(p *piece) float64 {
		if p.isLabel() || p.Box.Y0 < 20 || p.Box.X0 < 30 || len([]rune(p.Text.Value)) > 9 || digits(p.Text.Value) > 0 {
			return 0
		}
		_, score := reads(p)
		return score
	})
}

// sexWords reads a piece as the sex in the words of a state that prints more than the letter, or another one, and returns how
// these are spelled.
func (f *form) sexWords(p *piece) (words string, score float64) {
	want := f.record.Sex
	local := sexWord(f.record.Issuer, want)
	if local == "" || local == want {
		return "", 0
	}
	for _, w := range []string{local + "/" + want, local} {
		s := alike(p.Text.Value, w)
		if s < leastSexWord || len(squeeze(w)) < 3 && s < 1 || len(squeeze(w)) < 2 && f.near(labelSex, p) > 6 {
			continue
		}
		if s += p.Text.Confidence; s > score {
			words, score = w, s
		}
	}
	return words, score
}

// sexes matches a letter for the sex, or one or more before the stroke and the letter of the zone. A stroke is easily read as a letter.
func sexes() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(\pL{1,4}?) ?([/IL1|\\]) ?)?[MFXKŽVH]$`)
}

// sexLetter reads a piece as a letter, or two words around a stroke that end in the zone's letter.
func (f *form) sexLetter(p *piece) (letter string, score float64) {
	text, want, caption := plain(tidy(p.Text.Value)), f.record.Sex, f.board.caption(labelSex)
	m := sexes().FindStringSubmatch(text)
	if m == nil || m[2] != "" && m[2] != "/" && !strings.HasSuffix(text, want) {
		return "", 0
	}
	score = p.Text.Confidence
	if want != "" && strings.HasSuffix(text, want) {
		score++
	} else if caption == nil {
		return "", 0
	}
	if caption != nil {
		down := p.Box.Y0 - caption.Box.Y1
		if down < -2 || down > 4 || math.Abs(p.Box.X0-caption.Box.X0) > 14 {
			score -= 0.8
		}
	}
	if score <= 0.3 {
		return "", 0
	}
	return text, score
}
