// Command sure reads invoices from the layouts that scripts/layout printed and tells what each field's confidence is made of:
// sure [-kind shipping-invoice] < LAYOUTS; one JSON object a page: file, fields, doubts (one a field). fit.py learns from it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"os"

	"lensd/extract"
	"lensd/extract/invoice"
)

type page struct {
	File string
	extract.Layout
}

func main() {
	kind := flag.String("kind", string(extract.GeneralInvoice), "general-invoice or shipping-invoice")
	flag.Parse()
	if err := run(extract.Kind(*kind)); err != nil {
		log.Fatal(err)
	}
}

func run(kind extract.Kind) error {
	r, err := invoice.New(kind)
	if err != nil {
		return err
	}
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	out := json.NewEncoder(os.Stdout)
	for {
		var p page
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		item, by := r.Explain(context.Background(), &p.Layout, nil)
		doubts := make([][]float32, len(item.Fields))
		for i, f := range item.Fields {
			doubts[i] = by[f.Name]
		}
		if err := out.Encode(map[string]any{"file": p.File, "fields": item.Fields, "doubts": doubts}); err != nil {
			return err
		}
	}
}
