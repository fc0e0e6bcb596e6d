package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"lensd/extract"
	"lensd/extract/ledger"
	"lensd/extract/statement"
	"lensd/httpapi/envelope"
)

// rows is the reader of statements as far as a single page goes; what pages tell together is read on replaying.
func rows() kind {
	r := statement.New(time.Now)
	return func(ctx context.Context, s extract.Sheet) (extract.Item, [][]float32, error) {
		_, err := r.Collect(ctx, s)
		return extract.Item{}, nil, err
	}
}

// accounts reads a tape of statements, the pages of each file together; one JSON object a file, as scripts/measure/statement/held.py
// keeps the daemon's answers: file, status, answer, csv.
func accounts(in *json.Decoder, out *json.Encoder) error {
	var pages []*tape
	for {
		t := &tape{}
		err := in.Decode(t)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(pages) > 0 && (err != nil || pages[0].File != t.File) {
			if err := account(pages, out); err != nil {
				return err
			}
			pages = nil
		}
		if err != nil {
			return nil
		}
		pages = append(pages, t)
	}
}

func account(tapes []*tape, out *json.Encoder) error {
	r := statement.New(time.Now)
	a := envelope.Answer{Options: extract.Options{ReturnStatementSummary: true}, Result: extract.Result{Kind: extract.BankStatement}}
	var pages []*statement.Page
	for _, t := range tapes {
		p, err := r.Collect(context.Background(), page{t})
		if err != nil {
			return fmt.Errorf("%s: %w", t.File, err)
		}
		pages = append(pages, p)
		a.Result.Pages = append(a.Result.Pages, extract.Page{Number: t.Layout.Number, Width: t.SourceWidth, Height: t.SourceHeight})
	}
	read := r.Join(pages)
	row := map[string]any{"file": filepath.Base(tapes[0].File), "status": 400, "answer": map[string]any{"data": nil}, "csv": [][]string{}}
	if len(read.Entries) == 0 {
		return out.Encode(row)
	}
	var ledgers bytes.Buffer
	for i := range a.Result.Pages {
		p := &a.Result.Pages[i]
		p.Items = []extract.Item{read.Pages[i].Item}
		for _, w := range read.Warnings {
			if w.Page == p.Number {
				p.Warnings = append(p.Warnings, w)
			}
		}
		if l := read.Pages[i].Item.Ledger; l != nil {
			if err := ledger.CSV(&ledgers, l); err != nil {
				return err
			}
		}
	}
	for _, e := range envelope.Endpoints() {
		if e.Path == "/bank-statement/v2" {
			row["status"], row["answer"] = e.Write(a)
		}
	}
	lines, err := csv.NewReader(&ledgers).ReadAll()
	if err != nil {
		return err
	}
	row["csv"] = lines[1:]
	return out.Encode(row)
}
