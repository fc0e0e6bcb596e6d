package mrztest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/passport/mrz"
	"lensd/extract/passport/mrz/specimen"
)

func TestBuildWritesTheVectorsBack(t *testing.T) {
	vectors := specimen.Vectors()
	vectors["a number of more than nine characters"] = []string{"I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<<<<<<<<<<<<<<"}
	for name, lines := range vectors {
		r, err := mrz.Parse(lines)
		require.NoError(t, err)
		got, err := Build(r)
		require.NoError(t, err, name)
		assert.Equal(t, lines, got, name)
	}
}

func TestBuildRefusesWhatDoesNotFit(t *testing.T) {
	_, err := Build(mrz.Record{Format: mrz.TD3, Number: "1234567890"})
	assert.ErrorIs(t, err, ErrField)
	_, err = Build(mrz.Record{Format: mrz.TD3, Sex: "K"})
	assert.ErrorIs(t, err, ErrField)
	_, err = Build(mrz.Record{})
	assert.ErrorIs(t, err, mrz.ErrFormat)
}

func TestNamesAreShortenedNotLost(t *testing.T) {
	lines, err := Build(mrz.Record{Format: mrz.TD3, DocumentCode: "P", Issuer: "UTO", Surname: "Nilavadhanananda", GivenNames: "Chayapa Dejthamrong Krasuang", Number: "X", Nationality: "UTO", Sex: "F"})
	require.NoError(t, err)
	assert.Len(t, lines[0], 44)
	assert.Equal(t, "P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K", lines[0])
	r, err := mrz.Parse(lines)
	require.NoError(t, err)
	assert.True(t, r.Truncated)
}

// TestWorkedExamplesOfNames are the name fields of Doc 9303-4, section 4.2.3, and 9303-3, section 4.6, re-typed.
func TestWorkedExamplesOfNames(t *testing.T) {
	for _, c := range []struct{ surname, given, line, back, backGiven string }{
		{"van der Muelen", "Martha", "P<UTOVAN<DER<MUELEN<<MARTHA<<<<<<<<<<<<<<<<<", "VAN DER MUELEN", "MARTHA"},
		{"Smith-Jones", "Susie Margaret", "P<UTOSMITH<JONES<<SUSIE<MARGARET<<<<<<<<<<<<", "SMITH JONES", "SUSIE MARGARET"},
		{"O'Connor", "Enya Siobhan", "P<UTOOCONNOR<<ENYA<SIOBHAN<<<<<<<<<<<<<<<<<<", "OCONNOR", "ENYA SIOBHAN"},
		{"Martin", "", "P<UTOMARTIN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "MARTIN", ""},
		{"Papandropoulous", "Jonathon Alec", "P<UTOPAPANDROPOULOUS<<JONATHON<ALEC<<<<<<<<<", "PAPANDROPOULOUS", "JONATHON ALEC"},
	} {
		lines, err := Build(mrz.Record{Format: mrz.TD3, DocumentCode: "P", Issuer: "UTO", Surname: c.surname, GivenNames: c.given, Number: "AB2134", Nationality: "UTO", Birth: mrz.Date{Year: 52, Month: 7, Day: 27}, Sex: "F", Expiry: mrz.Date{Year: 96, Month: 1, Day: 8}})
		require.NoError(t, err)
		assert.Equal(t, c.line, lines[0])
		r, err := mrz.Parse(lines)
		require.NoError(t, err)
		assert.Equal(t, c.back, r.Surname)
		assert.Equal(t, c.backGiven, r.GivenNames)
	}
}
