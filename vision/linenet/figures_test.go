package linenet

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestFiguresOfANumberAreOfOneScript(t *testing.T) {
	for read, want := range map[string]string{
		"๐.OO":       "๐.๐๐",
		"$๕๑๙.๓o%":   "$๕๑๙.๓๐%",
		"0๑-๐๘-๑๙๘๗": "๐๑-๐๘-๑๙๘๗",
		"๕ 100":      "๕ 100",
		"O ๕๐":       "O ๕๐",
		"๒๕๖๔/2021":  "๒๕๖๔/2021",
		"ข้อ๑O":      "ข้อ๑O",
		"OO.0":       "OO.0",
		"":           "",
	} {
		var chars []extract.Char
		for _, r := range read {
			chars = append(chars, extract.Char{Rune: r})
		}
		sameFigures(chars)
		assert.Equal(t, want, spell(chars), read)
	}
}
