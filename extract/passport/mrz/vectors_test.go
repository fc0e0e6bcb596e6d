package mrz

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/passport/mrz/specimen"
)

// TestWorkedExamplesOfCheckDigits are the calculations of Doc 9303-3, appendix A, re-typed.
func TestWorkedExamplesOfCheckDigits(t *testing.T) {
	for text, want := range map[string]byte{
		"520727":    '3', // a date
		"AB2134<<<": '5', // a document number
		"HA672242<658022549601086<<<<<<<<<<<<<<0":            '8', // the composite of a TD3 second line
		"D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<<": '2', // of a TD1 card
		"HA672242<658022549601086<<<<<<<":                    '8', // of a TD2 card
		"<<<<<<<<<<<<<<":                                     '0',
	} {
		got, err := CheckDigit(text)
		require.NoError(t, err)
		assert.Equalf(t, string(want), string(got), "of %s", text)
	}
	_, err := CheckDigit("AB 2134")
	assert.ErrorIs(t, err, ErrCharacter)
}

// TestEveryLetterOfTheTableHasASpelling walks the Latin letters that Doc 9303-3, section 6.A, lists.
func TestEveryLetterOfTheTableHasASpelling(t *testing.T) {
	for in, want := range map[string]string{
		"ÀÁÂÃĀĂĄ": "AAAAAAA", "ÇĆĈĊČ": "CCCCC", "ĎĐÐ": "DDD", "ÈÉÊËĒĔĖĘĚ": "EEEEEEEEE", "ĜĞĠĢ": "GGGG", "ĤĦ": "HH", "ÌÍÎÏĨĪĬĮİ": "IIIIIIIII", "Ĵ": "J", "Ķ": "K",
		"ŁĹĻĽĿ": "LLLLL", "ÑŃŅŇŊ": "NNNNN", "ÒÓÔÕŌŎŐ": "OOOOOOO", "ŔŖŘ": "RRR", "ŚŜŞŠ": "SSSS", "ŢŤŦ": "TTT", "ÙÚÛŨŪŬŮŰŲ": "UUUUUUUUU", "Ŵ": "W", "ÝŶŸ": "YYY", "ŹŻŽ": "ZZZ",
		"ß": "SS", "ẞ": "SS", "Þ": "TH", "Ĳ": "IJ", "Æ": "AE", "Œ": "OE", "Ø": "OE", "Ä": "AE", "Ö": "OE", "Ü": "UE", "Å": "AA",
	} {
		assert.Equal(t, want, Transliterate(in), in)
	}
}

func TestGrammarPermitsWhatTheVectorsHold(t *testing.T) {
	for name, lines := range specimen.Vectors() {
		f := Shape(len(lines), len(lines[0]), lines[0][0])
		for i, line := range lines {
			for j := range line {
				assert.Truef(t, f.Permits(i, j, line[j]), "%s: %c at %d, %d", name, line[j], i, j)
			}
		}
	}
	assert.False(t, TD3.Permits(0, 6, '0'), "a figure in a name")
	assert.False(t, TD3.Permits(1, 13, 'O'), "a letter in a date")
	assert.False(t, TD3.Permits(1, 20, 'K'), "no such sex")
	assert.False(t, TD3.Permits(1, 43, 'O'), "a letter for the composite check digit")
	assert.False(t, TD3.Permits(2, 0, 'A'))
	assert.False(t, TD3.Permits(0, 0, 'a'))
}
