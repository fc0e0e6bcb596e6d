package caption

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const table = `# key, language, text
receiver	th	ผู้รับ
receiver	th	นำส่ง
receiver	en	To
receiver	en	Ship to
sender	en	From
name	th	ชื่อ
name	en	Name
receiver_name	th	ชื่อผู้รับ
phone	th	โทร
phone	en	Tel
invoice	en	Invoice No
invoice	th	เลขที่
order	th	เลขที่
address	en	Address
address	de	Straße
`

func matcher(t *testing.T) *Matcher {
	captions, err := Parse(strings.NewReader(table))
	require.NoError(t, err)
	return NewMatcher(captions)
}

func TestFind(t *testing.T) {
	m := matcher(t)
	for text, want := range map[string][]string{
		"ผู้รับ (TO): สมชาย": {"receiver 0-13 colon"},
		"ผูรบ":              {"receiver 0-4"},
		"Tower to the left": {"receiver 6-9"},
		"ชื่อผู้รับ : สมชาย": {"receiver_name 0-13 colon"},
		"Invoice N0.: 17":       {"invoice 0-13 colon"},
		"Invoice No./เลขที่ 17": {"invoice 0-19"},
		"lnvoice No 17":         {"invoice 0-11"},
		"SHIP  TO":              {"receiver 0-8"},
		"ชื่อ สมชาย โทร 081-234": {"name 0-5", "phone 11-15"},
		"นายสมชายโทร0812345678":  {"phone 8-11"},
		"Toner": nil,
		"นางสมหญิง ใจดี":            nil,
		"นำล่ง: สมชาย":              {"receiver 0-7 colon"},
		"T0 Mary":                   {"receiver 0-3"},
		"Te1 08":                    {"phone 0-4"},
		"Adress: 5 Rose St":         {"address 0-8 colon"},
		"Strasse 5":                 nil,
		"Straße 5":                  {"address 0-7"},
		"เลขที่ -5":                 {"invoice+order 0-7"},
		"Name: Jo From: Al Tel. 08": {"name 0-6 colon", "sender 9-15 colon", "phone 18-23"},
	} {
		var got []string
		for _, h := range m.Find(text) {
			s := strings.Join(h.Keys, "+") + " " + span(h)
			if h.Colon {
				s += " colon"
			}
			got = append(got, s)
		}
		assert.Equal(t, want, got, text)
	}
}

func span(h Hit) string {
	return strings.Join([]string{itoa(h.Start), itoa(h.End)}, "-")
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func TestQualityFallsWithErrors(t *testing.T) {
	m := matcher(t)
	require.Equal(t, 1.0, m.Find("Address")[0].Quality)
	require.InDelta(t, 6.0/7, m.Find("Addxess")[0].Quality, 1e-9)
}

func TestParseRefusesShortRows(t *testing.T) {
	for _, bad := range []string{"name\tName", "\ten\tName", "name\ten\t--"} {
		_, err := Parse(strings.NewReader(bad))
		require.Error(t, err, bad)
	}
}
