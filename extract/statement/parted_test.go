package statement

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/thai/date"
)

func TestHeadingsThatStandClose(t *testing.T) {
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"two known ones with a blank between": {`
Date        Details         Money Out Money In    Balance
02/05/2024  Cash               100.00              900.00
03/05/2024  Salary                      500.50   1,400.50
04/05/2024  Bill               400.50            1,000.00
`, []string{"Date", "Details", "Money Out", "Money In", "Balance"}},
		"Thai ones, of which one is known": {`
วันที่        ถอนเงิน   เงินที่รับมา ยอดคงเหลือ   รายการ
02/05/2024   100.00                900.00   Cash
03/05/2024               500.50  1,400.50   Salary
04/05/2024   400.50              1,000.00   Bill
`, []string{"วันที่", "ถอนเงิน", "เงินที่รับมา", "ยอดคงเหลือ", "รายการ"}},
		"most of them unknown": {`
Date        What befell     Taken away    Put aside    Balance
02/05/2024  Cash                100.00                  900.00
03/05/2024  Salary                           500.50   1,400.50
04/05/2024  Bill                400.50                1,000.00
`, []string{"Date", "What befell", "Taken away", "Put aside", "Balance"}},
	} {
		got := readPaper(t, c.page)
		assert.Equal(t, c.want, got.Headings, name)
		assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n", rowsAs(got), name)
	}
}

// Rows whose print is one column's stay whole.
func TestOneHeadingIsNotCut(t *testing.T) {
	k := know()
	for _, words := range [][]string{{"Transaction", "Date"}, {"Balance", "after"}, {"จำนวนเงิน", "(บาท)"}, {"รายการ", "Particulars"}, {"Debit", "/", "Credit"}} {
		row := &sheetRow{}
		for i, w := range words {
			a := atom{text: w}
			a.X0, a.X1 = float64(100*i), float64(100*i+90)
			row.atoms = append(row.atoms, a)
		}
		k.part(row, 20)
		k.partThai(row, 20)
		for _, a := range row.atoms {
			assert.False(t, a.parted, words)
		}
	}
}

// A wide figure within a group of thousands parts an amount in two words; where the first is whole by itself, they stay two.
func TestAnAmountThatIsPartedWithinItsThousands(t *testing.T) {
	for words, want := range map[string][]string{"8,1 16.23": {"8,116.23"}, "1,234,5 67.00": {"1,234,567.00"}, "8,116 16.23": {"8,116", "16.23"}, "8,1 6.23": {"8,1", "6.23"}} {
		row, x := sheetRow{}, 0.0
		for _, w := range strings.Fields(words) {
			a := atom{text: w, conf: 1}
			a.X0, a.X1, a.Y1 = x, x+float64(10*len(w)), 20
			x = a.X1 + 3
			row.atoms = append(row.atoms, a)
		}
		var got []string
		for _, a := range typed(row, 20, 20, date.Options{}).atoms {
			got = append(got, a.text)
		}
		assert.Equal(t, want, got, words)
	}
}

// second gives a line of a page other readings.
func second(t *testing.T, l *extract.Layout, line string, readings ...extract.Alternative) {
	t.Helper()
	for i := range l.Lines {
		if l.Lines[i].Text.Value == line {
			l.Lines[i].Text.Alternatives = readings
			return
		}
	}
	require.Fail(t, "no line is "+line)
}

const fourRows = `
Balance     Amount Date        Details
   900.00   100.00 02/05/2024  Cash
-1,400.50   500.50 03/05/2024  Salary
 1,000.00    40050 04/05/2024  Bill
   900.00   100.00 05/05/2024  Bill
`

// What else was read of a line with several words serves each of them: a point that went lost, and a speck taken for a sign.
func TestOtherReadingsOfWords(t *testing.T) {
	l := paper(1, fourRows)
	second(t, l, "40050 04/05/2024", extract.Alternative{Value: "400.50 04/05/2024", Confidence: 0.4})
	second(t, l, "-1,400.50", extract.Alternative{Value: "+1,400.50", Confidence: 0.2}, extract.Alternative{Value: "1,400.50", Confidence: 0.1})
	got := readLayouts(t, l)
	assert.Equal(t, "2024-05-02 0.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n2024-05-05 -100.00 =900.00\n", rowsAs(got))
	assert.Empty(t, got.Warnings)
	for _, c := range got.Pages[0].Item.Tables[0].Cells {
		assert.NotContains(t, c.Text, "+")
	}
}

func TestHeadingsAreReadAsTheyAreSpelt(t *testing.T) {
	l := paper(1, `
วันที่        รายการ      จำนวนเงินฝ่าก    ยอดคงเหลือ
02/05/2024  Cash             100.00       900.00
03/05/2024  Salary           500.50     1,400.50
`)
	second(t, l, "จำนวนเงินฝ่าก", extract.Alternative{Value: "จำนวนเงินฝาก", Confidence: 0.3}, extract.Alternative{Value: "จำนวนเงินถอน", Confidence: 0.3})
	assert.Contains(t, readLayouts(t, l).Headings, "จำนวนเงินฝาก")
}
