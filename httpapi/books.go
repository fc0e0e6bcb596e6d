package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"time"

	"lensd/extract"
	"lensd/extract/ledger"
	"lensd/httpapi/envelope"
)

// books is a form in which accountants import the movements of a statement.
type books struct {
	mime, file string
	write      func(io.Writer, *extract.Ledger) error
}

// booksOf returns the form that a request names by ?format=csv or ofx; nil: the endpoint's own envelope, which json names too.
func booksOf(r *http.Request, kind extract.Kind) (*books, *problem) {
	query := r.URL.Query()
	switch format := query.Get("format"); {
	case kind != extract.BankStatement || !query.Has("format") || format == "json":
		return nil, nil
	case format == "csv":
		return &books{"text/csv; charset=utf-8", "statement.csv", ledger.CSV}, nil
	case format == "ofx":
		return &books{"application/x-ofx", "statement.ofx", func(w io.Writer, l *extract.Ledger) error { return ledger.OFX(w, l, time.Now()) }}, nil
	}
	return nil, problemOf(envelope.Invalid, "format must be json, csv or ofx")
}

// send answers with the statement's movements. The status is that of the envelope: 206 says that a page is missing.
func (b *books) send(w http.ResponseWriter, status int, res extract.Result) error {
	var out bytes.Buffer
	if err := b.write(&out, ledgerOf(res)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", b.mime)
	w.Header().Set("Content-Disposition", `attachment; filename="`+b.file+`"`)
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // a client that has gone needs nothing
	return nil
}

// ledgerOf is the movements in a result: those of its first page that has any.
func ledgerOf(res extract.Result) *extract.Ledger {
	for _, p := range res.Pages {
		for _, it := range p.Items {
			if it.Ledger != nil {
				return it.Ledger
			}
		}
	}
	return &extract.Ledger{Currency: "THB"}
}
