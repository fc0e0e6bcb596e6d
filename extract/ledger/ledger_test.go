package ledger

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"lensd/extract"
)

func satang(v int64) *int64 { return &v }

func sample() *extract.Ledger {
	return &extract.Ledger{Bank: "KBANK", Account: "031-5-10434-4", Currency: "THB", Closing: satang(95050), Entries: []extract.Entry{
		{Page: 1, Row: 1, Date: "2024-05-01", Text: "Brought Forward", Balance: satang(100000)},
		{Page: 1, Row: 2, Date: "2024-05-02", Text: "=cmd|' /C calc'!A0, 1", Amount: -10000, Balance: satang(90000), Sound: true},
		{Page: 1, Row: 3, Text: "ดอกเบี้ย <รับ>", Amount: 5050, Balance: satang(95050), Broken: "balance 950.50 does not follow"},
		{Page: 1, Row: 4, Text: "ดอกเบี้ย <รับ>", Amount: 5050, Balance: satang(95050)},
	}}
}

func TestCSV(t *testing.T) {
	var b strings.Builder
	if err := CSV(&b, sample()); err != nil {
		t.Fatal(err)
	}
	want := `page,row,date,description,amount,balance,check
1,1,2024-05-01,Brought Forward,,1000.00,unproved
1,2,2024-05-02,"'=cmd|' /C calc'!A0, 1",-100.00,900.00,sound
1,3,,ดอกเบี้ย <รับ>,50.50,950.50,balance 950.50 does not follow
1,4,,ดอกเบี้ย <รับ>,50.50,950.50,unproved
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestOFX(t *testing.T) {
	var b strings.Builder
	if err := OFX(&b, sample(), time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<?OFX OFXHEADER="200" VERSION="220" `, "<CURDEF>THB</CURDEF>", "<ACCTID>0315104344</ACCTID>", "<DTSTART>20240501</DTSTART>", "<DTEND>20240502</DTEND>",
		"<TRNTYPE>DEBIT</TRNTYPE>", "<TRNAMT>-100.00</TRNAMT>", "<DTPOSTED>20240502</DTPOSTED>", "ดอกเบี้ย &lt;รับ&gt;", "<BALAMT>950.50</BALAMT>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is missing in\n%s", want, b.String())
		}
	}
	var back ofxFile
	if err := xml.Unmarshal([]byte(b.String()), &back); err != nil {
		t.Fatal(err)
	}
	all := back.Bank.Statement.List.All
	if len(all) != 3 || all[1].ID == all[2].ID || len(all[0].ID) != 24 {
		t.Errorf("movements %+v", all)
	}
}

func TestOFXNeedsDatesAndMovements(t *testing.T) {
	for _, l := range []*extract.Ledger{{Entries: []extract.Entry{{Amount: 1}}}, {Entries: []extract.Entry{{Date: "2024-01-01"}}}} {
		if err := OFX(&strings.Builder{}, l, time.Now()); err == nil {
			t.Errorf("%+v was written", l)
		}
	}
}

func TestMoney(t *testing.T) {
	for v, want := range map[int64]string{0: "0.00", 5: "0.05", -5: "-0.05", 123456: "1234.56", -100: "-1.00"} {
		if got := Money(v); got != want {
			t.Errorf("%d is %s", v, got)
		}
	}
}
