package statement

import (
	"strings"
	"testing"

	"lensd/extract"
	"lensd/vision/geom"
)

// ruledPaper is typewriter paper whose signs | are printed rules from the first row that has them to the last, and whose rows
// of dashes are level rules.
func ruledPaper(number int, text string) *extract.Layout {
	rows := strings.Split(strings.Trim(text, "\n"), "\n")
	type reach struct{ first, last int }
	upright := map[int]*reach{}
	var plain []string
	var rules []extract.Rule
	for y, row := range rows {
		if row != "" && strings.Trim(row, "-") == "" {
			at := 40 + float64(y)*pitch + letter/2
			rules = append(rules, extract.Rule{A: geom.Point{X: 0, Y: at}, B: geom.Point{X: float64(len(row)) * pen, Y: at}, Thick: 2})
			plain = append(plain, "")
			continue
		}
		for x, r := range []rune(row) {
			if r != '|' {
				continue
			}
			if upright[x] == nil {
				upright[x] = &reach{y, y}
			}
			upright[x].last = y
		}
		plain = append(plain, strings.ReplaceAll(row, "|", " "))
	}
	l := paper(number, strings.Join(plain, "\n"))
	for x, r := range upright {
		at := (float64(x) + 0.5) * pen
		rules = append(rules, extract.Rule{A: geom.Point{X: at, Y: 30 + float64(r.first)*pitch}, B: geom.Point{X: at, Y: 70 + float64(r.last)*pitch}, Thick: 2})
	}
	l.Rules = rules
	return l
}

func tableOf(d Document) string {
	var b strings.Builder
	b.WriteString(strings.Join(d.Headings, "|") + "\n")
	for _, p := range d.Pages {
		for _, t := range p.Item.Tables {
			for _, c := range t.Cells {
				b.WriteString(c.Text)
				if c.Column == t.Columns {
					b.WriteString("\n")
				} else {
					b.WriteString("|")
				}
			}
		}
	}
	return b.String()
}

func TestRulesPartWhatBlanksDoNot(t *testing.T) {
	d := readLayouts(t, ruledPaper(1, `
------------------------------------------------------------------
| Date      |Time  |Paid to    |Details       |  Amount|   Balance|
|           |      |           |of payment    |        |          |
------------------------------------------------------------------
|01/05/2024 |10:15 |Ann Brown  |Card 3/4 55.00|  100.00|    900.00|
------------------------------------------------------------------
|02/05/2024 |11:20 |Bob Stone  |Fee           |   50.00|    850.00|
|           |      |of Ashford |              |        |          |
------------------------------------------------------------------
|02/05/2024 |12:25 |           |Refund        |  150.00|  1,000.00|
------------------------------------------------------------------
|03/05/2024 |13:05 |Cy White   |Cash          |  200.00|    800.00|
------------------------------------------------------------------
`))
	want := `Date|Time|Paid to|Details of payment|Amount|Balance
01/05/2024|10:15|Ann Brown|Card 3/4 55.00|100.00|900.00
02/05/2024|11:20|Bob Stone of Ashford|Fee|50.00|850.00
02/05/2024|12:25||Refund|150.00|1,000.00
03/05/2024|13:05|Cy White|Cash|200.00|800.00
`
	if got := tableOf(d); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestHeadingAtTheOtherSideOfItsCell(t *testing.T) {
	d := readPaper(t, `
Balance             Withdrawal          Deposit          Date          Description
           1,000.00                                      01/05/2024    Opening Balance
             900.00               100.00            -    02/05/2024    Cash
           1,400.50                    -       500.50    03/05/2024    Salary
           1,000.00               400.50            -    04/05/2024    Bill
`)
	want := `Balance|Withdrawal|Deposit|Date|Description
1,000.00|||01/05/2024|Opening Balance
900.00|100.00|-|02/05/2024|Cash
1,400.50|-|500.50|03/05/2024|Salary
1,000.00|400.50|-|04/05/2024|Bill
`
	if got := tableOf(d); got != want || len(d.Warnings) != 0 {
		t.Errorf("got\n%s%v", got, d.Warnings)
	}
}

func TestStatedFiguresTellDirections(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"the opening balance above the table", `
Opening Balance  1,000.00

Date        Description           Amount       Balance
02/05/2024  Alpha                 100.00        900.00
03/05/2024  Beta                  500.50      1,400.50
04/05/2024  Gamma                 400.50      1,000.00
`, "2024-05-02 -100.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n"},
		{"the sums above the table", `
Total Withdrawals  500.50
Total Deposits  500.50

Date        Description           Amount       Balance
02/05/2024  Alpha                 100.00        900.00
03/05/2024  Beta                  500.50      1,400.50
04/05/2024  Gamma                 400.50      1,000.00
`, "2024-05-02 -100.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n"},
		{"nothing but the words", `
Date        Description           Amount       Balance
02/05/2024  Withdrawal            100.00        900.00
03/05/2024  Beta                  500.50      1,400.50
04/05/2024  Gamma                 400.50      1,000.00
`, "2024-05-02 -100.00 =900.00\n2024-05-03 500.50 =1400.50\n2024-05-04 -400.50 =1000.00\n"},
		{"the closing balance below rows that begin with the newest", `
Date        Description           Amount       Balance
04/05/2024  Bill                  400.50      1,000.00
03/05/2024  Salary                500.50      1,400.50
02/05/2024  Withdrawal            100.00        900.00
            At the end                        1,000.00
`, "2024-05-04 -400.50 =1000.00\n2024-05-03 500.50 =1400.50\n2024-05-02 -100.00 =900.00\n- =1000.00\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := readPaper(t, c.page)
			if got := rowsAs(d); got != c.want || len(d.Warnings) != 0 {
				t.Errorf("got\n%s%v", got, d.Warnings)
			}
		})
	}
}

