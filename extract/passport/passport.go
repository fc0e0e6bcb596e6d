package passport

import (
	"context"
	"math"
	"strings"
	"time"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/thai/id"
	"lensd/vision/geom"
)

// form collects the members of one page.
type form struct {
	zone   mrz.Reading
	record mrz.Record
	chars  [][]geom.Quad
	lines  []geom.Quad
	board  *board
	now    time.Time
	fields map[string]extract.Field
	prints map[string]chosen // members that only the print holds
	// again reads an area of the page once more, in all its versions; no text where there is no print. Its first error is
	// Extract's, and nothing is read after it.
	again func(area geom.Rect, script extract.Script) []extract.Text
}

// Members lists the interface's members in its order.
func Members() []string {
	return []string{
		"type", "country_code", "passport_number", "surname_en", "title_name_en", "title_name_surname_th", "nationality", "date_of_birth",
		"identification_number", "sex", "height", "place_of_birth", "date_of_issue", "date_of_expiry", "issuing_authority", "holder_signature", "mrz_1", "mrz_2",
	}
}

// Extract turns evidence into the members of the interface that are worth telling, with fitted confidences. now decides centuries
// that two digits leave open. It returns ctx's error or the recogniser's; a page without a readable visual zone still gives what
// its code lines hold.
func Extract(ctx context.Context, ev Evidence, now time.Time) ([]extract.Field, error) {
	f, err := filled(ctx, ev, now)
	if err != nil {
		return nil, err
	}
	return f.judged()
}

// Explain returns all members that were found, with the confidences of the rules, and for each what its fitted confidence is made of.
func Explain(ctx context.Context, ev Evidence, now time.Time) (fields []extract.Field, doubts [][]float32, err error) {
	f, err := filled(ctx, ev, now)
	if err != nil {
		return nil, nil, err
	}
	fields = f.listed()
	for _, v := range fields {
		doubts = append(doubts, f.doubts(v))
	}
	return fields, doubts, nil
}

// filled reads a page's members.
func filled(ctx context.Context, ev Evidence, now time.Time) (*form, error) {
	record, err := mrz.Parse(ev.Zone.Lines)
	if err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the code lines do not parse: %w", err)
	}
	f := &form{zone: ev.Zone, record: record, chars: ev.Chars, lines: ev.Lines, now: now, fields: map[string]extract.Field{}, prints: map[string]chosen{}, board: &board{}}
	var failed error
	f.again = func(area geom.Rect, script extract.Script) (texts []extract.Text) {
		if ev.Print != nil && failed == nil {
			texts, failed = ev.Print.Versions(ctx, area, script)
		}
		return texts
	}
	if ev.Print != nil {
		phrases, err := ev.Print.Phrases(ctx, scriptOf(record))
		if err != nil {
			return nil, err
		}
		f.board = newBoard(f.split(phrases), ev.Print)
	}
	f.codeLines()
	f.codes()
	f.names()
	f.dates()
	f.sex()
	f.nationality()
	f.height()
	f.places()
	f.thai()
	if failed != nil {
		return nil, failed
	}
	return f, nil
}

// thailand is the code of the state whose pages carry Thai.
const thailand = "THA"

// scriptOf chooses the recogniser's model: only Thai pages carry Thai.
func scriptOf(r mrz.Record) extract.Script {
	if r.Issuer == thailand {
		return extract.ScriptAny
	}
	return extract.ScriptLatin
}

// isThai reports that the page is a Thai one: its name in Thai letters and its citizen's number are members of the interface.
func (f *form) isThai() bool { return f.record.Issuer == thailand }

// codeLines sets mrz_1 and mrz_2. A card has a third line, which the interface has no member for; its names are read all the same.
func (f *form) codeLines() {
	for i, name := range []string{"mrz_1", "mrz_2"} {
		f.set(name, f.zone.Lines[i], f.zone.Line(i), f.lines[i])
	}
}

