package mrz

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/passport/mrz/specimen"
)

func TestVectorsParseAndPassTheirChecks(t *testing.T) {
	want := map[string]Format{"td3": TD3, "td1": TD1, "td2": TD2, "mrv-a": MRVA, "mrv-b": MRVB}
	for name, lines := range specimen.Vectors() {
		t.Run(name, func(t *testing.T) {
			r, err := Parse(lines)
			require.NoError(t, err)
			assert.Equal(t, want[name], r.Format)
			assert.Equal(t, "ERIKSSON", r.Surname)
			assert.Equal(t, "ANNA MARIA", r.GivenNames)
			assert.Equal(t, "UTO", r.Issuer)
			assert.Equal(t, "F", r.Sex)
			checks, err := Validate(lines)
			require.NoError(t, err)
			require.NotEmpty(t, checks)
			for _, c := range checks {
				assert.Truef(t, c.OK, "%s wants %c, has %c", c.Element, c.Want, c.Got)
			}
		})
	}
}

func TestOneWrongCharacterFailsItsCheck(t *testing.T) {
	lines := specimen.Vectors()["td3"]
	spans := TD3.Spans()
	for _, s := range spans {
		if s.Check < 0 {
			continue
		}
		row := []byte(lines[1])
		row[s.From] = Alphabet[(strings.IndexByte(Alphabet, row[s.From])+1)%36]
		checks, err := Validate([]string{lines[0], string(row)})
		require.NoError(t, err)
		for _, c := range checks {
			if c.Element == s.Element || c.Element == Composite {
				assert.Falsef(t, c.OK, "%s after a change in %s", c.Element, s.Element)
			}
		}
	}
}

func TestLongNumberOfACard(t *testing.T) {
	lines := []string{"I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<<<<<<<<<<<<<<"}
	r, err := Parse(lines)
	require.NoError(t, err)
	assert.Equal(t, "D23145890734", r.Number)
	assert.Empty(t, r.Optional)
	checks, err := Validate(lines)
	require.NoError(t, err)
	for _, c := range checks {
		assert.Truef(t, c.OK, "%s", c.Element)
	}
}

func TestDetectSaysWhatIsWrong(t *testing.T) {
	_, err := Detect([]string{"P<UTO", "L8989"})
	assert.ErrorIs(t, err, ErrFormat)
	_, err = Detect(nil)
	assert.ErrorIs(t, err, ErrFormat)
	_, err = Detect([]string{strings.Repeat("<", 43) + "é", strings.Repeat("<", 45)})
	assert.ErrorIs(t, err, ErrCharacter)
}

func TestTransliterate(t *testing.T) {
	for in, want := range map[string]string{
		"Ævarsdóttir": "AEVARSDOTTIR", "Þuríður Ösp": "THURIDUR OESP", "D'Artagnan-Müßig": "DARTAGNAN MUESSIG", "Łukasz": "LUKASZ",
		"BASANAVIČIENĖ": "BASANAVICIENE", "Nguyễn": "NGUYEN", "สมชาย": "", "Åse Ñúñez": "AASE NUNEZ",
	} {
		assert.Equal(t, want, Transliterate(in), in)
	}
	assert.Contains(t, Spellings("Müller"), "MULLER")
	assert.Contains(t, Spellings("Müller"), "MUXXLLER")
}

func TestCenturies(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		yy, birth, expiry int
	}{{74, 1974, 2074}, {26, 2026, 2026}, {27, 1927, 2027}, {0, 2000, 2000}, {99, 1999, 1999}, {-1, 0, 0}} {
		assert.Equal(t, c.birth, Date{c.yy, 1, 1}.BirthYear(now), c.yy)
		assert.Equal(t, c.expiry, Date{c.yy, 1, 1}.ExpiryYear(now), c.yy)
	}
	assert.False(t, Date{24, 2, 30}.Valid())
	assert.True(t, Date{24, 2, 29}.Valid())
	assert.Equal(t, "74<<<<", Date{74, -1, -1}.String())
}
