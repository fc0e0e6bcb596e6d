// Package shared puts documents and readings into the messages by which boxes read for each other, and takes them out again.
package shared

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"lensd/device/uplink/share"
	"lensd/extract"
)

// The words that go with a picture. A camera of another make sends the kind alone, and one picture.
const (
	wordKind    = "kind"    // of document
	wordOptions = "options" // extract.Options as JSON
	wordParts   = "parts"   // lengths of the inputs in the body, "1200,900"; without it there is one
)

const (
	maxInputs  = 64
	maxOptions = 16 << 10
)

var errMalformed = errors.New("the document is malformed")

// Pack writes a document as words and a body.
func Pack(doc extract.Document) (words map[string]string, body []byte, err error) {
	words = map[string]string{wordKind: string(doc.Kind)}
	if doc.Options != (extract.Options{}) {
		b, err := json.Marshal(doc.Options)
		if err != nil {
			return nil, nil, err
		}
		words[wordOptions] = string(b)
	}
	if len(doc.Inputs) == 1 {
		return words, doc.Inputs[0], nil
	}
	var lengths []string
	for _, in := range doc.Inputs {
		lengths = append(lengths, strconv.Itoa(len(in)))
	}
	words[wordParts] = strings.Join(lengths, ",")
	return words, bytes.Join(doc.Inputs, nil), nil
}

// Unpack reads a document that another box sent. Its pages are bounded by the reading box's own limit.
func Unpack(words map[string]string, body []byte, maxPages int) (extract.Document, error) {
	doc := extract.Document{Kind: extract.Kind(words[wordKind]), Inputs: [][]byte{body}}
	if doc.Kind == "" {
		return doc, errMalformed
	}
	if o := words[wordOptions]; o != "" {
		if len(o) > maxOptions || json.Unmarshal([]byte(o), &doc.Options) != nil {
			return doc, errMalformed
		}
	}
	if doc.Options.MaxPages <= 0 || doc.Options.MaxPages > maxPages {
		doc.Options.MaxPages = maxPages
	}
	parts, several := words[wordParts]
	if !several {
		return doc, nil
	}
	lengths := strings.Split(parts, ",")
	if len(lengths) > maxInputs {
		return doc, errMalformed
	}
	doc.Inputs = nil
	for _, l := range lengths {
		n, err := strconv.Atoi(l)
		if err != nil || n <= 0 || n > len(body) {
			return doc, errMalformed
		}
		doc.Inputs = append(doc.Inputs, body[:n:n])
		body = body[n:]
	}
	if len(body) > 0 {
		return doc, errMalformed
	}
	return doc, nil
}

// answer is what a reading box says: one of the two.
type answer struct {
	Result *extract.Result `json:"result,omitempty"`
	Error  *extract.Error  `json:"error,omitempty"`
}

// Work reads others' documents with a reader of the kinds that may be read here.
func Work(r extract.Reader, kinds []extract.Kind, maxPages int, limit time.Duration) share.Work {
	return func(ctx context.Context, t share.Task) ([]byte, share.State) {
		doc, err := Unpack(t.Words, t.Body, maxPages)
		if err == nil && !slices.Contains(kinds, doc.Kind) {
			return nil, share.Busy // another box may know it: kinds of one's own differ
		}
		var res extract.Result
		if err != nil {
			err = extract.Errorf(extract.KindUnsupported, "what was sent to be read is malformed")
		} else {
			ctx, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			res, err = r.Read(ctx, doc)
		}
		switch kind := extract.KindOf(err); {
		case ctx.Err() != nil, kind == extract.KindBusy, kind == extract.KindUnavailable:
			return nil, share.Busy
		case kind == extract.KindCrashed, kind == extract.KindTimeout:
			return nil, share.Died
		}
		b, err := encode(res, err)
		if err != nil {
			return nil, share.Died
		}
		return b, share.Done
	}
}

func encode(res extract.Result, err error) ([]byte, error) {
	if err == nil {
		return json.Marshal(answer{Result: &res})
	}
	var e *extract.Error
	if !errors.As(err, &e) {
		e = &extract.Error{Kind: extract.KindInternal, Message: "internal error"}
	}
	return json.Marshal(answer{Error: e})
}

// decode reads an answer to a document of a kind.
func decode(b []byte, kind extract.Kind) (extract.Result, error) {
	var a answer
	err := json.Unmarshal(b, &a)
	switch {
	case err != nil || (a.Result == nil) == (a.Error == nil):
	case a.Error != nil && a.Error.Kind != "":
		return extract.Result{}, a.Error
	case a.Result != nil && a.Result.Kind == kind && len(a.Result.Pages) > 0:
		return *a.Result, nil
	}
	return extract.Result{}, extract.Errorf(extract.KindInternal, "the box that read it gave no sound answer")
}
