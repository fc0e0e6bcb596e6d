package passport

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/vote"
)

func TestParseDay(t *testing.T) {
	for text, want := range map[string]string{
		"12.08.1964": "12/08/1964", "12/08/64": "12/08/1964", "04.07,2012": "04/07/2012", "23 11 1959": "23/11/1959", "1960-02-08": "08/02/1960", "16 APR/AVR 07": "16/04/2007",
		"12 AUGUST/AOUT 74": "12/08/1974", "14 JAN /JAN 13": "14/01/2013", "9 ม.ค. 2538": "09/01/1995", "๙ มกราคม ๒๕๓๘": "09/01/1995", "01 MÄR 2001": "01/03/2001", "06 OCI 2018": "06/10/2018",
		"O1 DEC 2O28": "01/12/2028", "I5 MAI 1999": "15/05/1999", "31.02.2001": "", "12.13.2001": "", "AB1234567": "", "2? SEP 2020": "", "JUNE": "", "06 JUX 2018": "",
	} {
		f := form{now: now()}
		d, ok := parseDay(text, f.century)
		got := ""
		if ok {
			got = d.String()
		}
		assert.Equal(t, want, got, text)
	}
}

func FuzzParseDay(f *testing.F) {
	for _, s := range []string{"12.08.1964", "16 APR/AVR 07", "๙ มกราคม ๒๕๓๘", "1960-02-08", "0 0 00", "99/99/9999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		if d, ok := parseDay(s, func(yy int) int { return 1900 + yy }); ok && !d.exists() {
			t.Fatalf("%q gives %v, which no calendar has", s, d)
		}
	})
}

func TestTitles(t *testing.T) {
	for _, c := range [][3]string{
		{"MR. SOMCHAI", "MR.", "SOMCHAI"}, {"MISS ANNA", "MISS", "ANNA"}, {"MRS: IRIS", "MRS", "IRIS"}, {"MRINAL SEN", "", "MRINAL SEN"}, {"MR", "", "MR"}, {"นางสาว สมหญิง", "นางสาว", "สมหญิง"}, {"นายสมชาย", "นาย", "สมชาย"},
	} {
		title, rest := cutTitle(c[0])
		assert.Equal(t, c[1], title, c[0])
		assert.Equal(t, c[2], rest, c[0])
	}
	assert.Equal(t, "MR. SOMCHAI", titledName("MR", "SOMCHAI"))
	assert.Equal(t, "นาง สมหญิง", titled("F", "มาง สมหญิง"))
	assert.Equal(t, "นาย สมชาย", titled("M", "นวย สมชาย"))
	assert.Equal(t, "มานี สมชาย", titled("F", "มานี สมชาย"), "a name that is no title")
}

func TestRespell(t *testing.T) {
	for _, c := range []struct{ printed, zone, issuer, want string }{
		{"PURIDUR OSP", "THURIDUR OESP", "ISL", "ÞURIDUR ÖSP"}, {"MULLER", "MUELLER", "D", "MÜLLER"}, {"SORENSEN", "SOERENSEN", "DNK", "SØRENSEN"}, {"MUELLER", "MUELLER", "D", ""},
		{"MILLER", "MUELLER", "D", ""}, {"AKESSON", "AAKESSON", "SWE", "ÅKESSON"}, {"A B", "AB", "D", ""},
	} {
		got, ok := respell(c.printed, c.zone, c.issuer)
		assert.Equal(t, c.want != "", ok, c.printed)
		if ok {
			assert.Equal(t, c.want, got)
		}
	}
}

func TestWordsAreCleared(t *testing.T) {
	assert.Equal(t, "OTTAWA CAN", clearWords("0TTAWA CAN"))
	assert.Equal(t, "BUNDESDRUCKEREI", clearWords("BUNDESDRUCKERE!"))
	assert.Equal(t, "OTTAWA CAN", clearWords("OTTAWA. CAN"))
	assert.Equal(t, "GALATHEENNE", clearWords("& GALATHEENNE"))
	assert.Equal(t, "ST. JOHN", clearWords("ST. JOHN"))
	assert.Equal(t, "VILNIAUS 1-ASIS PP (12)", clearWords("VILNIAUS 1-ASIS PP (12)"))
	for printed, want := range map[string]string{"iS GALATHEENNE": "GALATHEENNE", "N. GALATHEENNE": "GALATHEENNE", "EL SALVADOR": "EL SALVADOR", "U S": "U S", "D": "D", "Ny Zealand": "Ny Zealand"} {
		assert.Equal(t, want, withoutStub(printed))
	}
	assert.Equal(t, "POLSKIE/POLISH", bilingual("POLSKIE ‘POLISH"))
	assert.Equal(t, "IVOIRIENNE D'ABIDJAN", bilingual("IVOIRIENNE D'ABIDJAN"))
}

