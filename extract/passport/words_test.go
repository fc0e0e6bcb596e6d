package passport

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/extract/passport/mrz/mrztest"
	"lensd/extract/thai/date"
)

func TestNationalitiesAreToldByTheWordsForTheirCode(t *testing.T) {
	for _, c := range []struct {
		code, printed string
		known         bool
		spelled       string // "" where the print stays as it is
	}{
		{"CAN", "CANADIAN/CANADIENNE", true, ""}, {"CAN", "CANAD LAN/CAWACIENNE", true, "CANADIAN/CANADIENNE"}, {"CAN", "OTTAWA", false, ""},
		{"ISL", "ISLENSKUR/ICELANDIC/ISUANDAISE", true, "ÍSLENSKUR/ICELANDIC/ISLANDAISE"}, {"LTU", "ETUVOS RESPUBLIKOS", true, "LIETUVOS RESPUBLIKOS"},
		{"ISL", "iSLENSKT/ ICELANDIC; ISLANDAISE", true, "ÍSLENSKT/ICELANDIC/ISLANDAISE"}, {"POL", "POLSKIE POLISH", true, "POLSKIE/POLISH"}, {"D", "DEUTSCH", true, ""}, {"GBR", "BRITISH CITIZEN", true, ""}, {"GBR", "Brltish Citizen", true, "British Citizen"}, {"THA", "THA", false, ""}, {"THA", "THAI", true, ""},
		{"ZQA", "QUARENIAN", false, ""}, {"", "ANYTHING", false, ""},
	} {
		assert.Equal(t, c.known, known(c.code, c.printed), "%s %s", c.code, c.printed)
		got, ok := nationSpelled(c.code, c.printed)
		assert.Equal(t, c.spelled != "", ok, "%s %s gives %s", c.code, c.printed, got)
		if ok {
			assert.Equal(t, c.spelled, got)
		}
	}
	assert.Len(t, nationsOf("AFG"), 2, "the first line")
	assert.Equal(t, []string{"ZIMBABWEAN"}, nationsOf("ZWE"), "the last line")
}

func TestANationalityThatIsMisreadIsSpelledAndDoubted(t *testing.T) {
	r := somchai()
	r.Nationality = "CAN"
	got := read(t, evidence(t, r, thaiPage().with("THAI", "CANAD1AN/CANAD1ENNE", 0.5)))
	assert.Equal(t, "CANADIAN/CANADIENNE", got["nationality"].Value)
	assert.LessOrEqual(t, got["nationality"].Confidence, 0.85)
	got = read(t, evidence(t, somchai(), thaiPage().with("THAI", "ซื่อ THAม", 0.5)))
	assert.Equal(t, "THAI", got["nationality"].Value, "the one word that this state prints")
	assert.LessOrEqual(t, got["nationality"].Confidence, 0.8)
}

func TestOffices(t *testing.T) {
	for _, s := range []string{"MINISTRY OF FOREIGN AFFAIRS", "MNISTRY OF FOREIGN", "BUREAU DES PASSEPORTS", "Poliisi/Lappeenranta", "Polisen/Villmanstrand", "LANDRATSAMT OBERWALD", "QUESTURA", "HOME OFFICE", "POLICIA NACIONAL"} {
		assert.True(t, office(s), s)
	}
	for _, s := range []string{"GATINEAU", "KALLAVIK", "SANTA LUCERA", "PRAHA 1", "ANNA MARIA", ""} {
		assert.False(t, office(s), s)
	}
	assert.False(t, newBoard([]Phrase{small(40, 50, "BUREAU DES PASSEPORTS")}, nil).pieces[0].isLabel(), "an office is no caption")
	assert.True(t, newBoard([]Phrase{small(40, 50, "Passport No./ N° de passeport")}, nil).pieces[0].isLabel())
	for text, want := range map[string]string{"MINISTRY OREOREIGNI AFFAIRS": "MINISTRY OF FOREIGN AFFAIRS", "MINISTRY OF FOREIGN AFFAIRS": "", "MINISTRY OF FOREIGN": "", "PASSPORT OFFIGE": "PASSPORT OFFICE", "KALLAVIK": ""} {
		got, ok := authoritySpelled(text)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, got)
		}
	}
}

func TestScrapsOfCaptionsAreNoValues(t *testing.T) {
	for _, s := range []string{"Date", "of birth", "Place", "naissance"} {
		assert.True(t, ofCaptions(s), s)
	}
	for _, s := range []string{"D", "PASSPORT OFFICE", "KALLAVIK", "", "12"} {
		assert.False(t, ofCaptions(s), s)
	}
	assert.False(t, prose(&piece{Phrase: at(40, 40, "(9) Issue", 0.9)}))
}

