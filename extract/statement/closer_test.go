package statement

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// closerLook reads a page of which the closest look gives other readings of some words.
func closerLook(t *testing.T, page string, closer map[string]extract.Text) Document {
	t.Helper()
	r := New(func() time.Time { return time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC) })
	p, err := r.Collect(context.Background(), &typedSheet{layout: paper(1, page), closer: closer})
	require.NoError(t, err)
	return r.Join([]*Page{p})
}

const misread = `
Date        Details       Withdrawal     Deposit     Balance
02/05/2024  Cash              100.00                  900.00
03/05/2024  Salary                        577.50    1,422.50
04/05/2024  Bill              422.50                1,000.00
05/05/2024  Fee                50.00                  950.00
`

func TestAMisreadFigureIsReadAgainBeforeABreakIsTold(t *testing.T) {
	alternatives := func(share float64) map[string]extract.Text {
		return map[string]extract.Text{"577.50": {Value: "577.50", Confidence: 1 - share, Alternatives: []extract.Alternative{{Value: "522.50", Confidence: share}}}}
	}
	got := closerLook(t, misread, alternatives(0.3))
	assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 522.50 =1422.50\n2024-05-04 -422.50 =1000.00\n2024-05-05 -50.00 =950.00\n", rowsAs(got))
	assert.Empty(t, got.Warnings)
	for _, c := range got.Pages[0].Item.Tables[0].Cells {
		if c.Text == "522.50" {
			assert.LessOrEqual(t, c.Confidence, confAlternate, "it was chosen")
		}
	}
	got = closerLook(t, misread, alternatives(0.05))
	assert.Len(t, got.Warnings, 1, "what is read so nearly always is printed so")
	got = closerLook(t, misread, nil)
	assert.Len(t, got.Warnings, 1, "nothing was read")
}

func TestACellThatWasReadInPartIsReadWhole(t *testing.T) {
	const page = `
Date        Details       Withdrawal     Deposit      Balance
02/05/2024  Cash              100.00                   900.00
03/05/2024  Salary                        522.50        422.5O/
04/05/2024  Bill              422.50                 1,000.00
05/05/2024  Fee                50.00                   950.00
`
	got := closerLook(t, page, map[string]extract.Text{"422.5O/": {Value: "1,422.50", Confidence: 0.8}})
	assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 522.50 =1422.50\n2024-05-04 -422.50 =1000.00\n2024-05-05 -50.00 =950.00\n", rowsAs(got))
}

func TestAmountsWithoutTheirPoint(t *testing.T) {
	r := New(func() time.Time { return time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC) })
	const page = `
Date        Details       Withdrawal     Deposit     Balance
02/05/2024  Cash              100.00                  900.00
03/05/2024  Salary                        522.50    1,422.50
04/05/2024  Bill               42250                1,000.00
05/05/2024  Fee                50.00                  950.00
`
	p, err := r.Collect(context.Background(), &typedSheet{layout: paper(1, page), second: map[string]extract.Text{"42250": {Value: "42250", Confidence: 0.9}}})
	require.NoError(t, err)
	assert.Equal(t, "2024-05-02 -100.00 =900.00\n2024-05-03 522.50 =1422.50\n2024-05-04 -422.50 =1000.00\n2024-05-05 -50.00 =950.00\n", rowsAs(r.Join([]*Page{p})))
}

func TestASpeckBehindAnAmountIsNoMinus(t *testing.T) {
	const page = `
Date        Details       Withdrawal     Deposit     Balance
02/05/2024  Cash              100.00                  900.00
03/05/2024  Salary                        522.50-   1,422.50
04/05/2024  Bill              422.50                1,000.00
05/05/2024  Wage                           50.00    1,050.00
06/05/2024  Wage                           10.00    1,060.00
07/05/2024  Wage                           10.00    1,070.00
08/05/2024  Wage                           10.00    1,080.00
09/05/2024  Wage                           10.00    1,090.00
`
	assert.Empty(t, readPaper(t, page).Warnings)
}
