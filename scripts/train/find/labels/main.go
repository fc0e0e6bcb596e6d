// Command labels reads pictures of labels with the real engine and writes what the training of the field finder takes: labels
// FOLDER TRUTH.jsonl > PAGES.jsonl, one JSON object a picture with its lines, rules and the truth in the label's frame, those of the receiver
// read twice as the product does.
// TRUTH is what scripts/synth/label/pages.py -pictures writes, or rows with reciever_name, … alone. Run it with OMP_THREAD_LIMIT=1.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/label"
	"lensd/vision/geom"
	"lensd/vision/sheet"
)

// row is one picture's truth.
type row struct {
	File    string       `json:"file"`
	Name    string       `json:"reciever_name"`
	Address string       `json:"reciever_address"`
	Phone   string       `json:"reciever_phone_number"`
	Truth   []find.Truth `json:"truth"`
}

func main() {
	told := flag.Bool("measure", false, "tell how PAGES from standard input are read instead")
	show := flag.Bool("show", false, "with -measure: print what is wrong")
	lessons := flag.Int("lessons", 0, "with -measure: so many pages of each arrangement teach first")
	once := flag.Bool("once", false, "without the second look at the receiver's lines")
	text := flag.String("text", "auto", "recogniser: auto, net or tesseract; net alone takes a third of the time")
	flag.Parse()
	if *told {
		if err := measure(*show, *lessons); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(*text, *once, flag.Arg(0), flag.Arg(1)); err != nil {
		log.Fatal(err)
	}
}

func run(text string, once bool, folder, truth string) error {
	rec, err := readers.OpenText(text)
	if err != nil {
		return err
	}
	defer rec.Close()
	var receiver *label.Reader
	if !once {
		if receiver, err = label.New(); err != nil {
			return err
		}
	}
	f, err := os.Open(truth)
	if err != nil {
		return err
	}
	defer f.Close()
	out := json.NewEncoder(os.Stdout)
	opener := sheet.NewOpener(sheet.Config{Recognizer: rec, Codes: true, Tickless: true, Stamps: true, Parts: true})
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var r row
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return err
		}
		if err := read(opener, receiver, filepath.Join(folder, filepath.Base(r.File)), r, out); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", r.File, err)
		}
	}
	return in.Err()
}

// read writes the first paper of a picture; its receiver's lines are looked at twice unless receiver is nil.
func read(opener *sheet.Opener, receiver *label.Reader, path string, r row, out *json.Encoder) error {
	ctx := context.Background()
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	doc := extract.Document{Kind: extract.ShippingLabel, Inputs: [][]byte{b}}
	return opener.Papers(ctx, doc, func(_ int, papers []*sheet.Sheet, failed *extract.Error) error {
		if failed != nil {
			return failed
		}
		s := papers[0]
		if receiver != nil {
			if _, err := readers.LabelParts(ctx, s, receiver); err != nil {
				return err
			}
		}
		layout, err := s.Print(ctx)
		if err != nil {
			return err
		}
		back, err := s.Homography().Inverse()
		if err != nil {
			return err
		}
		return out.Encode(struct {
			File string
			extract.Layout
			Truth []find.Truth `json:"truth"`
		}{r.File, *label.SceneOf(layout).Layout(), r.truth(back)})
	})
}

// truth is what a picture shows, in the label's frame.
func (r *row) truth(toLabel geom.Homography) []find.Truth {
	for i := range r.Truth {
		for j, q := range r.Truth[i].Quads {
			r.Truth[i].Quads[j] = toLabel.Quad(q)
		}
	}
	if len(r.Truth) > 0 {
		return r.Truth
	}
	for f, v := range map[string]string{label.FieldName: r.Name, label.FieldAddress: r.Address, label.FieldPhone: r.Phone} {
		if v != "" {
			r.Truth = append(r.Truth, find.Truth{Field: f, Value: v})
		}
	}
	return r.Truth
}
