package passport

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/passport/mrz/mrztest"
	"lensd/vision/geom"
)

// scale is how many pixels of the sender's picture a millimetre of the drawn pages has.
const scale = 10

// fakePrint is a page whose print is known. again answers a second look at an area that holds a key's text.
type fakePrint struct {
	phrases []Phrase
	again   map[string][]extract.Text
	err     error
	asked   []geom.Rect
}

func (p *fakePrint) Phrases(context.Context, extract.Script) ([]Phrase, error) {
	return append([]Phrase(nil), p.phrases...), p.err
}

func (p *fakePrint) Versions(_ context.Context, area geom.Rect, _ extract.Script) ([]extract.Text, error) {
	p.asked = append(p.asked, area)
	for _, ph := range p.phrases {
		if area.Intersect(ph.Box).Area() > 0.5*ph.Box.Area() {
			return append([]extract.Text(nil), p.again[ph.Text.Value]...), p.err
		}
	}
	return nil, p.err
}

func (p *fakePrint) ToSource(r geom.Rect) geom.Quad {
	return geom.QuadOf(geom.Rect{X0: r.X0 * scale, Y0: r.Y0 * scale, X1: r.X1 * scale, Y1: r.Y1 * scale})
}

// at makes a phrase of values' size; small makes one of captions'. Letters are 1.9 mm apart.
func at(x, y float64, text string, confidence float64) Phrase {
	return Phrase{geom.Rect{X0: x, Y0: y, X1: x + 1.9*float64(len([]rune(text))), Y1: y + 2.2}, extract.Text{Value: text, Confidence: confidence}}
}

func small(x, y float64, text string) Phrase {
	return Phrase{geom.Rect{X0: x, Y0: y, X1: x + 0.9*float64(len([]rune(text))), Y1: y + 1.4}, extract.Text{Value: text, Confidence: 0.9}}
}

// now is the day on which all tests read.
func now() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }

// evidence lays a record's zone out by the standard and puts it beside the print.
func evidence(t *testing.T, r mrz.Record, print Print) Evidence {
	t.Helper()
	lines, err := mrztest.Build(r)
	require.NoError(t, err)
	return evidenceOf(t, lines, print)
}

func evidenceOf(t *testing.T, lines []string, print Print) Evidence {
	t.Helper()
	return evidenceAt(t, lines, print, func(int, int) float64 { return 0.997 })
}

// evidenceAt is evidenceOf with the probability of each character, by line and column.
func evidenceAt(t *testing.T, lines []string, print Print, p func(line, column int) float64) Evidence {
	t.Helper()
	cells := make([][]mrz.Cell, len(lines))
	ev := Evidence{Print: print}
	for i, line := range lines {
		var chars []geom.Quad
		y := linesAt1 + 6.35*float64(i)
		for j := range line {
			cells[i] = append(cells[i], mrz.Cell{{Char: line[j], P: p(i, j)}, {Char: '8', P: (1 - p(i, j)) * 2 / 3}, {Char: '3', P: (1 - p(i, j)) / 3}})
			x := charsFrom + charPitch*float64(j)
			chars = append(chars, geom.QuadOf(geom.Rect{X0: x * scale, Y0: (y - 1.5) * scale, X1: (x + charPitch) * scale, Y1: (y + 1.5) * scale}))
		}
		ev.Chars = append(ev.Chars, chars)
		ev.Lines = append(ev.Lines, geom.Quad{chars[0][0], chars[len(chars)-1][1], chars[len(chars)-1][2], chars[0][3]})
	}
	var err error
	ev.Zone, err = mrz.Resolve(mrz.Shape(len(lines), len(lines[0]), lines[0][0]), cells)
	require.NoError(t, err)
	return ev
}

// read extracts and returns the fields by name.
func read(t *testing.T, ev Evidence) map[string]extract.Field {
	t.Helper()
	list, err := Extract(context.Background(), ev, now())
	require.NoError(t, err)
	out := map[string]extract.Field{}
	for _, f := range list {
		out[f.Name] = f
	}
	return out
}

