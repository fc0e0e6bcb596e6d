package passport

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/form/formtest"
)

// codeless is a page that ends above its lines of code.
func codeless() *formtest.Sheet {
	return formtest.New().
		Put(300, 60, "PASSPORT").Put(400, 100, "Type").Put(520, 100, "Country code").Put(800, 100, "Passport No.").
		Put(400, 130, "P").Put(520, 130, "THA").Put(800, 130, "AA1234567").
		Put(400, 180, "Surname").Put(400, 210, "JAIDEE").
		Put(400, 260, "Title name").Put(400, 290, "MR. SOMCHAI").
		Put(400, 340, "Nationality").Put(400, 370, "THAI").
		Put(400, 420, "Date of birth").Put(400, 450, "12 AUG 1988").Put(800, 420, "Sex").Put(800, 450, "M").
		Put(400, 500, "Date of issue").Put(400, 530, "15 JUN 2020").Put(800, 500, "Authority").Put(800, 530, "MINISTRY OF FOREIGN").Put(800, 565, "AFFAIRS").
		Put(400, 580, "Date of expiry").Put(400, 610, "14 JUN 2030")
}

func readPrint(t *testing.T, s *formtest.Sheet) map[string]extract.Field {
	t.Helper()
	fields, err := ReadPrint(context.Background(), s, now())
	require.NoError(t, err)
	out := map[string]extract.Field{}
	for _, f := range fields {
		assert.NotEmpty(t, f.Quads, f.Name)
		out[f.Name] = f
	}
	return out
}

func TestAPageWithoutLinesOfCodeIsReadByItsCaptions(t *testing.T) {
	got := readPrint(t, codeless())
	for name, want := range map[string]string{
		"type": "P", "country_code": "THA", "passport_number": "AA1234567", "surname_en": "JAIDEE", "title_name_en": "MR. SOMCHAI", "nationality": "THAI", "sex": "M",
		"date_of_birth": "12/08/1988", "date_of_issue": "15/06/2020", "date_of_expiry": "14/06/2030", "issuing_authority": "MINISTRY OF FOREIGN AFFAIRS",
	} {
		assert.Equal(t, want, got[name].Value, name)
	}
	assert.Equal(t, "1988-08-12T00:00:00", got["date_of_birth"].ISO)
	assert.Len(t, got["issuing_authority"].Quads, 2, "of two lines")
	assert.Less(t, got["surname_en"].Confidence, 0.8, "nothing bears a name out")
	assert.NotContains(t, got, "mrz_1")
}

func TestDatesThatNoPassportHasTogetherAreDoubted(t *testing.T) {
	s := codeless()
	for i, l := range s.Page.Lines {
		if l.Text.Value == "14 JUN 2030" {
			s.Page.Lines[i].Text.Value = "14 JUN 2010"
		}
	}
	assert.LessOrEqual(t, readPrint(t, s)["date_of_expiry"].Confidence, conflictCap)
}

func TestANumberWhoseCaptionIsLostIsTakenWithLessTrust(t *testing.T) {
	s := codeless()
	for i, l := range s.Page.Lines {
		if l.Text.Value == "Passport No." {
			s.Page.Lines[i].Text.Value = "=-'"
		}
	}
	got := readPrint(t, s)["passport_number"]
	assert.Equal(t, "AA1234567", got.Value)
	assert.LessOrEqual(t, got.Confidence, bareTrust)
}

func TestAFormIsNoPassport(t *testing.T) {
	for name, s := range map[string]*formtest.Sheet{
		"an application": formtest.New().Put(100, 100, "Surname").Put(100, 130, "JAIDEE").Put(100, 180, "Given names").Put(100, 210, "SOMCHAI").
			Put(100, 260, "Date of birth").Put(100, 290, "12 AUG 1988").Put(100, 340, "Nationality").Put(100, 370, "THAI").Put(500, 340, "Sex").Put(500, 370, "M"),
		"a number alone": formtest.New().Put(100, 100, "Passport No.").Put(100, 130, "AA1234567"),
		"nothing":        formtest.New(),
	} {
		_, err := ReadPrint(context.Background(), s, now())
		var e *extract.Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, extract.KindNotFound, e.Kind, name)
	}
}

func TestShapesOfValues(t *testing.T) {
	f := &form{now: now()}
	for _, c := range []struct {
		of     label
		print  string
		within bool
		want   string
	}{
		{labelNumber, "Passport No. AA1234567", true, "AA1234567"},
		{labelNumber, "12345678", false, "12345678"},
		{labelNumber, "SPECIMEN", false, ""},
		{labelHeight, "1.75 M", false, "1.75 M"},
		{labelHeight, "175 cm", false, "175 cm"},
		{labelHeight, "1.75", false, ""},
		{labelSex, "F", false, "F"},
		{labelSex, "KVK/F", false, "KVK/F"},
		{labelSex, "THAI", false, ""},
		{labelCountry, "DEU", false, "DEU"},
		{labelCountry, "ABC", false, ""},
		{labelType, "P", false, "P"},
		{labelSurname, "JAIDEE 12", false, ""},
		{labelSurname, "Surname JAIDEE", true, ""}, // words of a caption are no name
		{labelThaiName, "นาย สมชาย ใจดี", false, "นาย สมชาย ใจดี"},
	} {
		value, _, fits := f.shaped(c.of, c.print, c.within)
		assert.Equal(t, c.want != "", fits, c.print)
		if fits {
			assert.Equal(t, c.want, value, c.print)
		}
	}
}