// set records a member.
func (f *form) set(name, value string, confidence float64, quads ...geom.Quad) {
	f.fields[name] = extract.Field{Name: name, Value: value, Confidence: math.Max(0, math.Min(1, confidence)), Quads: quads}
}

// of returns the confidence of a zone element and the quad around its characters.
func (f *form) of(e mrz.Element) (float64, geom.Quad) {
	s, ok := f.zone.Format.SpanOf(e)
	if !ok {
		return 0, geom.Quad{}
	}
	line := f.zone.Lines[s.Line]
	from, to := s.From, s.To
	for to > from+1 && line[to-1] == mrz.Filler {
		to--
	}
	a, b := f.chars[s.Line][from], f.chars[s.Line][to-1]
	return f.zone.Of(e), geom.Quad{a[0], b[1], b[2], a[3]}
}

// Confidence of a value after print and zone were compared.
const (
	conflictCap = 0.55 // print and zone contradict each other
	zoneOnlyCap = 0.93 // a zone leaves out accents, hyphens and spacing
	printOnly   = 0.9  // nothing confirms it
)

// agree combines two independent readings of one value.
func agree(a, b float64) float64 { return 1 - (1-a)*(1-b) }

// seek finds the free piece whose text agrees best with want, weighed by how far it lies from where the caption or the
// layout expects it. least is the similarity that counts as the same text misread.
func (f *form) seek(l label, want string, least float64) (*piece, float64) {
	caption := f.board.caption(l)
	best := f.board.best(func(p *piece) float64 {
		s := alike(p.Text.Value, want)
		if len(squeeze(p.Text.Value)) > 2*len(squeeze(want))+4 || s < least || p.isLabel() && s < 0.95 {
			return 0
		}
		if caption != nil && p != caption {
			down := p.Box.Y0 - caption.Box.Y1
			if down > -2.5 && down < 4 && math.Abs(p.Box.X0-caption.Box.X0) < 12 {
				s += 0.3
			}
		}
		return s
	})
	if best == nil {
		return nil, 0
	}
	return best, alike(best.Text.Value, want)
}

// confirm sets a member that zone and print both hold. printed is what the page shows once it was recognised as the
// same value; equal says that print and zone agree to the letter.
func (f *form) confirm(name string, e mrz.Element, want string, p *piece, equal bool) {
	conf, quad := f.of(e)
	switch {
	case want == "" && p == nil:
		return
	case p == nil:
		f.set(name, want, math.Min(conf, zoneOnlyCap), quad)
	case equal:
		p.taken = true
		f.set(name, bareNumber(p.Text.Value), math.Min(0.995, agree(conf, 0.7*p.Text.Confidence)), f.board.quads(p)...)
	default: // a misread print of what the zone says clearly
		p.taken = true
		f.set(name, asPrinted(want, bareNumber(p.Text.Value), f.record.Issuer), math.Min(conf, 0.8), f.board.quads(p)...)
	}
}

// numberRune drops signs that no number has.
func numberRune(r rune) rune {
	if strings.ContainsRune("'’‘`\"", r) {
		return -1
	}
	return nameRune(r)
}

// bareNumber is a code or a number without what no number has, and nothing before its first letter or figure.
func bareNumber(text string) string {
	return strings.TrimLeft(tidy(strings.Map(numberRune, text)), " .,:;!?$%()")
}

