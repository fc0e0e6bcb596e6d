// Command layout writes what the page engine finds on documents: one JSON object a page with its file, the map from the sheet
// to the sender's picture and the extract.Layout. Training and tests of the field finder read it. Run it with
// OMP_THREAD_LIMIT=1: layout [-text auto] [-password P] [-plain] [-crops [-room R]] FILE…
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"log"
	"os"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/pdf"
	"lensd/vision/sheet"
)

// asRead stands for the crops that lines were read in.
const asRead = -1

// page is one row of the output.
type page struct {
	File         string
	SourceWidth  int
	SourceHeight int
	ToSource     geom.Homography // sheet pixels to those of the sender's picture
	extract.Layout
	Crops [][]byte `json:",omitempty"` // of each line, as recognisers see it, in PNG; with -crops
}

func main() {
	text := flag.String("text", "auto", "line recogniser: auto, tesseract or net")
	password := flag.String("password", "", "of PDFs")
	plain := flag.Bool("plain", false, "leave characters and alternatives out")
	crops := flag.Bool("crops", false, "add what each line was read in")
	room := flag.Float64("room", asRead, "of letters' height around lines along the page, which -crops then cuts without the print of the lines over and under them")
	flag.Parse()
	if err := run(*text, *password, *plain, *crops, *room, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(text, password string, plain, crops bool, room float64, files []string) error {
	rec, err := readers.OpenText(text)
	if err != nil {
		return err
	}
	seen := &tap{rec, map[string][]*image.Gray{}}
	if crops {
		rec = seen
	}
	defer rec.Close()
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	renderer, err := pdf.Open(pdf.Config{CacheDir: cache + "/lensd"})
	if err != nil {
		return err
	}
	defer renderer.Close()
	opener := sheet.NewOpener(sheet.Config{Recognizer: rec, PDF: renderer})
	out := json.NewEncoder(os.Stdout)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		doc := extract.Document{Inputs: [][]byte{b}, Options: extract.Options{PDFPassword: password}}
		err = opener.Each(context.Background(), doc, func(s *sheet.Sheet, failed *extract.Error) error {
			if failed != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", f, failed)
				return nil
			}
			l, err := s.Layout(context.Background())
			if err != nil {
				return err
			}
			if plain {
				strip(l)
			}
			cut, err := seen.of(l.Lines)
			if err != nil {
				return err
			}
			switch {
			case !crops:
				cut = nil
			case room > asRead:
				if cut, err = alone(s, l.Lines, room); err != nil {
					return err
				}
			}
			w, h := s.SourceSize()
			return out.Encode(page{f, w, h, s.Homography(), *l, cut})
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", f, err)
		}
	}
	return nil
}

// strip leaves of each line its text, quad and words.
func strip(l *extract.Layout) {
	for i := range l.Lines {
		l.Lines[i].Text.Chars, l.Lines[i].Text.Alternatives = nil, nil
		for j := range l.Lines[i].Words {
			l.Lines[i].Words[j].Text.Chars = nil
		}
	}
}
