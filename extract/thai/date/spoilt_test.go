package date_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/thai/date"
)

// thisCentury completes years as a page read in 2026 does.
func thisCentury(yy int) int {
	if yy > 56 {
		return 1900 + yy
	}
	return 2000 + yy
}

func TestParseSpoilt(t *testing.T) {
	for text, want := range map[string]string{
		"12.08.1964": "12/08/1964", "12/08/64": "12/08/1964", "04.07,2012": "04/07/2012", "23 11 1959": "23/11/1959", "1960-02-08": "08/02/1960", "16 APR/AVR 07": "16/04/2007",
		"12 AUGUST/AOUT 74": "12/08/1974", "14 JAN /JAN 13": "14/01/2013", "9 ม.ค. 2538": "09/01/1995", "๙ มกราคม ๒๕๓๘": "09/01/1995", "01 MÄR 2001": "01/03/2001", "06 OCI 2018": "06/10/2018",
		"O1 DEC 2O28": "01/12/2028", "I5 MAI 1999": "15/05/1999", "31.02.2001": "", "12.13.2001": "", "AB1234567": "", "2? SEP 2020": "", "JUNE": "", "06 JUX 2018": "",
	} {
		d, ok := date.ParseSpoilt(text, thisCentury)
		got := ""
		if ok {
			got = d.String()
		}
		assert.Equal(t, want, got, text)
	}
}

func FuzzParseSpoilt(f *testing.F) {
	for _, s := range []string{"12.08.1964", "16 APR/AVR 07", "๙ มกราคม ๒๕๓๘", "1960-02-08", "0 0 00", "99/99/9999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		if d, ok := date.ParseSpoilt(s, thisCentury); ok && !d.OfOurTime() {
			t.Fatalf("%q gives %v, which no calendar has", s, d)
		}
	})
}

func TestLikeness(t *testing.T) {
	d := date.Date{Year: 2020, Month: 6, Day: 15}
	for _, c := range []struct {
		print string
		want  float64
	}{
		{"15 JUN 2020", 1},
		{"15/06/2020", 1},
		{"15 JUN/JUIN/JUN 2020", 1},
		{"15 AUW/N 2020", 1}, // a month misread between the right day and year
		{"15 MAR/MARS/MAR 2020", 0},
	} {
		assert.InDelta(t, c.want, d.Likeness(c.print), 1e-9, c.print)
	}
	assert.Less(t, d.Likeness("15 AUW/N 2021"), 0.9)
}