func TestSexesInTheWordsOfAState(t *testing.T) {
	for _, c := range []struct{ issuer, sex, printed, want string }{
		{"ISL", "F", "KKF", "KVK/F"}, {"ISL", "F", "KVK /F", "KVK /F"}, {"ISL", "F", "KVKF", "KVK/F"}, {"LTU", "F", "MOT / F", "MOT / F"}, {"UTO", "F", "F", "F"}, {"ISL", "M", "KK/M", "KK/M"},
	} {
		r := mrz.Record{Format: mrz.TD3, DocumentCode: "P", Issuer: c.issuer, Surname: "A", GivenNames: "B", Number: "ZE0005097", Nationality: c.issuer, Birth: mrz.Date{Year: 71, Month: 1, Day: 9}, Sex: c.sex, Expiry: mrz.Date{Year: 33, Month: 1, Day: 14}}
		page := &fakePrint{phrases: []Phrase{small(40, 41, "Sex/ Sexe"), at(40, 43, c.printed, 0.9)}}
		got := read(t, evidence(t, r, page))
		assert.Equal(t, c.want, got["sex"].Value, c.printed)
		assert.LessOrEqual(t, got["sex"].Confidence, 0.995)
	}
}

func TestSignaturesKeepTheInitialAndAreFoundInScraps(t *testing.T) {
	r := somchai()
	r.Surname, r.GivenNames = "FAIRWEATHER", "EMIL"
	f := &form{record: mrz.Record{Surname: "FAIRWEATHER", GivenNames: "EMIL"}}
	for printed, want := range map[string]string{"€. Fairweather": "E. Fairweather", "Fairweather": "Fairweather", "1. Fairweathcr": "E. Fairweather", "Emil Fairweather": "Emil Fairweather"} {
		got, _ := f.signed(printed)
		assert.Equal(t, want, got, printed)
	}
	page := thaiPage().without("ลายมือชื่อ", "Somchai Jaidee")
	page.phrases = append(page.phrases, at(80, 60, "F", 0.7), at(84, 60, "air", 0.4), at(92, 60, "her", 0.5))
	page.again["F"] = []extract.Text{{Value: "E. Fairweathor", Confidence: 0.5}}
	got := read(t, evidence(t, r, page))
	assert.Equal(t, "E. Fairweather", got["holder_signature"].Value)
	assert.Less(t, got["holder_signature"].Confidence, 0.85)
}

func TestSignaturesAreSpelledAsTheNamesArePrinted(t *testing.T) {
	f := &form{record: mrz.Record{Surname: "LINDSTROEM", GivenNames: "MARIE CLAIRE"}, fields: map[string]extract.Field{"surname_en": {Value: "LINDSTRÖM"}, "title_name_en": {Value: "MRS. MARIE-CLAIRE"}}}
	for read, want := range map[string]string{"Marie-Claire Lindstrom": "Marie-Claire Lindström", "M. Lindström": "M. Lindström"} {
		got, _ := f.signed(read)
		assert.Equal(t, want, got)
	}
	f.fields["surname_en"] = extract.Field{Value: "SOMEBODY ELSE"}
	got, _ := f.signed("Lindstrom")
	assert.Equal(t, "Lindstroem", got, "a print that is not the zone's name spells nothing")
}

func TestTitlesThatAreMisread(t *testing.T) {
	for _, c := range [][4]string{{"WSS CHOTIKA", "CHOTIKA", "F", "MISS"}, {"NR. SOMCHAI", "SOMCHAI", "M", "MR"}, {"MARIA CHOTIKA", "CHOTIKA", "F", ""}, {"CHOTIKA", "CHOTIKA", "F", ""}, {"WSS CHOTIKA", "CHOTIMA", "F", ""}} {
		got, _ := (&form{record: mrz.Record{Sex: c[2]}}).misreadTitle(c[0], c[1])
		assert.Equal(t, c[3], got, c[0])
	}
	got := read(t, evidence(t, somchai(), thaiPage().with("1.75 M.", "175 M", 0.9)))
	assert.Equal(t, "1.75 M", got["height"].Value, "the point of metres was lost")
}

func TestADateThatStandsUnderItsCaptionIsReadThere(t *testing.T) {
	page := thaiPage().without("15 JUN 2020")
	page.phrases = append(page.phrases, Phrase{at(40.3, 55, "Ro", 0.03).Box, extract.Text{Value: "Ro", Confidence: 0.03}})
	page.again["Ro"] = []extract.Text{{Value: "15 JUN 2020", Confidence: 0.7}}
	got := read(t, evidence(t, somchai(), page))
	assert.Equal(t, "15/06/2020", got["date_of_issue"].Value)
	assert.Less(t, got["date_of_issue"].Confidence, 0.9)
}

func TestADateInPiecesIsJoined(t *testing.T) {
	page := thaiPage().without("15 JUN 2020")
	page.phrases = append(page.phrases, at(40.3, 55, "15 JUN", 0.9), at(52, 55, "/ JUN 20", 0.9))
	assert.Equal(t, "15/06/2020", read(t, evidence(t, somchai(), page))["date_of_issue"].Value)
	for s, want := range map[string][2]bool{"08": {true, true}, "08 JAN": {true, false}, "JAN 49": {false, true}, "FEB 23": {false, true}, "M": {false, false}, "": {false, false}, "123 AB": {false, false}, "2024": {false, true}} {
		assert.Equal(t, want, [2]bool{beginsDate(s), endsDate(s)}, s)
	}
}

