package passport

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/thai/name"
	"lensd/extract/vote"
)

func TestTitledNames(t *testing.T) {
	assert.Equal(t, "MR. SOMCHAI", titledName("MR", "SOMCHAI"))
}

func TestAZonesValueAsItIsPrinted(t *testing.T) {
	for _, c := range []struct{ zone, printed, issuer, want string }{
		{"THURIDUR OESP", "PURIDUR OSP", "ISL", "ÞURIDUR ÖSP"}, {"MUELLER", "MULLER", "D", "MÜLLER"}, {"SOERENSEN", "SORENSEN", "DNK", "SØRENSEN"}, {"MUELLER", "MUELLER", "D", "MUELLER"},
		{"MUELLER", "MILLER", "D", "MUELLER"}, {"AAKESSON", "AKESSON", "SWE", "ÅKESSON"}, {"AASA", "ASA", "XXX", "ÅSA"}, {"AB", "A B", "D", "AB"}, {"EMIL MIKKEL", "EMIL- MIKKEL", "XXX", "EMIL MIKKEL"},
		{"SMITH JONES", "SMITH-JONES", "XXX", "SMITH-JONES"}, {"MARIE CLAIRE ANN", "MARIF-CLAIRE ANM", "XXX", "MARIE-CLAIRE ANN"}, {"DE VRIES", "DE VRIFS", "XXX", "DE VRIES"},
		{"MUELLER", "Müller", "D", "Müller"}, {"LIN MEI HUA", "LIN, MEI-HUA", "TWN", "LIN, MEI-HUA"}, {"OCONNOR", "O'CONN0R", "XXX", "O'CONNOR"}, {"SOERENSEN", "Sorensem", "DNK", "Sørensen"},
		{"121212 1239", "12122-1239", "ISL", "121212-1239"}, {"695622 0612", "69562 /0612", "CZE", "695622/0612"}, {"695622 0612", "6956220612", "CZE", "695622 0612"}, {"", "A", "D", ""},
	} {
		assert.Equal(t, c.want, asPrinted(c.zone, c.printed, c.issuer), c.printed)
	}
}

func TestWordsAreCleared(t *testing.T) {
	assert.Equal(t, "OTTAWA CAN", clearWords("0TTAWA CAN"))
	assert.Equal(t, "BUNDESDRUCKEREI", clearWords("BUNDESDRUCKERE!"))
	assert.Equal(t, "HALMSBURG", clearWords("HALMS8URG"))
	assert.Equal(t, "COMUNE DI VILLA", clearWords("COMUNE_DI \\VILLA"))
	assert.Equal(t, "PRAHA 8", clearWords("PRAHA 8"))
	assert.Equal(t, "OTTAWA CAN", clearWords("OTTAWA. CAN"))
	assert.Equal(t, "GALATHEENNE", clearWords("& GALATHEENNE"))
	assert.Equal(t, "ST. JOHN", clearWords("ST. JOHN"))
	assert.Equal(t, "OTTAWA, CAN", clearWords("OTTAWA, CAN"))
	assert.Equal(t, "DIRECAO GERAL", clearWords("DIRECAO:GERAL"))
	assert.Equal(t, "KALLAVIKI", clearWords("KALLAVIKl"))
	assert.Equal(t, "KALLAVIK PP", clearWords("(KALLAVIK PP"))
	assert.Equal(t, "VILNIAUS 1-ASIS PP (12)", clearWords("VILNIAUS 1-ASIS PP (12)"))
	for printed, want := range map[string]string{"iS GALATHEENNE": "GALATHEENNE", "N. GALATHEENNE": "GALATHEENNE", "EL SALVADOR": "EL SALVADOR", "U S": "U S", "D": "D", "Ny Zealand": "Ny Zealand", "ty GALATHEENNE": "GALATHEENNE", "tyGALATHEENNE": "GALATHEENNE"} {
		assert.Equal(t, want, withoutStub(printed))
	}
	assert.Equal(t, "POLSKIE/POLISH", bilingual("POLSKIE ‘POLISH"))
	assert.Equal(t, "IVOIRIENNE D'ABIDJAN", bilingual("IVOIRIENNE D'ABIDJAN"))
	assert.Equal(t, "GALATHEAN / GALATHEENNE", bilingual("GALATHEAN GALATHEENNE"))
}

func TestConsensus(t *testing.T) {
	near, ok := consensus([]extract.Text{{Value: "OSTMARCHFR", Confidence: 0.97}, {Value: "OSTMARCHER", Confidence: 0.9}, {Value: "Ostmarcher", Confidence: 0.95}})
	assert.True(t, ok)
	assert.Equal(t, "Ostmarcher", near.Value, "the surest spelling of the majority")
	assert.Less(t, near.Confidence, 0.95, "a rival lowers it")
	far, _ := consensus([]extract.Text{{Value: "KALLAVIK", Confidence: 0.97}, {Value: "OSTMARCHER", Confidence: 0.9}, {Value: "Ostmarcher", Confidence: 0.95}})
	assert.Less(t, far.Confidence, near.Confidence-0.05, "the more, the less alike it is")
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
	got, _ = vote.Line(readings, func(s string) float64 {
		return name.Dissonance(name.Hush(strings.TrimPrefix(s, "นาย "), latin), latin)
	})
	assert.Equal(t, "นาย สมชาย วงศ์สวัสดิ์", name.Hush(got.Value, latin), "the Latin spelling breaks ties and tells a silent ending")
	_, ok = vote.Line(nil, nil)
	assert.False(t, ok)
}

func TestThaiID(t *testing.T) {
	assert.Equal(t, "2 1450 18650 20 1", thaiIDSpacing("2.1450/18650 20.1"))
	assert.Equal(t, "1100400123450", thaiIDSpacing("1100400123450"))
	assert.Equal(t, "1 2991 57249 57 8", thaiIDSpacing("1:299157249:57:8"))
}

func TestCaptionsAreFoundInAllLanguagesAndMisread(t *testing.T) {
	for text, want := range map[string]label{
		"Date of birth/ Date de naissance": labelBirth, "วันเกิด/Date ๐f birth": labelBirth, "Given names/ Prénoms": labelGiven, "สัญชาติ/Nationality": labelNation, "8. Gültig bis/Date of expiry": labelExpiry,
		"Autoridad": labelAuthority, "Passeport n° / Passport no": labelNumber, "Miejsce urodzenia": labelPlace, "Doğum tarihi": labelBirth, "Udstedelsesdat0": labelIssue, "Syntymäpaikka/Födelseort": labelPlace,
	} {
		c := captionOf(text)
		assert.Greater(t, c.score[want], 0.0, text)
		assert.Greater(t, c.cover, 0.6, text)
	}
	for _, text := range []string{"ECONOMY", "KALLIO", "PORT MORRIN", "ORLANDSK", "NEDERLANDSE", "VILLA REALE", "ÖSTERSKÄR", "STADT OBERSTEIN"} {
		assert.Empty(t, captionOf(text).score, text)
	}
}
