package passport

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/passport/mrz/mrztest"
	"lensd/vision/geom"
)

func TestAThaiPageGivesAllMembers(t *testing.T) {
	got := read(t, evidence(t, somchai(), thaiPage()))
	want := map[string]string{
		"type": "P", "country_code": "THA", "passport_number": "AA1234567", "surname_en": "JAIDEE", "title_name_en": "MR. SOMCHAI",
		"title_name_surname_th": "นาย สมชาย ใจดี", "nationality": "THAI", "date_of_birth": "12/04/1985", "identification_number": "1 1004 00123 45 0",
		"sex": "M", "height": "1.75 M.", "place_of_birth": "KHON KAEN", "date_of_issue": "15/06/2020", "date_of_expiry": "14/06/2030",
		"issuing_authority": "MINISTRY OF FOREIGN AFFAIRS", "holder_signature": "Somchai Jaidee",
		"mrz_1": "P<THAJAIDEE<<SOMCHAI<<<<<<<<<<<<<<<<<<<<<<<<", "mrz_2": got["mrz_2"].Value,
	}
	assert.Len(t, got, len(Members()))
	for name, value := range want {
		assert.Equal(t, value, got[name].Value, name)
		assert.NotEmpty(t, got[name].Quads, name)
	}
	assert.Len(t, got["issuing_authority"].Quads, 2, "two lines are two quads")
	for _, sure := range []string{"passport_number", "surname_en", "date_of_birth", "date_of_expiry", "identification_number"} {
		assert.Greater(t, got[sure].Confidence, 0.95, sure)
	}
	assert.Equal(t, "1985-04-12T00:00:00", got["date_of_birth"].ISO)
}

func TestAZoneWithoutPrintGivesWhatItHolds(t *testing.T) {
	got := read(t, evidence(t, somchai(), nil))
	for name, want := range map[string]string{"passport_number": "AA1234567", "surname_en": "JAIDEE", "title_name_en": "SOMCHAI", "date_of_birth": "12/04/1985", "date_of_expiry": "14/06/2030", "sex": "M"} {
		assert.Equal(t, want, got[name].Value)
		assert.LessOrEqual(t, got[name].Confidence, zoneOnlyCap, "the print confirms nothing")
	}
	assert.NotContains(t, got, "place_of_birth")
	assert.NotContains(t, got, "issuing_authority")
}

// TestPrintAndZoneAgainstEachOther changes the print, and says what must become of a member.
func TestPrintAndZoneAgainstEachOther(t *testing.T) {
	cases := []struct {
		name, old, printed string
		confidence         float64
		member, want       string
		least, most        float64
	}{
		{"a misread number is the zone's", "AA1234567", "AA12345G7", 0.6, "passport_number", "AA1234567", 0.5, 0.8},
		{"an id without its check digit is doubted", "1 1004 00123 45 0", "1 1004 00123 45 0", 0.95, "identification_number", "1 1004 00123 45 0", 0.95, 1},
		{"a misread name keeps its title", "MR. SOMCHAI", "MR SOMCHAl", 0.6, "title_name_en", "MR. SOMCHAI", 0.5, 0.85},
		{"a title's full stop read as a colon", "MR. SOMCHAI", "MR: SOMCHAI", 0.95, "title_name_en", "MR. SOMCHAI", 0.9, 1},
		{"a misread date is the zone's", "12 APR 1985", "I2 AFR i98S", 0.3, "date_of_birth", "12/04/1985", 0.5, 1},
		{"letters among a date's figures", "15 JUN 2020", "I5 JUN 2O20", 0.9, "date_of_issue", "15/06/2020", 0.6, 1},
		{"a Buddhist year", "15 JUN 2020", "15 มิ.ย. 2563", 0.9, "date_of_issue", "15/06/2020", 0.6, 1},
		{"a province under a caption that was not read", "สถานที่เกิด/Place of birth", "เก", 0.5, "place_of_birth", "KHON KAEN", 0.8, 1},
		{"a stroke of the pattern within a name", "JAIDEE", "JAI\\DEE", 0.95, "surname_en", "JAIDEE", 0.9, 1},
		{"a height's point read as a comma", "1.75 M.", "1,75 M.", 0.95, "height", "1.75 M.", 0.8, 1},
		{"a sex that is no letter", "M", "|", 0.3, "sex", "M", 0.5, zoneOnlyCap},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, evidence(t, somchai(), thaiPage().with(c.old, c.printed, c.confidence)))
			assert.Equal(t, c.want, got[c.member].Value)
			assert.GreaterOrEqual(t, got[c.member].Confidence, c.least)
			assert.LessOrEqual(t, got[c.member].Confidence, c.most)
		})
	}
}

