// Command passport reads passports from what was kept of them, and from their pictures only where more is asked:
//
//	passport -tape TAPE FILE… > READINGS    one JSON object a page: file, fields
//	passport -tape TAPE -doubts FILE…       each field with what its confidence is made of, as scripts/train/sure learns from
//
// TAPE keeps zones, phrases and all readings of areas; what it does not hold is read from the pictures and added. A change in the
// rules is thus measured in seconds, one in the nets wants another tape.
package main

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"time"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/extract/passport"
	"lensd/vision/geom"
	"lensd/vision/mrz"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/viz"
)

// page is one zone of a picture with all that was asked of its print. It is a passport.Print.
type page struct {
	Evidence passport.Evidence
	Plane    *geom.Homography // millimetres to the picture; nil where no print can be cut
	Said     map[string][]passport.Phrase
	Reads    map[string][]extract.Text

	file string
	by   *engine
	live *viz.Page
}

// cut opens the picture when something is asked that was not asked before.
func (p *page) cut() (*viz.Page, error) {
	if p.live != nil {
		return p.live, nil
	}
	pic, err := decode(p.file)
	if err != nil {
		return nil, err
	}
	defer pic.Close()
	p.live, err = viz.Cut(pic.Mat(), *p.Plane, passport.VisualZone(), []geom.Rect{passport.Portrait()}, p.by.text)
	return p.live, err
}

// Phrases implements passport.Print, as all that follows does.
func (p *page) Phrases(ctx context.Context, script extract.Script) ([]passport.Phrase, error) {
	key := string(script)
	if _, ok := p.Said[key]; !ok {
		live, err := p.cut()
		if err != nil {
			return nil, err
		}
		if p.Said[key], err = live.Phrases(ctx, script); err != nil {
			return nil, err
		}
	}
	return append([]passport.Phrase(nil), p.Said[key]...), nil
}

func (p *page) Versions(ctx context.Context, a geom.Rect, script extract.Script) ([]extract.Text, error) {
	key := fmt.Sprintf("%.2f,%.2f,%.2f,%.2f|%s", a.X0, a.Y0, a.X1, a.Y1, script)
	if _, ok := p.Reads[key]; !ok {
		live, err := p.cut()
		if err != nil {
			return nil, err
		}
		if p.Reads[key], err = live.Versions(ctx, a, script); err != nil {
			return nil, err
		}
	}
	return append([]extract.Text(nil), p.Reads[key]...), nil
}

func (p *page) ToSource(r geom.Rect) geom.Quad { return p.Plane.Quad(geom.QuadOf(r)) }

// engine reads pictures.
type engine struct {
	zones *mrz.Reader
	text  recognize.Recognizer
}

func decode(file string) (*picture.Picture, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return picture.Decode(b, picture.DefaultLimits())
}

// open finds the zones of a picture.
func (e *engine) open(file string) ([]*page, error) {
	pic, err := decode(file)
	if err != nil {
		return nil, err
	}
	defer pic.Close()
	zones, err := e.zones.Read(pic.Mat())
	var out []*page
	for _, z := range zones {
		p := &page{Evidence: passport.Evidence{Zone: z.Reading}, Said: map[string][]passport.Phrase{}, Reads: map[string][]extract.Text{}}
		for _, l := range z.Lines {
			p.Evidence.Lines, p.Evidence.Chars = append(p.Evidence.Lines, l.Quad), append(p.Evidence.Chars, l.Chars)
		}
		if len(z.Lines) == 2 && len(z.Lines[0].Chars) == 44 {
			plane, err := passport.Register(z.Lines[0].Quad, z.Lines[1].Quad)
			if err != nil {
				return nil, err
			}
			p.Plane = &plane
		}
		out = append(out, p)
	}
	return out, err
}

func main() {
	tape := flag.String("tape", "", "what is kept of the pictures")
	doubts := flag.Bool("doubts", false, "add what confidences are made of")
	day := flag.String("now", time.Now().Format(time.DateOnly), "the day of the reading")
	flag.Parse()
	now, err := time.Parse(time.DateOnly, *day)
	if err == nil {
		err = run(*tape, flag.Args(), *doubts, now)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func run(tape string, files []string, doubts bool, now time.Time) error {
	zones, err := mrz.Open()
	if err != nil {
		return err
	}
	defer zones.Close()
	text, err := readers.OpenText("auto")
	if err != nil {
		return err
	}
	defer text.Close()
	all, e := map[string][]*page{}, &engine{zones, text}
	if err := load(tape, &all); err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	for _, file := range files {
		if _, ok := all[file]; !ok {
			if all[file], err = e.open(file); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		for _, p := range all[file] {
			p.file, p.by = file, e
			if err := tell(out, p, doubts, now); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			p.live = nil
		}
	}
	return save(tape, all)
}

func tell(out *json.Encoder, p *page, doubts bool, now time.Time) error {
	ev := p.Evidence
	if p.Plane != nil {
		ev.Print = p
	}
	if doubts {
		fields, made, err := passport.Explain(context.Background(), ev, now)
		if err != nil {
			return err
		}
		return out.Encode(map[string]any{"file": p.file, "fields": fields, "doubts": made})
	}
	fields, err := passport.Extract(context.Background(), ev, now)
	if err != nil {
		return err
	}
	return out.Encode(map[string]any{"file": p.file, "fields": fields})
}

func load(path string, all *map[string][]*page) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	return gob.NewDecoder(f).Decode(all)
}

func save(path string, all map[string][]*page) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := gob.NewEncoder(f).Encode(all); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
