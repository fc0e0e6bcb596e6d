package statement

import (
	"strings"
	"testing"
)

func TestJoin(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"two columns, opening row, totals below", `
Date        Description           Withdrawal      Deposit      Balance
01/05/2024  Brought Forward                                   1,000.00
02/05/2024  Cash                      100.00                    900.00
03/05/2024  Salary                                 500.50     1,400.50
04/05/2024  Bill                      400.50                  1,000.00
            Total                     500.50       500.50
`, `
2024-05-01 =1000.00
2024-05-02 -100.00 =900.00
2024-05-03 500.50 =1400.50
2024-05-04 -400.50 =1000.00
`},
		{"deposits first, no heading", `
02/05/2024  Cash                               100.00          900.00
03/05/2024  Salary             500.50                        1,400.50
04/05/2024  Bill                               400.50        1,000.00
05/05/2024  Bill                               200.00          800.00
`, `
2024-05-02 -100.00 =900.00
2024-05-03 500.50 =1400.50
2024-05-04 -400.50 =1000.00
2024-05-05 -200.00 =800.00
`},
		{"one signed column before the text, years of two digits in the Buddhist era", `
วันที่        จำนวนเงิน     ยอดคงเหลือ    รายการ
1 พ.ค. 67      -100.00        900.00    ถอนเงิน
2 พ.ค. 67      +500.50      1,400.50    โอนเข้า
2 พ.ค. 67      -400.50      1,000.00    จ่ายบิล
`, `
2024-05-01 -100.00 =900.00
2024-05-02 500.50 =1400.50
2024-05-02 -400.50 =1000.00
`},
		{"a mark beside the amount", `
Date        Details        Amount    D/C      Balance
02/05/2024  Cash           100.00    DR        900.00
03/05/2024  Salary         500.50    CR      1,400.50
04/05/2024  Bill           400.50    DR      1,000.00
`, `
2024-05-02 -100.00 =900.00
2024-05-03 500.50 =1400.50
2024-05-04 -400.50 =1000.00
`},
		{"the newest row first", `
Date        Details           Amount       Balance
04/05/2024  Bill              400.50      1,000.00
03/05/2024  Salary            500.50      1,400.50
02/05/2024  Cash              100.00        900.00
01/05/2024  Cash               50.00      1,000.00
`, `
2024-05-04 -400.50 =1000.00
2024-05-03 500.50 =1400.50
2024-05-02 -100.00 =900.00
2024-05-01 -50.00 =1000.00
`},
		{"a balance that does not follow", `
Date        Description           Withdrawal      Deposit      Balance
01/05/2024  Brought Forward                                   1,000.00
02/05/2024  Cash                      100.00                    900.00
03/05/2024  Salary                                 500.50     1,410.50
04/05/2024  Bill                      400.50                  1,000.00
05/05/2024  Bill                      100.00                    900.00
`, `
2024-05-01 =1000.00
2024-05-02 -100.00 =900.00
2024-05-03 500.50 =1410.50 !
2024-05-04 -400.50 =1000.00
2024-05-05 -100.00 =900.00
`},
		{"the balance on a day's last row only", `
Date        Description           Withdrawal      Deposit      Balance
01/05/2024  Brought Forward                                   1,000.00
02/05/2024  Cash                      100.00
            Cash                       50.00                    850.00
03/05/2024  Salary                                 500.50
            Interest                                 0.50     1,351.00
`, `
2024-05-01 =1000.00
2024-05-02 -100.00
- -50.00 =850.00
2024-05-03 500.50
- 0.50 =1351.00
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rowsAs(readPaper(t, c.page)); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%swant%s", got, c.want)
			}
		})
	}
}

func TestJoinFollowsBalancesAcrossPages(t *testing.T) {
	d := readPaper(t, `
Date        Description           Withdrawal      Deposit      Balance
01/05/2024  Brought Forward                                   1,000.00
02/05/2024  Cash                      100.00                    900.00
03/05/2024  Salary                                 500.50     1,400.50
`, `
04/05/2024  Bill                      400.50                  1,000.00
05/05/2024  Bill                      100.00                    900.00
`)
	if d.Out.Count != 3 || d.Out.Satang != 60050 || d.In.Count != 1 || d.In.Satang != 50050 || len(d.Warnings) != 0 {
		t.Errorf("out %+v, in %+v, warnings %v", d.Out, d.In, d.Warnings)
	}
	if got := d.Pages[1].Item.Tables[0].Cells[2]; got.Heading != "Withdrawal" || got.Text != "400.50" {
		t.Errorf("third cell of page 2 is %+v", got)
	}
}

func TestTableIsAsPrinted(t *testing.T) {
	d := readPaper(t, `
             The Riverside Bank PCL                 Statement
Account Name:  Mr. Somchai Testing      Period:  01/05/2024 - 31/05/2024
Date        Description             Withdrawal      Deposit      Balance    Note
01/05/2024  Brought Forward                                     1,000.00
02/05/2024  Transfer to               1,100.00                   -100.00
            another bank
       Loans from 2.99 percent, ask at any branch, up to 5,000,000.00 baht
03/05/2024  Salary                                   500.50       400.50
`)
	item := d.Pages[0].Item
	var rows []string
	for _, c := range item.Tables[0].Cells {
		if c.Column == 1 {
			rows = append(rows, "")
		}
		rows[len(rows)-1] += c.Text + "|"
	}
	want := []string{"01/05/2024|Brought Forward|||1,000.00||", "02/05/2024|Transfer to another bank|1,100.00||-100.00||", "03/05/2024|Salary||500.50|400.50||"}
	if strings.Join(rows, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(rows, "\n"))
	}
	if iso := item.Tables[0].Cells[0].ISO; iso != "2024-05-01T00:00:00" {
		t.Errorf("datetime of the first cell is %q", iso)
	}
	fields := map[string]string{}
	for _, f := range item.Fields {
		fields[f.Name] = f.Value
	}
	for name, want := range map[string]string{"account_name": "Mr. Somchai Testing", "bank_name": "The Riverside Bank PCL", "date_range": "01/05/2024 - 31/05/2024",
		"sum_withdraw": "1100.00", "count_withdraw": "1", "sum_deposit": "500.50", "count_deposit": "1"} {
		if fields[name] != want {
			t.Errorf("%s = %q, want %q", name, fields[name], want)
		}
	}
}

// A narrow 1 leaves as much white within a number as stands between words; a clock behind a year is a word of its own.
func TestHalvesOfANumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"25/1", "1/2566", true}, {"1", "4:04:07", true}, {"2565", "07:57:02", false}, {"2561", "14:04:07", false}, {"2565", "33", false}, {"a1", "b", false}} {
		if got := halves(c.a, c.b); got != c.want {
			t.Errorf("%s %s: %v", c.a, c.b, got)
		}
	}
}
