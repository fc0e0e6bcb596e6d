package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"lensd/extract"
	"lensd/extract/ledger"
)

// writer prints what was read of a file.
type writer func(name string, r extract.Result) error

// writerOf returns the writer of a form that `lensd read -o` names.
func writerOf(form string) (writer, error) {
	switch form {
	case "text":
		return func(name string, r extract.Result) error { printResult(name, r); return nil }, nil
	case "json":
		return func(name string, r extract.Result) error {
			return json.NewEncoder(os.Stdout).Encode(struct {
				File string `json:"file"`
				extract.Result
			}{name, r})
		}, nil
	case "csv":
		return onLedger(os.Stdout, ledger.CSV), nil
	case "ofx":
		return onLedger(os.Stdout, func(w io.Writer, l *extract.Ledger) error { return ledger.OFX(w, l, time.Now()) }), nil
	}
	return nil, fmt.Errorf("-o is %q; it can be text, json, csv or ofx", form)
}

// onLedger writes the movements of a statement; other documents have none.
func onLedger(w io.Writer, write func(io.Writer, *extract.Ledger) error) writer {
	return func(_ string, r extract.Result) error {
		for _, p := range r.Pages {
			for _, item := range p.Items {
				if item.Ledger != nil {
					return write(w, item.Ledger)
				}
			}
		}
		return extract.Errorf(extract.KindNotFound, "csv and ofx are the forms of bank statements: there are no movements of an account here")
	}
}
