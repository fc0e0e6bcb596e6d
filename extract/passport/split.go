package passport

import (
	"cmp"
	"math"
	"regexp"
	"strings"
	"unicode"

	"lensd/extract"
	"lensd/extract/passport/mrz"
)

// columnGap is what the second column gives up for a gap, in millimetres: enough for the two not to be joined again.
const columnGap = 1.1 * wordGap

// guessed is by how much a value behind its caption may begin earlier than its share of the letters says, in millimetres.
const guessed = 2.0

// smallLetter is how wide a letter of a caption is against one of a value.
const smallLetter = 0.62

// bodyHeight matches a height that needs no caption to be told.
func bodyHeight() *regexp.Regexp { return regexp.MustCompile(`^(?:1[.,]\d{2} ?M|1\d{2} ?CM)\.?$`) }

// split parts phrases in which two columns were read as one, or a caption and the value behind it.
func (f *form) split(phrases []Phrase) []Phrase {
	r := f.record
	var out []Phrase
	for _, p := range phrases {
		words := strings.Fields(apart(p.Text.Value, r.Sex))
		at, scale := behindCaption(words, p.Text.Confidence > clearEnough), smallLetter
		if at == 0 {
			at, scale = columns(words, r), 1
		}
		if at == 0 {
			out = append(out, p)
			continue
		}
		a, b := strings.Join(words[:at], " "), strings.Join(words[at:], " ")
		left, right := p, p
		before, after := scale*float64(len([]rune(a))+1), float64(len([]rune(b)))
		left.Box.X1 = p.Box.X0 + before/(before+after)*p.Box.W()
		right.Box.X0 = left.Box.X1 + columnGap
		if scale != 1 { // where the caption ends is guessed: what stands behind it must not be cut
			right.Box.X0, left.Box.X1 = left.Box.X1-guessed, left.Box.X1-guessed-columnGap
		}
		left.Text = extract.Text{Value: a, Confidence: p.Text.Confidence}
		right.Text = extract.Text{Value: b, Confidence: p.Text.Confidence}
		if scale != 1 && p.Text.Confidence < clearPrint {
			right.Text = f.alone(right)
		}
		out = append(out, left, right)
	}
	return out
}

// alone reads what stands behind a caption without it.
func (f *form) alone(p Phrase) extract.Text {
	texts := []extract.Text{p.Text}
	for _, t := range f.again(p.Box, scriptOf(f.record)) {
		if t.Value = withoutStub(captionless(t.Value)); t.Value != "" {
			texts = append(texts, t)
		}
	}
	t, ok := consensus(texts)
	if !ok {
		return p.Text
	}
	return t
}

// apart writes a blank between a date and the letter of the sex behind it.
func apart(text, sex string) string {
	if before, ok := strings.CutSuffix(text, cmp.Or(sex, "X")); ok && before != "" && unicode.IsDigit(rune(before[len(before)-1])) && digits(before) >= 6 {
		return before + " " + cmp.Or(sex, "X")
	}
	return text
}

// columns returns before which word a second column begins, 0 for none: words beside a number that the zone holds too, or
// before a height, and the letter of the sex before words.
func columns(words []string, r mrz.Record) int {
	if len(words) > 1 && words[0] == cmp.Or(r.Sex, "X") && letters(strings.Join(words[1:], "")) >= 4 && digits(strings.Join(words, "")) == 0 {
		return 1
	}
	if last := len(words) - 1; last > 0 && digits(strings.Join(words[:last], "")) >= 4 && strings.HasSuffix(plain(words[last]), cmp.Or(r.Sex, "X")) && sexes().MatchString(plain(words[last])) {
		return last
	}
	for i := 1; i < len(words); i++ {
		before, after := squeeze(strings.Join(words[:i], "")), squeeze(strings.Join(words[i:], ""))
		if knownNumber(after, r) && letters(before) >= 3 || knownNumber(before, r) && letters(after) >= 3 || letters(before) >= 3 && bodyHeight().MatchString(strings.ToUpper(strings.Join(words[i:], " "))) {
			return i
		}
	}
	return 0
}

// behindCaption returns the word with which the value behind a caption begins, 0 where there is none: captions are in small
// letters, and what follows them on their line in capitals and figures is no caption. clear says that the print was read with
// certainty: small letters of others are what was left of a caption.
func behindCaption(words []string, clear bool) int {
	at := len(words)
	for at > 0 && !strings.ContainsFunc(words[at-1], unicode.IsLower) {
		at--
	}
	if at == 0 || at == len(words) {
		return 0
	}
	caption, value := strings.Join(words[:at], " "), strings.Join(words[at:], " ")
	cover := captionOf(caption).cover
	if n := letters(value) + digits(value); n == 0 || n == 1 && cover < 0.5 || captionOf(value).cover > 0.5 {
		return 0
	}
	if cover < 0.5 && !scrapOfCaption(caption) && (clear || strings.ContainsFunc(caption, unicode.IsUpper)) {
		return 0
	}
	return at
}

// captionless cuts a caption off that stands before a value on its line.
func captionless(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[behindCaption(words, true):], " ")
}

// clearEnough is the certainty of a print whose small letters are believed.
const clearEnough = 0.5

// leastScrap is how many letters of a caption's word are told from other words.
const leastScrap = 4

// likeCaption is how alike a long word and one of a caption are at least.
const likeCaption = 0.7

// scrapOfCaption reports that a text holds the beginning or the end of a word that captions use.
func scrapOfCaption(text string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(plain(text)), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) < leastScrap {
			continue
		}
		for known := range captionWords() {
			if len(known) > 6 && len(w) > 6 && math.Abs(float64(len(known)-len(w))) < 3 && alike(known, w) >= likeCaption {
				return true
			}
			if len(known) > leastScrap && (strings.HasPrefix(known, w) || strings.HasSuffix(known, w)) {
				return true
			}
		}
	}
	return false
}

// sameNumber is how alike a number and the zone's are at least, to be readings of the same: one figure of six is wrong.
const sameNumber = 0.8

func knownNumber(s string, r mrz.Record) bool {
	return len(s) >= 6 && digits(s) > len(s)/2 && (alike(s, r.Number) >= sameNumber || alike(s, r.Optional) >= sameNumber)
}