func TestConsensus(t *testing.T) {
	got, ok := consensus([]extract.Text{{Value: "OSTMARCHFR", Confidence: 0.97}, {Value: "OSTMARCHER", Confidence: 0.9}, {Value: "Ostmarcher", Confidence: 0.95}})
	assert.True(t, ok)
	assert.Equal(t, "Ostmarcher", got.Value, "the surest spelling of the majority")
	assert.Less(t, got.Confidence, 0.9, "a rival lowers it")
	_, ok = consensus(nil)
	assert.False(t, ok)
}

func TestThaiLinesVoteLetterByLetter(t *testing.T) {
	readings := []extract.Text{
		{Value: "นาย สมชาย วงศัลวัลดิ", Confidence: 0.38, Alternatives: []extract.Alternative{{Value: "นาย สมชาย วงคสวัสติ", Confidence: 0.26}}},
		{Value: "นาย สมชาย วงศ์ลวัสดิ", Confidence: 0.6}, {Value: "นาย สมชาย วงศ์ลวัลดิ", Confidence: 0.76},
	}
	got, ok := vote.Line(readings, nil)
	assert.True(t, ok)
	assert.Equal(t, "นาย สมชาย วงศ์ลวัลดิ", got.Value, "a plain majority")
	latin := "SOMCHAIWONGSAWAT"
	got, _ = vote.Line(readings, func(s string) float64 { return dissonance(hushed(strings.TrimPrefix(s, "นาย "), latin), latin) })
	assert.Equal(t, "นาย สมชาย วงศ์สวัสดิ์", hushed(got.Value, latin), "the Latin spelling breaks ties and tells a silent ending")
	_, ok = vote.Line(nil, nil)
	assert.False(t, ok)
}

func TestDissonance(t *testing.T) {
	for _, c := range [][3]string{
		{"ศรีสุข", "ครีสุข", "SRISUK"}, {"ทองคำ", "ทองค้า", "THONGKHAM"}, {"สุวรรณรัตน์", "สวรรณรัตน์", "SUWANNARAT"}, {"แก้วมณี", "แก้วนณี", "KAEWMANEE"}, {"พันธุ์", "พันธุ", "PHAN"}, {"ใจดี", "ไจตื", "JAIDEE"},
	} {
		assert.Lessf(t, dissonance(c[0], c[2]), dissonance(c[1], c[2]), "%s sounds more like %s than %s", c[0], c[2], c[1])
	}
	assert.Less(t, dissonance("สมชาย", "SOMCHAI"), 0.3)
}

func TestSpacesInThaiNames(t *testing.T) {
	assert.Equal(t, "นาง วิภาวรรณ วงศ์สวัสดิ์", closeUp("นาง วิภาวรรณ ว งศ์สวัสดิ์"))
	assert.Equal(t, "นาย สมชาย ลี", closeUp("นาย สมชาย ลี"))
}

func TestThaiID(t *testing.T) {
	assert.True(t, thaiID("1 1004 00123 45 0"))
	assert.False(t, thaiID("1 1004 00123 45 1"))
	assert.False(t, thaiID("110040012345"))
	assert.Equal(t, "2 1450 18650 20 1", thaiIDSpacing("2.1450/18650 20.1"))
	assert.Equal(t, "1100400123450", thaiIDSpacing("1100400123450"))
	assert.Equal(t, "1 2991 57249 57 8", thaiIDSpacing("1:299157249:57:8"))
}

func TestCaptionsAreFoundInAllLanguagesAndMisread(t *testing.T) {
	for text, want := range map[string]label{
		"Date of birth/ Date de naissance": labelBirth, "วันเกิด/Date ๐f bith": labelBirth, "Given names/ Prénoms": labelGiven, "สัญชาติ/Nationality": labelNation, "8. Gültig bis/Date of expiry": labelExpiry,
		"Autoridad": labelAuthority, "Passeport n° / Passport no": labelNumber, "Miejsce urodzenia": labelPlace, "Doğum tarihi": labelBirth, "Udstedelsesdat0": labelIssue, "Syntymäpaikka/Födelseort": labelPlace,
	} {
		c := captionOf(text, book())
		assert.Greater(t, c.score[want], 0.0, text)
		assert.Greater(t, c.cover, 0.6, text)
	}
	for _, text := range []string{"ECONOMY", "KALLIO", "PORT MORRIN", "ORLANDSK", "NEDERLANDSE", "VILLA REALE", "ÖSTERSKÄR", "STADT OBERSTEIN"} {
		assert.Empty(t, captionOf(text, book()).score, text)
	}
}
