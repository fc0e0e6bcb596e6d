// Command forms keeps what the page engine says of certificates, policies and statements, and reads them from that without it:
//
//	forms -kind tawi FILE… > TAPE          reads the files with the engine
//	forms -kind tawi -replay < TAPE        reads the tape; one JSON object a page: file, fields
//	forms -kind statement -replay < TAPE   the same of statements, one object a file: file, status, answer, csv
//	forms -kind tawi -replay -doubts …     each field with what its confidence is made of, as scripts/train/sure learns from
//
// A region that the tape does not hold is answered with nothing, as where a recogniser reads nothing.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/extract/policy"
	"lensd/extract/tawi"
	"lensd/vision/geom"
	"lensd/vision/pdf"
	"lensd/vision/sheet"
)

// tape is one page with all that was asked of it. It is an extract.Sheet.
type tape struct {
	File         string
	SourceWidth  int
	SourceHeight int
	Source       geom.Homography `json:"ToSource"` // sheet pixels to those of the sender's picture
	extract.Layout
	Reads map[string]extract.Text

	live extract.Sheet // nil: replayed
}

func key(q geom.Quad, h extract.Hint) string {
	b, way := q.Bounds(), ""
	if h.Closely {
		way = "|closely"
	}
	return fmt.Sprintf("%.0f,%.0f,%.0f,%.0f|%s|%s|%d%s", b.X0, b.Y0, b.X1, b.Y1, h.Script, h.Charset, len(h.Lexicon), way)
}

// Number implements extract.Sheet, as all that follows does.
func (t *tape) Number() int                                     { return t.Layout.Number }
func (t *tape) Size() (width, height int)                       { return t.Width, t.Height }
func (t *tape) SourceSize() (width, height int)                 { return t.SourceWidth, t.SourceHeight }
func (t *tape) ToSource(q geom.Quad) geom.Quad                  { return t.Source.Quad(q) }
func (t *tape) Lines(context.Context) ([]extract.Line, error)   { return t.Layout.Lines, nil }
func (t *tape) Tables(context.Context) ([]extract.Table, error) { return nil, nil }

// page hides the layout's own members of the sheet's names.
type page struct{ *tape }

func (p page) Layout(context.Context) (*extract.Layout, error) { return &p.tape.Layout, nil }

func (p page) Read(ctx context.Context, regions []geom.Quad, hint extract.Hint) ([]extract.Text, error) {
	out := make([]extract.Text, len(regions))
	var err error
	if p.live != nil {
		if out, err = p.live.Read(ctx, regions, hint); err != nil {
			return nil, err
		}
	}
	for i, q := range regions {
		if p.live == nil {
			out[i] = p.Reads[key(q, hint)]
			continue
		}
		kept := out[i]
		kept.Chars = nil
		p.Reads[key(q, hint)] = kept
	}
	return out, nil
}

// kind reads a page: its fields and, for each, what its confidence is made of.
type kind func(context.Context, extract.Sheet) (extract.Item, [][]float32, error)

func open(name string) (kind, error) {
	switch name {
	case "tawi":
		r, err := tawi.New()
		return r.Explain, err
	case "policy":
		r, err := policy.New()
		return r.Explain, err
	case "statement":
		return rows(), nil
	}
	return nil, fmt.Errorf("there is no kind %q", name)
}

func main() {
	name := flag.String("kind", "tawi", "tawi, policy or statement")
	replay := flag.Bool("replay", false, "read a tape from standard input")
	doubts := flag.Bool("doubts", false, "with -replay: add what confidences are made of")
	flag.Parse()
	k, err := open(*name)
	if err == nil && *replay && *name == "statement" {
		err = accounts(json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20)), json.NewEncoder(os.Stdout))
	} else if err == nil && *replay {
		err = replayed(k, *doubts)
	} else if err == nil {
		err = record(k, flag.Args())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func record(k kind, files []string) error {
	rec, err := readers.OpenText("auto")
	if err != nil {
		return err
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
	ctx := context.Background()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		err = opener.Each(ctx, extract.Document{Inputs: [][]byte{b}}, func(s *sheet.Sheet, failed *extract.Error) error {
			if failed != nil {
				return failed
			}
			l, err := s.Layout(ctx)
			if err != nil {
				return err
			}
			w, h := s.SourceSize()
			t := &tape{File: f, SourceWidth: w, SourceHeight: h, Source: s.Homography(), Layout: *l, Reads: map[string]extract.Text{}, live: s}
			if _, _, err := k(ctx, page{t}); err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", f, err)
			}
			return out.Encode(t)
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", f, err)
		}
	}
	return nil
}

// replayed prints the reading of each page of a tape.
func replayed(k kind, doubts bool) error {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	out := json.NewEncoder(os.Stdout)
	for {
		var t tape
		if err := in.Decode(&t); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Source == (geom.Homography{}) {
			t.Source, t.SourceWidth, t.SourceHeight = geom.Affine(1, 0, 0, 0, 1, 0), t.Width, t.Height
		}
		item, v, err := k(context.Background(), page{&t})
		row := map[string]any{"file": t.File, "fields": item.Fields}
		if err != nil {
			row["error"] = err.Error()
		}
		if doubts {
			row["doubts"] = v
		}
		if err := out.Encode(row); err != nil {
			return err
		}
	}
}
