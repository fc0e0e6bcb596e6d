// Command rows turns generated pages into what the trainer of the field finder reads, or measures a finder on them:
// rows -kind label [-model FILE] -stage 0|1|2 OUT < PAGES, or -measure. A page is one JSON object a line: an extract.Layout
// with "truth", a list of {Field, Value, Quads}, and, for -kind declared, "kind", the page's own fields and captions. Rows are float32: page, field, right, features; the first holds the count.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/find/tag"
)

// among is what parts a field's number from that of its assignment.
const among = 100

// page is one generated page.
type page struct {
	File string
	extract.Layout
	Truth []find.Truth `json:"truth"`
	Kind  *declaration `json:"kind"`
}

// declaration is a kind of one page alone.
type declaration struct {
	Fields   []find.Field      `json:"fields"`
	Captions []caption.Caption `json:"captions"`
}

// errNoWords: taggers were trained for long on what the generic model says of words, and told in the product what the kind's own does.
var errNoWords = errors.New("rows: -tags needs -model (and, where it has one, its -tagger): the tagger is told of words what that model says of them")

func main() {
	kind := flag.String("kind", "label", "the kind to train, see kinds.go")
	model := flag.String("model", "", "model of the stages before")
	stage := flag.Int("stage", 0, "0 and 1: scores, 2: confidence")
	measure := flag.Bool("measure", false, "tell how many fields are right instead")
	show := flag.Bool("show", false, "with -measure: print what is wrong")
	tagger := flag.String("tagger", "", "net of the tagger, for kinds that have one")
	words := flag.Bool("tags", false, "write pages for the tagger of words instead")
	flag.Parse()
	if err := run(*kind, *model, *tagger, *stage, *measure, *show, *words, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

func run(kind, model, tagger string, stage int, measure, show, words bool, out string) error {
	if words && model == "" {
		return errNoWords
	}
	m, err := open(model, find.ReadModel)
	if err != nil {
		return err
	}
	t, err := open(tagger, tag.Read)
	if err != nil {
		return err
	}
	finders, err := finderOf(kind, m, t)
	if err != nil {
		return err
	}
	if measure {
		return tell(finders, show)
	}
	if words {
		return tags(finders, out)
	}
	w, err := os.Create(out)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(w, 1<<20)
	n := 0
	err = each(func(i int, p *page) error {
		finder, _, err := finders(p)
		if err != nil {
			return err
		}
		for _, e := range finder.Examples(&p.Layout, p.Truth, stage) {
			if n == 0 {
				head := make([]float32, len(e.Features)+3)
				head[0] = float32(len(head))
				if err := binary.Write(buf, binary.LittleEndian, head); err != nil {
					return err
				}
			}
			n++
			right := float32(0)
			if e.Right {
				right = 1
			}
			if err := binary.Write(buf, binary.LittleEndian, append([]float32{float32(i), float32(e.Field + among*e.Among), right}, e.Features...)); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, buf.Flush(), w.Close())
}

// finderOf returns what gives the finder of a page and its fields: the same for all, or one for each that brings its own kind.
func finderOf(kind string, m *find.Model, t *tag.Net) (func(*page) (*find.Finder, []find.Field, error), error) {
	if kind == "declared" {
		if m == nil {
			return nil, errors.New("-kind declared needs -model")
		}
		return func(p *page) (*find.Finder, []find.Field, error) {
			if p.Kind == nil {
				return nil, nil, fmt.Errorf("page %s declares no kind", p.File)
			}
			f, err := find.New(find.Kind{Fields: p.Kind.Fields, Captions: p.Kind.Captions, Model: m})
			return f, p.Kind.Fields, err
		}, nil
	}
	k, err := declare(kind, m, t)
	if err != nil {
		return nil, err
	}
	finder, err := find.New(k)
	return func(*page) (*find.Finder, []find.Field, error) { return finder, k.Fields, nil }, err
}

// open reads what was trained from a file; without a name there is nothing.
func open[T any](name string, read func(io.Reader) (*T, error)) (*T, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}

// each reads pages from standard input.
func each(do func(i int, p *page) error) error {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	for i := 0; ; i++ {
		var p page
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("page %d: %w", i, err)
		}
		if err := do(i, &p); err != nil {
			return err
		}
	}
}