func TestAnIDThatBreaksItsCheckDigitIsDoubted(t *testing.T) {
	r := somchai()
	r.Optional = "1100400123451"
	got := read(t, evidence(t, r, thaiPage().with("1 1004 00123 45 0", "1 1004 00123 45 1", 0.97)))
	assert.Equal(t, "1 1004 00123 45 1", got["identification_number"].Value, "what is printed is returned")
	assert.LessOrEqual(t, got["identification_number"].Confidence, conflictCap)
}

func TestPrintedDatesThatContradictTheZoneAreReturnedAndDoubted(t *testing.T) {
	page := thaiPage().with("15 JUN 2020", "01 MAR 2024", 0.97).with("14 JUN 2030", "01 MAR 2034", 0.97)
	got := read(t, evidence(t, somchai(), page))
	assert.Equal(t, "01/03/2024", got["date_of_issue"].Value)
	assert.Equal(t, "01/03/2034", got["date_of_expiry"].Value)
	assert.LessOrEqual(t, got["date_of_expiry"].Confidence, conflictCap)
}

// bare is a page whose captions could not be read, with a date in columns and a town apart from its state.
func bare() (mrz.Record, *fakePrint) {
	r := mrz.Record{Format: mrz.TD3, DocumentCode: "P", Issuer: "ZQA", Surname: "KALLIO", GivenNames: "SELMA", Number: "ZE0005097", Nationality: "ZQA",
		Birth: mrz.Date{Year: 11, Month: 1, Day: 9}, Sex: "F", Expiry: mrz.Date{Year: 33, Month: 1, Day: 14}}
	return r, &fakePrint{phrases: []Phrase{
		at(42, 13, "P", 0.98), at(57, 13, "ZQA", 0.97), at(95, 13, "ZE0005097", 0.9), at(42, 19, "KALLIO", 0.97), at(42, 25, "SELMA", 0.97),
		at(42, 31, "QUARENIAN/QUARENIENNE", 0.9), at(42, 37, "09 01 1911", 0.97), at(42, 43, "F", 0.97), at(54, 43, "PORT", 0.96), at(64, 43, "MORRIN", 0.97),
		at(42, 49, "14", 0.9), at(49, 49, "JAN", 0.95), at(57, 49, "/JAN", 0.9), at(69, 49, "23", 0.95),
		at(42, 55, "14", 0.9), at(49, 55, "JAN", 0.95), at(57, 55, "/JAN", 0.9), at(69, 55, "33", 0.95), at(42, 61, "GATENAU", 0.9), at(112, 40, "$", 0.7),
	}}
}

func TestAPageWithoutCaptionsIsReadByItsLayout(t *testing.T) {
	r, page := bare()
	got := read(t, evidence(t, r, page))
	for name, want := range map[string]string{
		"nationality": "QUARENIAN/QUARENIENNE", "date_of_birth": "09/01/1911", "place_of_birth": "PORT MORRIN", "date_of_issue": "14/01/2023",
		"date_of_expiry": "14/01/2033", "issuing_authority": "GATENAU", "sex": "F",
	} {
		assert.Equal(t, want, got[name].Value, name)
	}
}

func TestTheNationalityFollowsTheNamesWhereNoBirthIsRead(t *testing.T) {
	r, page := bare()
	page = page.with("QUARENIAN/QUARENIENNE", "REPUBLIKANSK", 0.97).without("09 01 1911")
	assert.Equal(t, "REPUBLIKANSK", read(t, evidence(t, r, page))["nationality"].Value)
}