// somchai is a Thai holder who does not exist; the 13 digits satisfy their check digit.
func somchai() mrz.Record {
	return mrz.Record{Format: mrz.TD3, DocumentCode: "P", Issuer: "THA", Surname: "JAIDEE", GivenNames: "SOMCHAI", Number: "AA1234567", Nationality: "THA",
		Birth: mrz.Date{Year: 85, Month: 4, Day: 12}, Sex: "M", Expiry: mrz.Date{Year: 30, Month: 6, Day: 14}, Optional: "1100400123450"}
}

// thaiPage is somchai's page.
func thaiPage() *fakePrint {
	return &fakePrint{phrases: []Phrase{
		small(40, 10.5, "ประเภท/Type"), at(40.6, 12.5, "P", 0.99), small(57, 10.5, "รหัสประเทศ/Country code"), at(57.6, 12.5, "THA", 0.97),
		small(86, 10.5, "หนังสือเดินทางเลขที่/Passport No."), at(86.6, 12.5, "AA1234567", 0.97),
		small(40, 16.6, "นามสกุล/Surname"), at(40.6, 18.7, "JAIDEE", 0.97), small(40, 22.7, "ชื่อ/Title Name"), at(40.6, 24.8, "MR. SOMCHAI", 0.97),
		small(40, 28.8, "ชื่อภาษาไทย/Name in Thai"), at(40.6, 31, "นาย สมชาย ใจดี", 0.93),
		small(40, 35.2, "สัญชาติ/Nationality"), at(40.6, 37.4, "THAI", 0.97), small(78, 35.2, "เลขประจำตัวประชาชน/Identification No."), at(78.6, 37.4, "1 1004 00123 45 0", 0.95),
		small(40, 41.3, "วันเกิด/Date of birth"), at(40.6, 43.5, "12 APR 1985", 0.97), small(78, 41.3, "สถานที่เกิด/Place of birth"), at(78.6, 43.5, "KHON KAEN", 0.97),
		small(40, 47.4, "เพศ/Sex"), at(40.6, 49.6, "M", 0.97), small(57, 47.4, "ส่วนสูง/Height"), at(57.6, 49.6, "1.75 M.", 0.97),
		small(78, 47.4, "ออกให้โดย/Authority"), at(78.6, 49.6, "MINISTRY OF FOREIGN", 0.97), at(78.6, 52.3, "AFFAIRS", 0.97),
		small(40, 53.5, "วันที่ออก/Date of issue"), at(40.6, 55.7, "15 JUN 2020", 0.97), small(40, 59.2, "วันที่หมดอายุ/Date of expiry"), at(40.6, 61.4, "14 JUN 2030", 0.97),
		small(78, 57, "ลายมือชื่อ/Holder's signature"), at(79, 60, "Somchai Jaidee", 0.7),
	}, again: map[string][]extract.Text{
		"นาย สมชาย ใจดี":      {{Value: "นาย สมชาย ใจดี", Confidence: 0.9}, {Value: "นาย สมขาย ใจดี", Confidence: 0.5}},
		"MINISTRY OF FOREIGN": {{Value: "MINISTRY OF FOREIGN", Confidence: 0.97}}, "AFFAIRS": {{Value: "AFFAIRS", Confidence: 0.97}}, "KHON KAEN": {{Value: "KHON KAEN", Confidence: 0.97}},
		"Somchai Jaidee": {{Value: "Somehai Jaldee", Confidence: 0.5}},
	}}
}

// with replaces the text of a phrase.
func (p *fakePrint) with(old, text string, confidence float64) *fakePrint {
	for i, ph := range p.phrases {
		if ph.Text.Value == old {
			p.phrases[i].Text = extract.Text{Value: text, Confidence: confidence}
		}
	}
	return p
}

// without removes the phrases that hold any of the texts.
func (p *fakePrint) without(texts ...string) *fakePrint {
	var keep []Phrase
	for _, ph := range p.phrases {
		gone := false
		for _, t := range texts {
			gone = gone || strings.Contains(ph.Text.Value, t)
		}
		if !gone {
			keep = append(keep, ph)
		}
	}
	p.phrases = keep
	return p
}