// codes sets type, country_code, passport_number and identification_number.
func (f *form) codes() {
	r := f.record
	if r.Number != "" && !(f.zoneGuessed(mrz.Number) && f.proven("passport_number", f.satisfiesCheck)) {
		p, s := f.seek(labelNumber, r.Number, nearNumber)
		f.confirm("passport_number", mrz.Number, r.Number, p, s == 1)
	}
	short := func(name string, l label, e mrz.Element, want string) {
		p, s := f.seek(l, want, 0.99)
		if conf, _ := f.of(e); p == nil && conf < guessedCode {
			if q, s := f.seek(l, want, 0.6); q != nil && q.Text.Confidence > clearName && s < 1 && len(want) == 3 && q.Box.Y0 < 30 && len(squeeze(q.Text.Value)) == 3 && letters(q.Text.Value) == 3 {
				q.taken = true
				f.set(name, tidy(q.Text.Value), conflictCap, f.board.quads(q)...)
				return
			}
		}
		if p != nil && (p.Box.Y0 > 30 || len(squeeze(p.Text.Value)) != len(want) || len([]rune(tidy(p.Text.Value))) > len(want)+1) {
			p = nil
		}
		f.confirm(name, e, want, p, s == 1)
	}
	short("type", labelType, mrz.DocumentCode, r.DocumentCode)
	short("country_code", labelCountry, mrz.Issuer, r.Issuer)
	f.personal()
}

// guessedCode is the zone's certainty below which a state's code is rather read from clear print: the zone's nine letters of it are
// proven by no check digit.
const guessedCode = 0.9

// nearNumber is how alike print and the zone's number are at least, to be readings of the same.
const nearNumber = 0.7

// satisfiesCheck reports that a text is the zone's number, misread at most, and satisfies its check digit.
func (f *form) satisfiesCheck(text string) bool {
	s, ok := f.zone.Format.SpanOf(mrz.Number)
	digit, err := mrz.CheckDigit(squeeze(text))
	return ok && err == nil && len(squeeze(text)) <= s.To-s.From && digit == f.zone.Lines[s.Line][s.Check] && alike(text, f.record.Number) >= nearNumber
}

// proven sets a number that the zone has wrong, or could only guess, from print that satisfies the number's own check digit.
func (f *form) proven(name string, valid func(string) bool) bool {
	for _, p := range f.board.free(func(p *piece) bool { return valid(p.Text.Value) }) {
		p.taken = true
		f.set(name, tidy(p.Text.Value), math.Min(mrz.RepairedCap, p.Text.Confidence), f.board.quads(p)...)
		return true
	}
	return false
}

// zoneGuessed reports that an element of the zone contradicts its check digit, or had to be repaired to satisfy it.
func (f *form) zoneGuessed(e mrz.Element) bool {
	s, ok := f.zone.Format.SpanOf(e)
	if !ok {
		return false
	}
	for _, at := range f.zone.Repaired {
		if at.Line == s.Line && (at.Column >= s.From && at.Column < s.To || at.Column == s.Check) {
			return true
		}
	}
	return f.zone.Failed(e)
}

// personal sets identification_number, as the state writes it.
func (f *form) personal() {
	f.optionalData()
	v, ok := f.fields["identification_number"]
	if !ok {
		return
	}
	v.Value = figured(v.Value)
	if spelled, changed := marked(f.record.Issuer, v.Value); changed {
		v.Value, v.Confidence = spelled, math.Min(v.Confidence, 0.85)
	}
	if f.isThai() {
		v.Value = thaiIDSpacing(v.Value)
		if !id.Valid(id.Digits(v.Value)) {
			v.Confidence = math.Min(v.Confidence, conflictCap)
		}
	}
	f.fields["identification_number"] = v
}

// optionalData sets identification_number: the optional data of the zone where the print shows the same or announces it. Optional
// data that is printed nowhere is the state's own business.
func (f *form) optionalData() {
	optional := strings.ReplaceAll(f.record.Optional, " ", "")
	valid := func(text string) bool { return letters(text) == 0 && id.Valid(id.Digits(text)) }
	if f.isThai() && !valid(optional) && f.proven("identification_number", valid) || optional == "" {
		return
	}
	if p, s := f.seek(labelPersonal, optional, 0.62); p != nil {
		f.confirm("identification_number", mrz.Optional, f.record.Optional, p, s == 1)
	} else if f.board.caption(labelPersonal) != nil || f.isThai() {
		conf, quad := f.of(mrz.Optional)
		f.set("identification_number", f.record.Optional, math.Min(conf, 0.8), quad)
	}
}
