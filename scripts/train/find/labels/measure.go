package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agnivade/levenshtein"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/label"
	"lensd/vision/geom"
)

// sure is the confidence from which on a name counts as sure.
const sure = 0.8

// tally sums up one figure.
type tally struct{ sum, n float64 }

func (t *tally) add(v float64) { t.sum, t.n = t.sum+v, t.n+1 }

func (t *tally) String() string { return fmt.Sprintf("%.3f (%.0f)", t.sum/max(1, t.n), t.n) }

// figures are what labels are scored by.
type figures struct{ refused, name, address, phone, postcode, sure, wrong, swapped tally }

// measure prints how pages that this command wrote are read, without the second look at chosen lines: names right, wrong
// letters of addresses, phones, postcodes, names that are sure, that are sure and wrong, and senders taken for receivers.
// Phones that are masked are not counted.
func measure(show bool) error {
	r, err := label.New()
	if err != nil {
		return err
	}
	var all figures
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	for {
		var p page
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		all.page(r, &p, show)
	}
	fmt.Printf("refused %v\nname %v\naddress_cer %v\nphone %v\npostcode %v\nsure %v\nsure_and_wrong %v\nswapped %v\n", &all.refused, &all.name, &all.address, &all.phone, &all.postcode, &all.sure, &all.wrong, &all.swapped)
	return nil
}

// page is a row of what this command writes.
type page struct {
	File string
	extract.Layout
	Truth []find.Truth `json:"truth"`
}

// scene is the page as the reader of labels takes it.
func (p *page) scene() label.Scene {
	s := label.Scene{Width: p.Width, Height: p.Height, Lines: p.Lines, Codes: p.Codes}
	for _, r := range p.Rules {
		if b := (geom.Quad{r.A, r.B, r.B, r.A}).Bounds(); b.W() > b.H() {
			s.Rows = append(s.Rows, b)
		} else {
			s.Cols = append(s.Cols, b)
		}
	}
	return s
}

// page scores the first label of a page.
func (f *figures) page(r *label.Reader, p *page, show bool) {
	got, found := map[string]extract.Field{}, false
	for _, part := range r.Split(p.scene()) {
		item, ok := r.Read(part.Scene)
		if !ok || found {
			continue
		}
		found = true
		for _, v := range item.Fields {
			got[v.Name] = v
		}
	}
	f.refused.add(one(!found))
	truth := map[string]string{}
	for _, t := range p.Truth {
		if truth[t.Field] == "" {
			truth[t.Field] = t.Value
		}
	}
	if truth[label.FieldName] == "" {
		return
	}
	name, address := got[label.FieldName], got[label.FieldAddress].Value
	right := find.Same(find.Name, truth[label.FieldName], name.Value)
	off := wrong(truth[label.FieldAddress], address)
	f.name.add(one(right))
	f.address.add(off)
	phoned := true
	if want := truth[label.FieldPhone]; want != "" && !strings.Contains(want, "*") {
		phoned = find.Same(find.Phone, want, got[label.FieldPhone].Value)
		f.phone.add(one(phoned))
	}
	if code := postcode(truth[label.FieldAddress]); code != "" {
		f.postcode.add(one(strings.Contains(address, code)))
	}
	f.sure.add(one(name.Confidence >= sure))
	f.wrong.add(one(name.Confidence >= sure && !right))
	f.swapped.add(one(!right && name.Value != "" && find.Bare(name.Value) == find.Bare(truth["sender_name"])))
	if show && (!right || off > 0.04 || !phoned) {
		fmt.Printf("%s\n", p.File)
		for _, k := range []string{label.FieldName, label.FieldAddress, label.FieldPhone} {
			if find.Bare(truth[k]) != find.Bare(got[k].Value) {
				fmt.Printf("  %s %.2f %q want %q\n", k, got[k].Confidence, got[k].Value, truth[k])
			}
		}
	}
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// wrong is the share of letters that are wrong, at most 1.
func wrong(want, got string) float64 {
	a, b := find.Bare(want), find.Bare(got)
	return min(1, float64(levenshtein.ComputeDistance(a, b))/float64(max(1, len([]rune(a)))))
}

// postcode is the last run of five figures of an address.
func postcode(s string) (out string) {
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(run) == 5 {
			out = run
		}
	}
	return out
}