func TestColumnsReadAsOneAreParted(t *testing.T) {
	r := somchai()
	got := read(t, evidence(t, r, thaiPage().without("1 1004 00123 45 0").with("THAI", "THAI 1160400123450", 0.96)))
	assert.Equal(t, "THAI", got["nationality"].Value)
	assert.NotEmpty(t, got["identification_number"].Value, "the number may be misread")
	page := thaiPage().without("1 1004 00123 45 0").with("THAI", "THAI 1100400123450", 0.96)
	got = read(t, evidence(t, r, page))
	assert.Equal(t, "THAI", got["nationality"].Value)
	assert.Equal(t, "1100400123450", got["identification_number"].Value)
}

func TestAGuessedDateOfIssueSaysSo(t *testing.T) {
	got := read(t, evidence(t, somchai(), thaiPage().with("15 JUN 2020", "1? JUN 2?20", 0.4)))
	assert.Contains(t, []string{"13/06/2020", "14/06/2020", "15/06/2020", ""}, got["date_of_issue"].Value)
	assert.LessOrEqual(t, got["date_of_issue"].Confidence, 0.5)
	got = read(t, evidence(t, somchai(), thaiPage().with("15 JUN 2020", "15.?6.2020", 0.4)))
	assert.Equal(t, "15/06/2020", got["date_of_issue"].Value)
	assert.LessOrEqual(t, got["date_of_issue"].Confidence, 0.5)
}

func TestAFlippedCharacterOfACheckedFieldIsNeverSure(t *testing.T) {
	lines, err := mrztest.Build(somchai())
	require.NoError(t, err)
	members := map[mrz.Element]string{mrz.Number: "passport_number", mrz.Birth: "date_of_birth", mrz.Expiry: "date_of_expiry", mrz.Optional: "identification_number"}
	for _, s := range mrz.TD3.Spans() {
		for i := s.From; s.Check >= 0 && i < s.To; i++ {
			old := lines[1][i]
			if old < '0' || old > '9' {
				continue
			}
			flipped := '0' + (old-'0'+3)%10
			bad := []string{lines[0], lines[1][:i] + string(flipped) + lines[1][i+1:]}
			got := read(t, evidenceOf(t, bad, nil))
			assert.Lessf(t, got[members[s.Element]].Confidence, 0.9, "%c for %c at %d", flipped, old, i)
		}
	}
}

func TestCardsAndVisasAreParsed(t *testing.T) {
	for f, kind := range map[mrz.Format]string{mrz.TD1: "I", mrz.TD2: "I", mrz.MRVA: "V", mrz.MRVB: "V"} {
		r := somchai()
		r.Format, r.DocumentCode, r.Optional = f, kind, ""
		got := read(t, evidence(t, r, nil))
		assert.Equal(t, kind, got["type"].Value, f.String())
		assert.Equal(t, "AA1234567", got["passport_number"].Value)
		assert.Equal(t, "JAIDEE", got["surname_en"].Value)
	}
}

func TestExtractFails(t *testing.T) {
	_, err := Extract(context.Background(), Evidence{Zone: mrz.Reading{Lines: []string{"NO", "ZONE"}}}, now())
	var e *extract.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, extract.KindInternal, e.Kind)
	broken := thaiPage()
	broken.err = errors.New("the recogniser broke")
	_, err = Extract(context.Background(), evidence(t, somchai(), broken), now())
	assert.ErrorIs(t, err, broken.err)
}

func TestRegister(t *testing.T) {
	line := func(x, y, w, h float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}) }
	m, err := Register(line(60, 707.5, 1117.6, 30), line(60, 771, 1117.6, 30))
	require.NoError(t, err)
	assert.InDelta(t, 0, m.Apply(geom.Point{}).X, 0.5)
	assert.InDelta(t, 0, m.Apply(geom.Point{}).Y, 0.5)
	assert.InDelta(t, 1250, m.Apply(geom.Point{X: PageWidth, Y: PageHeight}).X, 0.5)
	_, err = Register(line(5, 5, 0, 0), line(5, 5, 0, 0))
	assert.ErrorIs(t, err, ErrRegistration)
}
