package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestMerge(t *testing.T) {
	f := func(name, value string, c float64) extract.Field {
		return extract.Field{Name: name, Value: value, Confidence: c}
	}
	for name, c := range map[string]struct{ learned, ruled, want []extract.Field }{
		"nothing":                     {},
		"the finder goes first":       {[]extract.Field{f(FieldName, "a", 0.5)}, []extract.Field{f(FieldName, "b", 0.98)}, []extract.Field{f(FieldName, "a", 0.5)}},
		"the rules' value is a guess": {nil, []extract.Field{f(FieldName, "b", 0.98)}, []extract.Field{f(FieldName, "b", mostGuessed)}},
		"name, address, phone": {[]extract.Field{f(FieldPhone, "1", 0.9), f(FieldName, "a", 0.9)}, []extract.Field{f(FieldAddress, "x", 0.4)},
			[]extract.Field{f(FieldName, "a", 0.9), f(FieldAddress, "x", 0.4), f(FieldPhone, "1", 0.9)}},
	} {
		assert.Equal(t, c.want, merge(c.learned, c.ruled), name)
	}
}

func TestNothingBelowTheLimit(t *testing.T) {
	fields, _ := reader(t).learned(context.Background(), market().Scene)
	assert.NotEmpty(t, fields)
	for _, f := range fields {
		assert.GreaterOrEqual(t, f.Confidence, leastGiven)
		assert.Contains(t, receivers(), f.Name, "the sender is found, not given")
		assert.NotEmpty(t, f.Quads)
	}
}

func TestLayoutOfAScene(t *testing.T) {
	p := newPage().line(20, 20, "| Mary Smith").upwards(10, 60, "TO").rule(100).wall(50, 0, 90)
	l := p.Layout()
	assert.Equal(t, "Mary Smith", l.Lines[0].Text.Value, "text is tidied")
	assert.Equal(t, 0, l.Lines[0].Turn)
	assert.Equal(t, 3, l.Lines[1].Turn)
	assert.Greater(t, l.Lines[0].Height, 0.0)
	assert.Len(t, l.Rules, 2)
	assert.Equal(t, l.Rules[0].A.Y, l.Rules[0].B.Y)
	assert.Equal(t, l.Rules[1].A.X, l.Rules[1].B.X)
}

func TestAPhoneThatCannotExistIsReadAsItsAlternativeSays(t *testing.T) {
	others := []extract.Alternative{{Value: "Tel. 081 234 56"}, {Value: "Tel. 081 234 5678"}}
	got, ok := possiblePhone("081 234 567", others)
	assert.True(t, ok)
	assert.Equal(t, "081 234 5678", got)
	for _, read := range []string{"081 234 5679", "08******78"} {
		_, ok = possiblePhone(read, others)
		assert.False(t, ok, read)
	}
}

func TestTheRulesTellTheFinderWhatTheyTake(t *testing.T) {
	s := market().Scene
	said := reader(t).opinion(s.Layout())
	var names []string
	for _, f := range said {
		names = append(names, f.Field)
		assert.Equal(t, len(f.Lines), len(f.Texts))
		assert.Greater(t, f.Score, 0.0)
	}
	assert.Equal(t, receivers(), names)
	assert.Empty(t, reader(t).opinion((Scene{Width: 10, Height: 10}).Layout()))
}

func TestALineAloneIsNoReceiver(t *testing.T) {
	fields, _ := reader(t).learned(context.Background(), newPage().line(20, 20, "Packing list LS-2025-0001", 40).line(20, 80, "Customer number 28").line(20, 110, "3x card terminal").
		line(20, 500, "This list only helps to check the delivery, and nothing in it is legally binding in any way at all").Scene)
	assert.Empty(t, fields)
}
