package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/find"
)

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

func TestAPhoneIsGivenWithoutItsCaption(t *testing.T) {
	for in, want := range map[string]string{"โทรศัพท์,0984036204": "0984036204", "081 234 5678": "081 234 5678", "001-879-672-7378x01453": "001-879-672-7378x01453", "068-780-4926 92310": "068-780-4926 92310"} {
		assert.Equal(t, want, numberOf(in))
	}
}

func TestANamePrintedTwiceIsNoPartOfTheAddress(t *testing.T) {
	f := find.Found{Field: FieldAddress, Value: "Mary Smith 1 Rose Lane", Spans: []find.Span{{Line: 1, To: 10}, {Line: 2, To: 11}}}
	got := unnamed(f, "Mary Smith")
	assert.Equal(t, "1 Rose Lane", got.Value)
	assert.Equal(t, f.Spans[1:], got.Spans)
	for _, name := range []string{"", "Mary", "Rose"} {
		assert.Equal(t, f, unnamed(f, name), name)
	}
}

func TestWhatACodeSaysIsNoField(t *testing.T) {
	codes := []extract.Code{{Text: "MOCK-TRADE-39"}}
	assert.True(t, encoded("Mock-Trade-39", codes))
	assert.False(t, encoded("Mock Trade 3", codes))
	s := market().Scene
	s.Codes = []extract.Code{{Text: "นางสาวกมล ทดลองงาน"}}
	fields, _ := reader(t).learned(context.Background(), s)
	for _, f := range fields {
		assert.NotEqual(t, FieldName, f.Name)
	}
}

func TestALineAloneIsNoReceiver(t *testing.T) {
	fields, _ := reader(t).learned(context.Background(), newPage().line(20, 20, "Packing list LS-2025-0001", 40).line(20, 80, "Customer number 28").line(20, 110, "3x card terminal").
		line(20, 500, "This list only helps to check the delivery, and nothing in it is legally binding in any way at all").Scene)
	assert.Empty(t, fields)
}