func TestADateIsReadInItsColumnWhereScrapsOfItWereFound(t *testing.T) {
	r, page := bare()
	page = page.without("14", "JAN", "/JAN", "23", "33")
	page.phrases = append(page.phrases, at(42, 49, "14 JAN 2033", 0.97), at(46, 55, "JAN /", 0.5))
	page.again = map[string][]extract.Text{"JAN /": {{Value: "14 JAN 2023", Confidence: 0.8}}}
	got := read(t, evidence(t, r, page))
	assert.Equal(t, "14/01/2023", got["date_of_issue"].Value)
	page.again["JAN /"] = []extract.Text{{Value: "14 JAN 2021", Confidence: 0.8}}
	assert.NotContains(t, read(t, evidence(t, r, page)), "date_of_issue", "no usual validity")
}

func TestAMonthBetweenTheRightDayAndYearMayBeMisread(t *testing.T) {
	got := read(t, evidence(t, somchai(), thaiPage().with("15 JUN 2020", "15 AUW/N 2020", 0.4)))
	assert.Equal(t, "15/06/2020", got["date_of_issue"].Value)
	assert.LessOrEqual(t, got["date_of_issue"].Confidence, 0.75)
}

func TestPrintThatCouldBeTheZonesDateContradictsNothing(t *testing.T) {
	page := thaiPage().with("15 JUN 2020", "1 06 2020", 0.97).with("14 JUN 2030", "4 06 2030", 0.97)
	got := read(t, evidence(t, somchai(), page))
	assert.Equal(t, "14/06/2030", got["date_of_expiry"].Value)
}

func TestMarksOfPersonalNumbers(t *testing.T) {
	for _, c := range [][3]string{{"CZE", "695622 0612", "695622/0612"}, {"ISL", "121212.1239", "121212-1239"}, {"SWE", "19121212 1212", "19121212-1212"}, {"LVA", "121212 12345", "121212-12345"}, {"CZE", "695622/0612", ""}, {"UTO", "121212 1239", ""}, {"ISL", "ZE 184226 B", ""}} {
		got, ok := marked(c[0], c[1])
		assert.Equal(t, c[2] != "", ok, c)
		if ok {
			assert.Equal(t, c[2], got)
		}
	}
	assert.True(t, wordedText("PRAHA 1"))
	assert.False(t, wordedText("12 34 AB"))
	assert.False(t, wordedText("JAN / JAN 12"))
}

func TestAPlaceLeftOfTheSexAndAHeightBesideAPlace(t *testing.T) {
	r, page := bare()
	page = page.without("F", "PORT", "MORRIN")
	page.phrases = append(page.phrases, at(42, 43, "PRAHA 1", 0.9), at(90, 43, "F", 0.97))
	assert.Equal(t, "PRAHA 1", read(t, evidence(t, r, page))["place_of_birth"].Value)
	r, page = bare()
	page = page.without("PORT", "MORRIN").with("GATENAU", "GATENAU", 0.9)
	page.phrases = append(page.phrases, at(54, 43, "OSTERSKAR 165 CM", 0.9))
	got := read(t, evidence(t, r, page))
	assert.Equal(t, "OSTERSKAR", got["place_of_birth"].Value)
	assert.Equal(t, "165 CM", got["height"].Value)
}

func TestFiguresInTheNamesOfMonths(t *testing.T) {
	f := form{now: now()}
	for text, want := range map[string]string{"14 JAN /3AN 13": "14/01/2013", "02 AU6 1991": "02/08/1991", "12AUG74": "12/08/1974", "5 MARRASKUU 2019": "05/11/2019", "12 GIU/JLN 2015": "12/06/2015", "03 KWI 2012": "03/04/2012", "1 PAŹ 2010": "01/10/2010", "7 MART 2011": "07/03/2011", "Ll MAR/MAR 2022": "11/03/2022", "O8 JAN 19": "08/01/2019", "0101 2013": "01/01/2013", "01 012013": "01/01/2013"} {
		d, ok := date.ParseSpoilt(text, f.century)
		assert.True(t, ok, text)
		assert.Equal(t, want, d.String(), text)
	}
}

func TestAPrintedDateStandsInForOneThatTheZoneContradictsItselfAbout(t *testing.T) {
	lines, err := mrztest.Build(somchai())
	require.NoError(t, err)
	bad := []string{lines[0], lines[1][:14] + "7" + lines[1][15:]} // 87 for 85
	got := read(t, evidenceOf(t, bad, thaiPage()))
	assert.Equal(t, "12/04/1985", got["date_of_birth"].Value)
	assert.LessOrEqual(t, got["date_of_birth"].Confidence, mrz.RepairedCap)
}

func TestAPrintedIDStandsInForOneThatTheZoneHasWrong(t *testing.T) {
	r := somchai()
	r.Optional = "1100400123457"
	got := read(t, evidence(t, r, thaiPage()))
	assert.Equal(t, "1 1004 00123 45 0", got["identification_number"].Value)
	assert.LessOrEqual(t, got["identification_number"].Confidence, mrz.RepairedCap)
}
