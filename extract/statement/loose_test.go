package statement

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

func TestLooseAmounts(t *testing.T) {
	cases := []struct {
		text string
		want string // "" for no amount
	}{
		{"26,741 13", "26741.13"}, {"110 34511", "110345.11"}, {"1.13810.84", "113810.84"}, {"1.14 996.84", "114996.84"},
		{"111.517.73", "111517.73"}, {"-1;687.48", "1687.48"}, {"ว5 433 03", "25433.03"}, {"ว3ว 80", "232.80"}, {"3,00", "3.00"}, {"((1,652.91)", "1652.91"},
		{"12/03/2024", ""}, {"13:19", ""}, {"0412", ""}, {"1,234", ""}, {"REF 123.45", ""}, {"", ""}, {".", ""},
	}
	for _, c := range cases {
		m, ok := looseAmount(c.text)
		assert.Equal(t, c.want != "", ok, c.text)
		if ok {
			assert.Equal(t, c.want, baht(m.Satang), c.text)
		}
	}
}

func TestAmountsAreWrittenAsTheirNeighbours(t *testing.T) {
	texts := []string{"1,234.50", "99,000.00", "1.00", "12.50", "3,00", "7,800.25", "1234.00"}
	st, ok := styleOf(texts)
	assert.True(t, ok)
	assert.Equal(t, style{",", "."}, st)
	for from, to := range map[string]string{"3,00": "3.00", "1234.00": "1,234.00", "-1.234 567,00": "-1,234,567.00", "12 345.60 CR": "12,345.60 CR", "1,00": "1.00"} {
		assert.Equal(t, to, st.write(from))
	}
	_, ok = styleOf([]string{"1,00", "2.00", "3,00", "4.00", "5,00"})
	assert.False(t, ok, "nothing tells")
	st, ok = styleOf([]string{"1.234,50", "2.000,00", "3,00", "4,00", "12.500,25"})
	assert.True(t, ok)
	assert.Equal(t, style{".", ","}, st)
}

func TestPeriodsWithoutBlanks(t *testing.T) {
	opt := date.Options{Near: time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)}
	cases := []struct {
		words []string
		want  string
	}{
		{[]string{"08/02/2563-14/03/2563"}, "08/02/2563 - 14/03/2563"},
		{[]string{"20-09-22-28-09-22"}, "20-09-22 - 28-09-22"},
		{[]string{"14/01/67", "ถีงวันที่", "26/02/67"}, "14/01/67 ถึงวันที่ 26/02/67"},
		{[]string{"14/01/67", "ถึง26/02/67"}, "14/01/67 ถึง 26/02/67"},
		{[]string{"21/04/2022", "01/05/2022"}, "21/04/2022 - 01/05/2022"},
		{[]string{"01/05/2024", "to", "31/05/2024"}, "01/05/2024 to 31/05/2024"},
	}
	for _, c := range cases {
		var atoms []atom
		for i, w := range c.words {
			r := geom.Rect{X0: float64(200 * i), X1: float64(200*i + 190), Y1: 20}
			atoms = append(atoms, atom{Rect: r, text: w, conf: 0.9, height: 20, quads: []geom.Quad{geom.QuadOf(r)}})
		}
		row := typed(sheetRow{atoms: atoms}, 20, 20, opt)
		from, to, ok := period(&row, math.Inf(1))
		if assert.True(t, ok, c.want) {
			assert.Equal(t, c.want, periodText(row.atoms[from:to+1]))
		}
	}
}

func TestRunningNumbersBesideDates(t *testing.T) {
	number := func(s string) atom { return atom{text: s} }
	day := func(s string) atom { return atom{text: s, sort: sortDate} }
	row := func(a, b []atom) *record {
		return &record{cells: []cell{{atoms: a, lines: make([]int, len(a))}, {atoms: b, lines: make([]int, len(b))}}}
	}
	d := &document{heads: []string{"No.", "Date"}}
	for _, r := range []*record{
		row([]atom{number("1")}, []atom{day("14/01/67")}), row([]atom{number("2")}, []atom{day("15/01/67")}), row([]atom{number("3")}, []atom{day("15/01/67")}),
		row(nil, []atom{number("4"), day("16/01/67")}),
	} {
		d.entries = append(d.entries, entry{record: r})
	}
	d.renumber(&Page{columns: []column{{texts: 4}, {dates: 4}}})
	last := d.entries[3].record.cells
	assert.Equal(t, "4", last[0].text())
	assert.Equal(t, "16/01/67", last[1].text())
}

func TestSortsOfAccountsAreNoNames(t *testing.T) {
	for text, want := range map[string]bool{"CHECKING": true, "Savings Account": true, "Relevé de compte": true, "ออมทรัพย์": true, "Somchai Savings Ltd": false, "Chyna Doe": false} {
		assert.Equal(t, want, noName(text), text)
	}
}

func TestDatesWithoutAYear(t *testing.T) {
	printed := func(text string) *document {
		opt := date.Options{Near: time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)}
		var atoms []atom
		if day, ok := date.Parse(text, opt); ok {
			atoms = []atom{{text: text, sort: sortDate, day: day}}
		}
		return &document{opt: opt, pages: []*Page{{rows: []sheetRow{{atoms: atoms}}}}}
	}
	for _, c := range []struct {
		latest     string
		month, day int
		year       int // 0: not known
	}{
		{"07/01/2023", 12, 28, 2022}, {"07/01/2023", 1, 5, 2023}, {"24/07/2023", 7, 2, 2023}, {"24/07/2023", 8, 3, 2023}, {"07/01/2566", 12, 28, 2022}, {"", 7, 2, 0},
	} {
		opt, known := printed(c.latest).inYear(&atom{day: date.Date{Month: c.month, Day: c.day}})
		assert.Equal(t, c.year != 0, known, c)
		if known {
			assert.Equal(t, c.year, opt.Year, c)
		}
	}
}
