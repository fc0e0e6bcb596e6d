package passport

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"lensd/extract"
	"lensd/extract/sure"
	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

// leastPrinted is how many members a page without code lines must give besides its number: fewer captions than that are on
// many forms.
const leastPrinted = 4

// ReadPrint returns what the captions of a page announce whose code lines are missing: covered, cut off or unreadable. Quads
// are in the sender's picture. Nothing bears these values out but their form, which their confidence says. It returns a
// KindNotFound error for a page that has no number of a passport beside the captions of four more members.
func ReadPrint(ctx context.Context, s extract.Sheet, now time.Time) ([]extract.Field, error) {
	l, err := s.Layout(ctx)
	if err != nil {
		return nil, err
	}
	f := &form{now: now, fields: map[string]extract.Field{}, board: &board{source: upright{s}}}
	v := printed{form: f, unit: map[*piece]float64{}}
	v.open(l)
	v.assign()
	v.bareNumber()
	v.weigh()
	var out []extract.Field
	for _, name := range Members() {
		if field, ok := f.fields[name]; ok && field.Confidence >= sure.WorthTelling {
			out = append(out, field)
		}
	}
	if f.fields["passport_number"].Value == "" || len(out) <= leastPrinted {
		return nil, extract.Errorf(extract.KindNotFound, "no passport was detected: show the whole data page with both lines of code at its foot, sharp and without glare")
	}
	return out, nil
}

// upright leads from a sheet's pixels to the sender's picture.
type upright struct{ sheet extract.Sheet }

func (u upright) ToSource(r geom.Rect) geom.Quad { return u.sheet.ToSource(geom.QuadOf(r)) }

// printed is the print of a page whose size is not known: its measure is the height of the letters.
type printed struct {
	*form
	unit map[*piece]float64 // the height of a piece's capitals, in pixels
}

// open makes pieces of the lines that stand upright.
func (v printed) open(l *extract.Layout) {
	for _, line := range l.Lines {
		if line.Turn != 0 {
			continue
		}
		if p := v.board.add(Phrase{Box: line.Quad.Bounds(), Text: line.Text}); p != nil {
			v.unit[p] = math.Max(1, line.Height)
		}
	}
}

// claim is a piece that may be the value of a member, by where it stands from a caption of it.
type claim struct {
	of     label
	value  *piece
	text   string
	day    date.Date
	length float64 // from the caption, in letter heights: less is likelier
}

// assign gives members their values, the closest first; no piece serves two members.
func (v printed) assign() {
	var all []claim
	for _, c := range v.board.pieces {
		for l := range c.labels {
			if l != labelOther && c.announces() {
				all = append(all, v.claims(l, c)...)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.of, b.of), cmp.Compare(a.value.Box.X0, b.value.Box.X0))
	})
	for _, c := range all {
		name := string(c.of)
		if _, done := v.fields[name]; done || c.value.taken {
			continue
		}
		c.value.taken = true
		confidence := c.value.Text.Confidence * bornOut(c.of)
		if c.day.Year > 0 {
			v.setDay(name, c.day, confidence, c.value)
			continue
		}
		pieces := v.wrapped(c)
		for _, p := range pieces[1:] {
			p.taken = true
			c.text += " " + tidy(p.Text.Value)
			confidence = math.Min(confidence, p.Text.Confidence*bornOut(c.of))
		}
		if c.of == labelAuthority {
			if spelled, ok := authoritySpelled(c.text); ok {
				c.text = spelled
			}
		}
		v.set(name, c.text, confidence, v.board.quads(pieces...)...)
	}
}

// nextLine is how far below a line of a value its next line may begin, in heights of its capitals.
const nextLine = 1.3

