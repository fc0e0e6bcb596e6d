package passport

import (
	"math"
	"regexp"
	"unicode"

	"lensd/extract"
	"lensd/vision/geom"
)

// look is how values are set on this page, learnt from the print that the zone confirms. Captions are set smaller and
// security print in any size, so that it tells values where no caption can be read.
type look struct {
	height  float64   // millimetres; 0: nothing was confirmed
	columns []float64 // left edges
}

// anchors are the members whose print the zone mostly confirms.
func anchors() []string {
	return []string{"surname_en", "title_name_en", "nationality", "date_of_birth", "date_of_issue", "date_of_expiry", "identification_number"}
}

func (f *form) look() look {
	var l look
	var heights []float64
	for _, name := range anchors() {
		if p := f.find(f.fields[name].Quads); p != nil {
			heights = append(heights, p.Box.H())
			l.columns = append(l.columns, p.Box.X0)
		}
	}
	l.height = geom.Median(heights)
	return l
}

// fits reports that p is set like a value.
func (l look) fits(p *piece) bool {
	if l.height == 0 {
		return false
	}
	r := p.Box.H() / l.height
	return r > 0.75 && r < 1.4
}

// mostScrap is the certainty of small letters that are taken for a value where the names are in capitals: captions that were
// misread look like words.
const mostScrap = 0.8

// scrap reports that p is set like a caption, not as the values of the page are.
func (f *form) scrap(p *piece) bool {
	l := f.look()
	if l.height > 0 && p.Box.H() < leastHeight*l.height {
		return true
	}
	return mostlyLower(p.Text.Value) && !mostlyLower(f.fields["surname_en"].Value) && p.Text.Confidence < mostScrap
}

// leastHeight is how high a value is at least, in heights of the confirmed ones.
const leastHeight = 0.72

// aligned reports that p begins where a confirmed value begins.
func (l look) aligned(p *piece) bool {
	for _, c := range l.columns {
		if math.Abs(p.Box.X0-c) < 1.3 {
			return true
		}
	}
	return false
}

// wordedText reports that a text is words and nothing else: no fragment of a pattern reads like that.
func wordedText(s string) bool {
	good, all, words := 0, 0, regexp.MustCompile(` ?\(\d{1,3}\)?$`).ReplaceAllString(tidy(s), "") // the office's number
	if !namesMonth(words) {                                                                       // PRAHA 1, but not JAN / JAN 12
		words = regexp.MustCompile(` ?\d{1,2}$`).ReplaceAllString(words, "")
	}
	for _, r := range words {
		all++
		if unicode.IsLetter(r) || unicode.IsSpace(r) || r == '/' || r == '.' || r == '-' || r == '(' || r == ')' || r == '\'' || r == '’' {
			good++
		}
	}
	return letters(s) >= 4 && float64(good) > 0.9*float64(all)
}

// top and bottom of the print of a member, ok false where it is not known.
func (f *form) span(name string) (y0, y1 float64, ok bool) {
	if p := f.find(f.fields[name].Quads); p != nil {
		return p.Box.Y0, p.Box.Y1, true
	}
	return 0, 0, false
}

// leastLeft is the certainty from which a print that nothing announces is looked at: its place and size speak for it, and
// it is read again.
const leastLeft = 0.25

// leastApart is the certainty of a print that stands in no value's column.
const leastApart = 0.6

// leftNation finds the nationality where its caption was not read: the words set like a value between the names and the
// date of birth, in a value's column.
func (f *form) leftNation() *piece {
	_, top, ok := f.span("title_name_en")
	if !ok {
		if _, top, ok = f.span("surname_en"); !ok {
			return nil
		}
	}
	bottom, _, ok := f.span("date_of_birth")
	if !ok {
		bottom = top + nationReach
	}
	l := f.look()
	return f.board.best(func(p *piece) float64 {
		sized := l.height > 0 && p.Box.H() <= 1.7*l.height && p.Box.H() >= 0.75*l.height
		between := p.Box.Y0 > top && p.Box.Y1 < bottom+0.5
		if !sized || !between || p.isLabel() && !p.onlyOther() || !wordedText(p.Text.Value) || p.Text.Confidence < leastLeft || f.scrap(p) || !f.mayBe(p, labelNation) {
			return 0
		}
		if l.aligned(p) {
			return 1 + p.Text.Confidence
		}
		return math.Max(0, p.Text.Confidence-leastApart)
	})
}

// nationReach is how far below the names the nationality ends where the date of birth was not found, in millimetres.
const nationReach = 7.5

// leftPlace finds the place of birth where neither caption nor neighbour announce it: the only words set like a value
// around the date of birth that nothing else explains.
func (f *form) leftPlace() *piece {
	low := 58.0
	if y0, _, ok := f.span("date_of_expiry"); ok {
		low = math.Min(low, y0-0.5)
	}
	l := f.look()
	left := f.board.free(func(p *piece) bool {
		return !p.isLabel() && wordedText(p.Text.Value) && p.Text.Confidence > leastPlace && l.fits(p) && (p.Box.X0 > 38 || l.aligned(p)) && p.Box.Y0 > placeBegins && p.Box.Y1 < low && f.mayBe(p, labelPlace)
	})
	if len(left) != 1 {
		return nil
	}
	return left[0]
}

// placeBegins is how far down the page a place of birth stands at least, in millimetres.
const placeBegins = 34.0

// leastPlace is the certainty of words that are taken for the place of birth because nothing else explains them.
const leastPlace = 0.5

// likeSigned is the likeness to the holder's name from which words are a signature rather than an office.
const likeSigned = 0.7

// leftAuthority finds the authority where nothing announces it: words set like a value in the lower half of the page, in
// a value's column best.
func (f *form) leftAuthority() *piece {
	top := 40.0
	if y0, _, ok := f.span("date_of_issue"); ok {
		top = y0 - 1.5
	} else if y0, _, ok := f.span("sex"); ok {
		top = y0 + 2
	}
	l := f.look()
	return f.board.best(func(p *piece) float64 {
		if p.isLabel() || !wordedText(p.Text.Value) || !l.fits(p) || p.Box.X0 < 38 || p.Box.Y0 < top || p.Text.Confidence < 0.6 || !f.mayBe(p, labelAuthority) {
			return 0
		}
		_, signature := f.signed(p.Text.Value)
		switch {
		case signature > likeSigned:
			return 0
		case l.aligned(p):
			return 1 + p.Text.Confidence
		case p.Text.Confidence < 0.85:
			return 0
		}
		return p.Text.Confidence
	})
}

// whole joins to p what continues its line: a town and the state after it stand farther apart than words.
func (f *form) whole(p *piece) *piece {
	for _, q := range f.board.row(p.Box) {
		ratio := q.Box.H() / p.Box.H()
		if q == p || q.Box.X0-p.Box.X1 > 2*p.Box.H() || ratio < 0.75 || ratio > 1.35 || !prose(q) || digits(q.Text.Value) > 0 || q.Text.Confidence < 0.6 || !f.mayBe(q, labelPlace) {
			break
		}
		p.absorb(q)
	}
	return p
}

// absorb joins q, which stands right of p on the same line, to p.
func (p *piece) absorb(q *piece) {
	q.taken = true
	p.Box = p.Box.Union(q.Box)
	p.Text = extract.Text{Value: p.Text.Value + " " + q.Text.Value, Confidence: math.Min(p.Text.Confidence, q.Text.Confidence)}
}
