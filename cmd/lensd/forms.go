package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"lensd/extract"
	"lensd/extract/ledger"
	"lensd/httpapi/envelope"
)

// writer prints what was read of a file.
type writer func(name string, r extract.Result) error

// writerOf returns the writer of a form that `lensd read -o` names, for documents of a kind.
func writerOf(form string, kind extract.Kind) (writer, error) {
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
	case "http":
		return answerOf(os.Stdout, kind)
	case "csv":
		if kind != extract.BankStatement {
			return fieldLines(os.Stdout), nil
		}
		return onLedger(os.Stdout, ledger.CSV), nil
	case "ofx":
		return onLedger(os.Stdout, func(w io.Writer, l *extract.Ledger) error { return ledger.OFX(w, l, time.Now()) }), nil
	}
	return nil, fmt.Errorf("-o is %q; it can be text, json, http, csv or ofx", form)
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

// answerOf writes what the kind's endpoint answers, without ids: nobody asked.
func answerOf(w io.Writer, kind extract.Kind) (writer, error) {
	for _, e := range envelope.Endpoints() {
		if e.Kind != kind {
			continue
		}
		return func(_ string, r extract.Result) error {
			if err := e.Unreadable(r); err != nil {
				return err
			}
			_, body := e.Write(envelope.Answer{Result: r})
			return json.NewEncoder(w).Encode(body)
		}, nil
	}
	return nil, fmt.Errorf("no endpoint reads %q; a kind of your own is -o json", kind)
}

// fieldLines writes a line for each field and cell, with a heading once.
func fieldLines(w io.Writer) writer {
	out, begun := csv.NewWriter(w), false
	return func(name string, r extract.Result) error {
		if !begun {
			begun = true
			_ = out.Write([]string{"file", "page", "item", "field", "value", "confidence"}) // Flush tells
		}
		line := func(page, item int, field, value string, confidence float64) {
			_ = out.Write([]string{name, strconv.Itoa(page), strconv.Itoa(item), field, value, strconv.FormatFloat(confidence, 'f', 3, 64)})
		}
		for _, p := range r.Pages {
			for i, it := range p.Items {
				if it.Meter != nil {
					line(p.Number, i+1, "numbers", it.Meter.Value, it.Meter.Confidence)
				}
				for _, f := range it.Fields {
					line(p.Number, i+1, f.Name, f.Value, f.Confidence)
				}
				for n, t := range it.Tables {
					for _, c := range t.Cells {
						line(p.Number, i+1, fmt.Sprintf("table %d row %d column %d", n+1, c.Row, c.Column), c.Text, c.Confidence)
					}
				}
			}
		}
		out.Flush()
		return out.Error()
	}
}
