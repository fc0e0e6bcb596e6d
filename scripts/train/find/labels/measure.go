package main

import (
	"bufio"
	"context"
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
// With lessons the first so many pages of each arrangement (pages.py -copies) teach, as if a person had corrected them, and the others are
// scored without that and with it.
func measure(show bool, lessons int) error {
	r, err := label.New()
	if err != nil {
		return err
	}
	pages, err := readPages()
	if err != nil {
		return err
	}
	if lessons > 0 {
		var site *find.Site
		site, pages = learned(r, pages, lessons)
		fmt.Printf("%d layouts learned; before:\n", len(site.Layouts))
		tell(r, pages, show)
		fmt.Println("after:")
		r = r.With(site)
	}
	tell(r, pages, show)
	return nil
}

func readPages() (pages []page, err error) {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	for {
		var p page
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return pages, nil
		} else if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
}

// learned returns what the first pages of each arrangement teach, and the other pages.
func learned(r *label.Reader, pages []page, lessons int) (*find.Site, []page) {
	count := map[string]int{}
	var teach []find.Lesson
	var rest []page
	for _, p := range pages {
		layout := p.File[:max(0, strings.LastIndexByte(p.File, '_'))]
		if count[layout]++; count[layout] > lessons {
			rest = append(rest, p)
			continue
		}
		said := map[string]string{label.FieldName: "", label.FieldAddress: "", label.FieldPhone: ""}
		for _, t := range p.Truth {
			if had, is := said[t.Field]; is && had == "" {
				said[t.Field] = t.Value
			}
		}
		teach = append(teach, find.Lesson{Page: p.scene().Layout(), Said: said})
	}
	return r.Learn(teach), rest
}

// tell prints how pages are read.
func tell(r *label.Reader, pages []page, show bool) {
	var all figures
	for i := range pages {
		all.page(r, &pages[i], show)
	}
	fmt.Printf("refused %v\nname %v\naddress_cer %v\nphone %v\npostcode %v\nsure %v\nsure_and_wrong %v\nswapped %v\n", &all.refused, &all.name, &all.address, &all.phone, &all.postcode, &all.sure, &all.wrong, &all.swapped)
}

// page is a row of what this command writes.
type page struct {
	File string
	extract.Layout
	Truth []find.Truth `json:"truth"`
}

// scene is the page as the reader of labels takes it.
func (p *page) scene() label.Scene { return label.SceneOf(&p.Layout) }

// read returns the fields of the first label of a page.
func (p *page) read(r *label.Reader) (got map[string]extract.Field, found bool) {
	got = map[string]extract.Field{}
	for _, part := range r.Split(context.Background(), p.scene()) {
		item, ok := r.Read(context.Background(), part.Scene)
		if !ok || found {
			continue
		}
		found = true
		for _, v := range item.Fields {
			got[v.Name] = v
		}
	}
	return got, found
}

// page scores the first label of a page.
func (f *figures) page(r *label.Reader, p *page, show bool) {
	got, found := p.read(r)
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
