package passport

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/passport/mrz"
	"lensd/vision/geom"
)

func TestWhereAValueBeginsBehindItsCaption(t *testing.T) {
	for text, want := range map[string]string{
		"(6) Nationality KARELSK": "KARELSK", "Sex F": "F", "ality MARVELOISE": "MARVELOISE", "Matonalite LUTHANIAN": "LUTHANIAN", "fbirth 06 MAY 1956": "",
		"Date of issue / Date de délivrance": "", "Ottawa CAN": "", "KARELSK": "", "SURNAME/NOM": "", "Port Morrin": "",
	} {
		words := strings.Fields(text)
		at := behindCaption(words, true)
		if at == 0 {
			at = len(words)
		}
		assert.Equal(t, want, strings.Join(words[at:], " "), text)
	}
	assert.Equal(t, 1, behindCaption(strings.Fields("wee KARELSK"), false), "what was left of a caption")
	assert.Equal(t, 0, behindCaption(strings.Fields("wee KARELSK"), true), "a word that was read plainly")
}

func TestColumnsThatWereReadAsOne(t *testing.T) {
	r := mrz.Record{Sex: "F", Number: "ZE0005097"}
	for text, want := range map[string]string{
		"F PORT MORRIN": "F|PORT MORRIN", "09 01 1911 F": "09 01 1911|F", "09 JAN/JAN 1911 K/F": "09 JAN/JAN 1911|K/F", "1911-01-09F": "1911-01-09|F",
		"KALLIO ZE0005097": "KALLIO|ZE0005097", "PORT MORRIN 1,58 m": "PORT MORRIN|1,58 m", "PORT MORRIN": "PORT MORRIN", "M PORT MORRIN": "M PORT MORRIN",
	} {
		f := &form{record: r, again: func(geom.Rect, extract.Script) []extract.Text { return nil }}
		var got []string
		for _, p := range f.split([]Phrase{at(40, 40, text, 0.97)}) {
			got = append(got, p.Text.Value)
		}
		assert.Equal(t, want, strings.Join(got, "|"))
	}
}

func TestAValueBehindItsCaptionIsReadWithoutIt(t *testing.T) {
	f := &form{again: func(geom.Rect, extract.Script) []extract.Text {
		return []extract.Text{{Value: "ty KARELSK", Confidence: 0.9}, {Value: "KARELSK", Confidence: 0.9}}
	}}
	got := f.split([]Phrase{at(40, 40, "(6) Nattonality KARFLSK", 0.3)})
	assert.Len(t, got, 2)
	assert.Equal(t, "KARELSK", got[1].Text.Value)
	assert.Greater(t, got[1].Text.Confidence, 0.8)
}
