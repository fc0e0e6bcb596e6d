package money

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseReadsEveryCountrysNumerals(t *testing.T) {
	for in, want := range map[string]Amount{
		"1,234.50":      {Units: 123450, Decimals: 2, Grouped: true},
		"1.234,50":      {Units: 123450, Decimals: 2, Grouped: true},
		"1 234,50 €":    {Units: 123450, Decimals: 2, Grouped: true, Currency: "EUR"},
		"1'234.50":      {Units: 123450, Decimals: 2, Grouped: true},
		"1,23,456.00":   {Units: 12345600, Decimals: 2, Grouped: true},
		"12.345.67":     {Units: 1234567, Decimals: 2, Grouped: true},
		"1, 234. 50":    {Units: 123450, Decimals: 2, Grouped: true},
		"THB 84,758.20": {Units: 8475820, Decimals: 2, Grouped: true, Currency: "THB"},
		"8,290.95 บาท":  {Units: 829095, Decimals: 2, Grouped: true, Currency: "THB"},
		"$610.00":       {Units: 61000, Decimals: 2, Currency: "USD"},
		"US$ 12.5":      {Units: 125, Decimals: 1, Currency: "USD"},
		"-$40":          {Units: -40, Currency: "USD"},
		"$-40":          {Units: -40, Currency: "USD"},
		"(1,269.12)":    {Units: -126912, Decimals: 2, Grouped: true},
		"1,269.12-":     {Units: -126912, Decimals: 2, Grouped: true},
		"−5.00":         {Units: -500, Decimals: 2},
		".15":           {Units: 15, Decimals: 2},
		"194,000":       {Units: 194000, Grouped: true},
		"1.250":         {Units: 1250, Decimals: 3},
		"0.125":         {Units: 125, Decimals: 3},
		"1140":          {Units: 1140},
		"๑,๒๓๔.๕๐":      {Units: 123450, Decimals: 2, Grouped: true},
		": 99.00":       {Units: 9900, Decimals: 2},
		"EUR 41,250.00": {Units: 4125000, Decimals: 2, Grouped: true, Currency: "EUR"},
		"฿1,000,000.00": {Units: 100000000, Decimals: 2, Grouped: true, Currency: "THB"},
	} {
		got, ok := Parse(in, Unknown)
		assert.True(t, ok, in)
		assert.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "12/05/2024", "12.05.2024", "INV-2024", "7%", "129W", "02-999-3370", "16:30", "no 12 of 14"} {
		_, ok := Parse(in, Unknown)
		assert.False(t, ok, in)
	}
}

func TestAPagesConventionSettlesThreeDigits(t *testing.T) {
	for in, want := range map[string]map[DecimalSign]int64{
		"1.250": {Point: 125, Comma: 125000, Unknown: 125},
		"1,250": {Point: 125000, Comma: 125, Unknown: 125000},
	} {
		for sign, satang := range want {
			a, ok := Parse(in, sign)
			assert.True(t, ok)
			assert.Equal(t, satang, a.Satang(), "%s %c", in, sign)
		}
	}
	assert.Equal(t, Comma, Convention([]string{"473,00", "56,87", "Summe 529,87 EUR", "1.234"}))
	assert.Equal(t, Point, Convention([]string{"473.00", "1,234", "7%"}))
	assert.Equal(t, Unknown, Convention([]string{"1.234", "12"}))
}

func TestSatangRoundsThirdDecimals(t *testing.T) {
	for _, c := range []struct{ units, decimals, want int64 }{{1250, 3, 125}, {1255, 3, 126}, {-1255, 3, -126}, {12549, 4, 125}, {5, 0, 500}, {5, 1, 50}} {
		assert.Equal(t, c.want, Amount{Units: c.units, Decimals: int(c.decimals)}.Satang(), c)
	}
}

func TestFindTellsSumsFromOtherNumbers(t *testing.T) {
	for in, want := range map[string][]string{
		"VAT 7% 1,588.30 THB":                    {"7%", "1,588.30 THB"},
		"รวมเงิน 22,690.00 บาท":                  {"22,690.00 บาท"},
		"Tel 02-999-3370 due 12/05/2024":         {},
		"1. Freight 2 x 1,000.00 = 2,000.00":     {"1", "2", "1,000.00", "2,000.00"},
		"จำนวน ๓ ชิ้น":                           {"๓"},
		"Total:$14.50":                           {"$14.50"},
		"2024-01-05 ABC-12.50":                   {},
		"ราคา50.00บาทถ้วน":                       {},
		"less (500.00) and 12.00- at 5 % (5.00)": {"(500.00)", "12.00-", "5 %", "(5.00)"},
	} {
		got := []string{}
		for _, f := range Find(in, Unknown) {
			got = append(got, in[f.Start:f.End])
		}
		assert.Equal(t, want, got, in)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"THB 1,234.50-", "(๑๒.๕๐)", "1'234", "\xff1.2", "-.5บาท", "$ -1 234,56"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {

		for _, x := range Find(s, Unknown) {
			if x.Start < 0 || x.End > len(s) || x.Start >= x.End {
				t.Fatalf("%q: %+v", s, x)
			}

		}

	})
}
