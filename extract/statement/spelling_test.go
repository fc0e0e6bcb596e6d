package statement

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

func TestHeadingsAreSpelt(t *testing.T) {
	k := know()
	for from, to := range map[string]string{
		"วันทีลงรายการ": "วันที่ลงรายการ", "เง็นที่ถอน": "เงินที่ถอน", "วันที่ลงรายกา๑": "วันที่ลงรายการ", "ชองทาง บริการ/Via": "ช่องทาง บริการ/Via",
		"ยอดหลังรายการ": "ยอดหลังรายการ", "วันทำการ": "วันทำการ", "วันที่ทำรายการ": "วันที่ทำรายการ", "ถอนเงิน": "ถอนเงิน", "รายงาน": "รายงาน", "Balance": "Balance", "": "",
	} {
		assert.Equal(t, to, k.spellWords(from))
	}
	for _, texts := range k.heads.texts {
		for _, text := range texts {
			assert.Equal(t, text, k.spellWords(text), "what is spelt right stays")
		}
	}
}

func TestPagesAgreeOnHeadings(t *testing.T) {
	page := func(n int, head string) string {
		days := []string{"", "02/05/2024  Cash              100.00                  900.00\n03/05/2024  Salary                        522.50    1,422.50", "04/05/2024  Bill              422.50                1,000.00\n05/05/2024  Fee                50.00                  950.00", "06/05/2024  Bill               50.00                  900.00\n07/05/2024  Fee                50.00                  850.00"}
		return "\n" + head + "\n" + days[n] + "\n"
	}
	got := readPaper(t, page(1, "Date        Detaals       Withdrawal     Deposit     Balance"), page(2, "Date        Details       Withdrawal     Deposit     Balance"), page(3, "Date        Details       Withdrawal     Deposit     Balance"))
	assert.Equal(t, []string{"Date", "Details", "Withdrawal", "Deposit", "Balance"}, got.Headings)
}

func TestLinesOfHeadingsAtDifferentHeights(t *testing.T) {
	l := paper(1, `
            Happenings         Gone        Come
Entry Date                                          Balance after
02/05/2024  Cash              100.00                  900.00
03/05/2024  Salary                        522.50    1,422.50
04/05/2024  Bill              422.50                1,000.00
`)
	for i := range l.Lines {
		line := &l.Lines[i]
		if line.Quad[0].Y > 40+pitch/2 {
			continue
		}
		for _, q := range append([]*geom.Quad{&line.Quad}, &line.Words[0].Quad) { // one word each
			for k := range q {
				q[k].Y += pitch - 20
			}
		}
	}
	got := readLayouts(t, l)
	assert.Len(t, got.Entries, 3)
	assert.Equal(t, []string{"Entry Date", "Happenings", "Gone", "Come", "Balance after"}, got.Headings)
}