func TestSumsThatAreNotThoseOfTheRows(t *testing.T) {
	d := readPaper(t, `
Total Withdrawals  500.50
Total Deposits  600.50

Date        Description           Withdrawal      Deposit
02/05/2024  Cash                      100.00
03/05/2024  Salary                                 500.50
04/05/2024  Bill                      400.50
`)
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].Message, "deposits of the rows are 500.50, stated 600.50") {
		t.Errorf("warnings %v", d.Warnings)
	}
}

func TestFieldsThatWrap(t *testing.T) {
	d := readPaper(t, `
         The Riverside Banking Corporation
Account Name:  Golden Paddy Trading Company (Thailand)
               Limited
Period:        12 August 2024 - 24
               September 2024
Account No.:   031-5-10434-4
Date        Description             Withdrawal      Deposit      Balance
12/08/2024  Brought Forward                                     1,000.00
13/08/2024  Transfer                  1,100.00                   -100.00
14/08/2024  Salary                                   500.50       400.50
`)
	got := map[string]string{}
	for _, f := range d.Pages[0].Item.Fields {
		got[f.Name] = f.Value
	}
	for name, want := range map[string]string{"account_name": "Golden Paddy Trading Company (Thailand) Limited", "date_range": "12 August 2024 - 24 September 2024",
		"bank_name": "The Riverside Banking Corporation"} {
		if got[name] != want {
			t.Errorf("%s = %q, want %q", name, got[name], want)
		}
	}
	l := d.Pages[0].Item.Ledger
	if l == nil || l.Account != "031-5-10434-4" || len(l.Entries) != 3 || l.Entries[1].Amount != -110000 || l.Entries[1].Date != "2024-08-13" || *l.Closing != 40050 {
		t.Errorf("ledger %+v", l)
	}
}

func TestLean(t *testing.T) {
	k := know()
	for text, want := range map[string]int{"ถอนเงินสด": -1, "รับโอนเงิน จาก นายเอ": 1, "ATM Withdrawal": -1, "Transfer In": 1, "Transfer Out to Ann": -1, "โอนเงินออก": -1, "ดอกเบี้ยรับ": 1, "Alpha": 0, "": 0} {
		if got := k.lean(text); got != want {
			t.Errorf("%s leans %d", text, got)
		}
	}
}
