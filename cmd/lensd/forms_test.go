package main

import (
	"strings"
	"testing"

	"lensd/extract"
	"lensd/extract/ledger"
)

func TestFormsOfResults(t *testing.T) {
	for form, ok := range map[string]bool{"text": true, "json": true, "csv": true, "ofx": true, "http": true, "xls": false, "": false} {
		if _, err := writerOf(form, extract.BankStatement); (err == nil) != ok {
			t.Errorf("-o %s: %v", form, err)
		}
	}
}

func TestOnlyStatementsHaveMovements(t *testing.T) {
	var b strings.Builder
	write := onLedger(&b, ledger.CSV)
	if err := write("x.pdf", extract.Result{Pages: []extract.Page{{Items: []extract.Item{{}}}}}); err == nil {
		t.Error("a result without movements was written")
	}
	l := &extract.Ledger{Entries: []extract.Entry{{Page: 1, Row: 1, Text: "Cash", Amount: -100}}}
	if err := write("x.pdf", extract.Result{Pages: []extract.Page{{Items: []extract.Item{{Ledger: l}}}}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "1,1,,Cash,-1.00,,unproved") {
		t.Errorf("wrote %s", b.String())
	}
}
