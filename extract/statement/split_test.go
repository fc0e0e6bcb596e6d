package statement

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lensd/extract/thai/date"
	"lensd/vision/geom"
)

func TestColumnsWithoutABlankBetween(t *testing.T) {
	const page = `
Balance        Amount  Entry Date  Details
  900.00     100.00- 02/05/2024  Cash
1,400.50     500.50 03/05/2024  Salary
1,000.00     400.50- 04/05/2024  Bill
  950.00      50.00- 05/05/2024  Fee
`
	got := readPaper(t, page)
	assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n2024-05-05 -50.00 =950.00\n", rowsAs(got))
	assert.Equal(t, []string{"Balance", "Amount", "Entry Date", "Details"}, got.Headings)
}

func TestAnAmountAndADateInOneWord(t *testing.T) {
	opt := date.Options{Near: time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)}
	for text, want := range map[string][]string{"1.4023/06/2020": {"1.40", "23/06/2020"}, "1,362.1928/06/2020": {"1,362.19", "28/06/2020"}, "23/06/2020": {"23/06/2020"}, "123/06/2020": {"123/06/2020"}} {
		var got []string
		for _, a := range unmerge(atom{text: text, Rect: geom.Rect{X1: 100, Y1: 10}}, opt) {
			got = append(got, a.text)
		}
		assert.Equal(t, want, got)
	}
}

func TestTwoAmountsOfAPageWithoutHeadings(t *testing.T) {
	money := func(s string) atom {
		m, _ := parseAmount(s)
		return atom{text: s, sort: sortAmount, amount: m}
	}
	row := func(out, in []atom) *record {
		return &record{cells: []cell{{atoms: out, lines: make([]int, len(out))}, {atoms: in, lines: make([]int, len(in))}}}
	}
	d := &document{heads: []string{"Out", "In"}}
	d.entries = []entry{{record: row(nil, []atom{money("20.00"), money("0.00")})}, {record: row([]atom{money("3.00"), money("0.00")}, nil)}}
	d.spread(&Page{columns: []column{{amounts: 9}, {amounts: 9}}})
	for i, want := range []string{"20.00", "3.00"} {
		cells := d.entries[i].record.cells
		assert.Equal(t, want, cells[0].text())
		assert.Equal(t, "0.00", cells[1].text())
	}
	both := cell{atoms: []atom{money("0.00"), money("668.53")}, lines: []int{0, 0}}
	both.merge()
	assert.Equal(t, "0.00 668.53", both.text(), "two amounts are not one")
}

func TestTimesThatWereReadWithAPoint(t *testing.T) {
	const page = `
Date        Time   Details       Withdrawal     Deposit     Balance
02/05/2024  20.38  Cash              100.00                  900.00
03/05/2024  04:58  Salary                        522.50    1,422.50
04/05/2024  15.59  Bill              422.50                1,000.00
05/05/2024  06:07  Fee                50.00                  950.00
`
	got := readPaper(t, page)
	assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 522.50 =1422.50\n2024-05-04 -422.50 =1000.00\n2024-05-05 -50.00 =950.00\n", rowsAs(got))
	assert.Equal(t, RoleTime, got.Roles[1])
}

func TestRulesThatWereReadAsSigns(t *testing.T) {
	r := sheetRow{atoms: []atom{{text: "956.53"}, {text: "|"}, {text: "27/06/2020"}}}
	r.unbar()
	assert.Len(t, r.atoms, 2)
	assert.True(t, r.atoms[1].parted)
}
