package phone

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFindTakesNumbersOfPhonesAndNoOthers(t *testing.T) {
	for in, want := range map[string]string{
		"081-234-5678": "081-234-5678", "0812345678": "0812345678", "+66812345678": "+66812345678", "(+66)82******59": "(+66)82******59",
		"09*k****45": "09******45", "08***ห**12": "08******12", "(123) 123-1234": "(123) 123-1234", "081 234 5678": "081 234 5678",
		"09******25": "09******25", "02-123-4567": "02-123-4567", "1-888-381-6808": "1-888-381-6808", "06A*****33": "06******33",
	} {
		got, rest, ok := Find(in, false)
		assert.True(t, ok, in)
		assert.Equal(t, want, got)
		assert.Empty(t, rest, in)
	}
	for _, in := range []string{
		"628/19 หมู่6", "10160", "20/11/2569", "98028-3912", "98028 3912", "COD 819.00", "1201 WEST OAKS MALL", "239169270848589251",
	} {
		_, _, ok := Find(in, false)
		assert.False(t, ok, in)
	}
}

func TestFindLeavesTheRest(t *testing.T) {
	for _, c := range []struct {
		line, number, rest string
		captioned          bool
	}{
		{"คุณ สมชาย ใจดี 081-234-5678", "081-234-5678", "คุณ สมชาย ใจดี", false},
		{"Tel 12345678", "12345678", "Tel", true},
		{"12345678ab", "", "12345678ab", true},
	} {
		number, rest, _ := Find(c.line, c.captioned)
		assert.Equal(t, c.number, number, c.line)
		assert.Equal(t, c.rest, rest, c.line)
	}
}

func TestValid(t *testing.T) {
	for in, want := range map[string]bool{
		"081-234-5678": true, "02 123 4567": true, "+66 81 234 5678": true, "+49 30 901820": true, "(+66)812345678": true,
		"081-234-567": false, "08******12": false, "0012": false, "no number": false,
	} {
		assert.Equal(t, want, Valid(in), in)
	}
	assert.True(t, Masked("09******25"))
}
