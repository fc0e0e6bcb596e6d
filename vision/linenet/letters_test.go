package linenet

import (
	"image"
	"strings"
	"testing"

	"github.com/agnivade/levenshtein"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	pages "lensd/vision/internal/printed"
	"lensd/vision/recognize"
)

// Names and addresses in languages whose letters no other alphabet of the house has.
func TestLettersOfAllLatinLanguagesAreRead(t *testing.T) {
	want := []string{
		"Fő út 4 Alsónémedi Magyarország", "GAZİOSMANPAŞA/İSTANBUL Gökhan Şimşek", "Łódź, Świętokrzyska 12", "Příčná 7, České Budějovice",
		"Dammliden 11 SE-13769 Österhaninge", "Žemaitė Šiauliai, Kęstučio g. 4", "Jānis Bērziņš, Rēzekne", "Đorđe Živković", "Þórður Guðmundsson", "123 Main Street, Apt 4B",
	}
	r := open(t)
	for _, script := range []extract.Script{extract.ScriptAny, extract.ScriptLatin} {
		var lines []*image.Gray
		for _, w := range want {
			p := pages.NewPage(24+19*len([]rune(w)), 52)
			p.Text(12, 38, 32, w)
			lines = append(lines, p.Gray)
		}
		got, err := r.Read(t.Context(), recognize.Request{Crops: lines, Hint: extract.Hint{Script: script}})
		require.NoError(t, err)
		off, exact := 0, 0
		for i, w := range want {
			d := levenshtein.ComputeDistance(strings.ReplaceAll(w, " ", ""), strings.ReplaceAll(got[i].Value, " ", ""))
			off += d
			if d == 0 {
				exact++
			}
		}
		assert.LessOrEqual(t, off, 8, "letters")
		assert.GreaterOrEqual(t, exact, 5, "lines")
	}
}

// Where print can be Thai alone, letters with marks are none of it.
func TestThaiLinesHaveNoLatinLetters(t *testing.T) {
	c := newConstraint(extract.Hint{Script: extract.ScriptThai}, newAlphabet())
	for class, r := range newAlphabet().runes {
		if r == 'é' || r == 'ł' || r == 'Ž' || r == 'z' {
			assert.False(t, c.mask[class], string(r))
		}
		if r == 'ก' || r == '7' {
			assert.True(t, c.mask[class], string(r))
		}
	}
}

// The crops of testdata/floating are of scripts/synth/lines/fixture.py, in a held-out face.
func TestTonesThatFloatOverBareLettersAreRead(t *testing.T) {
	lines, r := fixturesIn(t, "testdata/floating"), open(t)
	var crops []*image.Gray
	for _, l := range lines {
		crops = append(crops, l.crop)
	}
	got, err := r.Read(t.Context(), recognize.Request{Crops: crops})
	require.NoError(t, err)
	wrong := map[string]string{}
	for i, l := range lines {
		if got[i].Value != l.Text {
			wrong[l.Text] = got[i].Value
		}
	}
	assert.LessOrEqual(t, len(wrong), 2, "of %d lines: %v", len(lines), wrong)
}