// wrapped returns the pieces of a value: that of an authority or a place may go on in the line below, in the same letters.
func (v printed) wrapped(c claim) []*piece {
	pieces := []*piece{c.value}
	if c.of != labelAuthority && c.of != labelPlace {
		return pieces
	}
	h := v.unit[c.value]
	for _, p := range v.board.pieces {
		down, like := (p.Box.Y0-c.value.Box.Y1)/h, v.unit[p]/h
		if !p.taken && !p.announces() && down > -0.5 && down < nextLine && math.Abs(p.Box.X0-c.value.Box.X0) < h && like > 0.8 && like < 1.25 && v.worded(c.of, tidy(p.Text.Value)) {
			return append(pieces, p)
		}
	}
	return pieces
}

// Of a number that stands on a page without a caption of its own.
const (
	leastAround = 6   // members that the page must give by their captions for it to be a passport's all the same
	bareTrust   = 0.6 // how often it is the passport's
)

// bareNumber sets the number of a passport whose caption was not read: the highest print of its form that nothing else claims.
func (v printed) bareNumber() {
	if _, ok := v.fields["passport_number"]; ok || len(v.fields) < leastAround {
		return
	}
	var best *piece
	for _, p := range v.board.pieces {
		if text, _, fits := v.shaped(labelNumber, p.Text.Value, false); fits && !p.taken && len(text) >= len(squeeze(p.Text.Value))/2 && (best == nil || p.Box.Y0 < best.Box.Y0) {
			best = p
		}
	}
	if best == nil {
		return
	}
	best.taken = true
	text, _, _ := v.shaped(labelNumber, best.Text.Value, false)
	v.set("passport_number", text, bareTrust*best.Text.Confidence, v.board.quads(best)...)
}

// claims lists what stands under, behind and in a caption and has the form of its member's values.
func (v printed) claims(l label, c *piece) []claim {
	var out []claim
	for _, p := range v.board.pieces {
		if p != c && p.announces() {
			continue
		}
		length, ok := v.length(c, p)
		if !ok {
			continue
		}
		if text, day, fits := v.form.shaped(l, p.Text.Value, p == c); fits {
			out = append(out, claim{l, p, text, day, length})
		}
	}
	return out
}

// How far a value stands from its caption, in heights of its own capitals.
const (
	farDown  = 3.2
	farAside = 4.0
	farRight = 14.0
	behind   = 1.2  // what a value behind its caption costs: most stand below
	aside    = 0.3  // what a height aside costs against one down
	along    = 0.12 // the same of a value behind
)

// length is how far p stands from caption c, ok is false where it is out of reach.
func (v printed) length(c, p *piece) (float64, bool) {
	if c == p {
		return behind, true
	}
	h := v.unit[p]
	down, dx := (p.Box.Y0-c.Box.Y1)/h, (p.Box.X0-c.Box.X0)/h
	if down > -0.6 && down < farDown && dx > -farAside && (dx < farAside || p.Box.X0 < c.Box.X1) {
		return math.Max(0, down) + aside*math.Abs(dx), true
	}
	right := (p.Box.X0 - c.Box.X1) / h
	if math.Abs((p.Box.Y0+p.Box.Y1)/2-(c.Box.Y0+c.Box.Y1)/2) < 0.7*h && right > -0.5 && right < farRight {
		return behind + along*right, true
	}
	return 0, false
}

// bornOut is how often a value that was found by its caption alone is the member's, where it is read right.
func bornOut(l label) float64 {
	switch l {
	case labelBirth, labelIssue, labelExpiry, labelNumber, labelSex, labelCountry:
		return 0.9
	}
	return 0.8
}

// weigh doubts dates that no passport has together.
func (v printed) weigh() {
	issue, expiry := v.fields["date_of_issue"], v.fields["date_of_expiry"]
	if issue.ISO == "" || expiry.ISO == "" {
		return
	}
	if issue.ISO < expiry.ISO && v.fields["date_of_birth"].ISO < issue.ISO {
		return
	}
	for _, name := range []string{"date_of_birth", "date_of_issue", "date_of_expiry"} {
		if field, ok := v.fields[name]; ok {
			field.Confidence = math.Min(field.Confidence, conflictCap)
			v.fields[name] = field
		}
	}
}
