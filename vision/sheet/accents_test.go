package sheet

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestWithAccents(t *testing.T) {
	for name, c := range map[string]struct {
		plain, own extract.Text
		want       string
	}{
		"accents are all that differs":             {textOf("Begona Ensayo", 0.97), textOf("Begoña Ensayo", 0.5), "Begoña Ensayo"},
		"blanks and stops differ too":              {textOf("Wzor Sp.z o.o", 0.9), textOf("Wzór Sp. z o.o.", 0.5), "Wzór Sp. z o.o."},
		"no accent gained: the better spelt stays": {textOf("Main Street, 4B", 0.9), textOf("Main Street 4B", 0.97), "Main Street, 4B"},
		"letters misread for want of an alphabet":  {textOf("F6 Ut 4/a Alsdnémedi", 0.9), textOf("Fő Út 4/a Alsónémedi", 0.8), "Fő Út 4/a Alsónémedi"},
		"surer without accents":                    {textOf("Rord 12", 0.5), textOf("Road 12", 0.9), "Road 12"},
		"hardly surer without accents":             {textOf("RECEIVER", 0.88), textOf("RECEIYER", 0.9), "RECEIVER"},
		"less sure without accents":                {textOf("Road 12", 0.9), textOf("Rord 12", 0.5), "Road 12"},
		"unsure accents against a sure reading":    {textOf("Road 12", 0.97), textOf("Ŗoạd 72", 0.3), "Road 12"},
		"a phone that lost a figure":               {textOf("f= +46700000000", 0.4), textOf("T 6700000000", 0.9), "f= +46700000000"},
		"nothing read":                             {textOf("Road 12", 0.4), extract.Text{}, "Road 12"},
		"one letter printed twice":                 {textOf("Jurgen", 0.9), textOf("Jūürgen", 0.4), "Jūrgen"},
		"two letters that are two":                 {textOf("Aarhus", 0.9), textOf("Åårhus", 0.4), "Åårhus"},
	} {
		assert.Equal(t, c.want, withAccents(c.plain, c.own).Value, name)
	}
	torn := textOf("Jūürgen", 0.4)
	torn.Chars[2].Confidence = 0.7
	assert.Equal(t, "Jürgen", withAccents(textOf("Jurgen", 0.9), torn).Value, "the surer of the two stays")
}
