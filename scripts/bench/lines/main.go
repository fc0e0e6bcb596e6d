// Command lines reads the crops of a manifest (cut.py) with one recogniser and writes what it read, one JSON row a line,
// with the user CPU time and the resident memory that it took on standard error. Run it with OMP_THREAD_LIMIT=1.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/vision/cleanline"
	"lensd/vision/linenet"
	"lensd/vision/ocr"
	"lensd/vision/recognize"
)

// row is a line of the manifest, and with the readings what is written.
type row struct {
	File       string         `json:"file"`
	Text       string         `json:"text"`
	Group      string         `json:"group"`
	Script     extract.Script `json:"script"`
	Read       string         `json:"read"`
	Confidence float64        `json:"confidence"`
	Weakest    float64        `json:"weakest"`
	Evidence   []float32      `json:"evidence,omitempty"`
}

func main() {
	folder := flag.String("in", "", "folder with manifest.jsonl")
	engine := flag.String("engine", "net", "auto, net, tesseract (as readers.text), raw: Tesseract without cleaned crops, or evidence: net, and what its confidence is made of")
	hinted := flag.Bool("hint", false, "tell the recogniser each line's script")
	only := flag.String("only", "", "read only groups whose name holds this")
	force := flag.String("script", "", "one script for all lines: any, thai, latin, digit")
	small := flag.Bool("small", false, "say of the crops that they are enlarged small print")
	turned := flag.Bool("turned", false, "show the crops upside down")
	flag.Parse()
	if err := run(*folder, *engine, *hinted, *only, *force, *turned, *small); err != nil {
		log.Fatal(err)
	}
}

func run(folder, engine string, hinted bool, only, force string, turned, small bool) error {
	rows, err := manifest(filepath.Join(folder, "manifest.jsonl"))
	if err != nil {
		return err
	}
	rec, weighed, err := open(engine)
	if err != nil {
		return err
	}
	defer rec.Close()
	rows = slices.DeleteFunc(rows, func(r row) bool { return !strings.Contains(r.Group, only) })
	crops := make([]*image.Gray, len(rows))
	groups := map[extract.Script][]int{}
	for i, r := range rows {
		if crops[i], err = load(filepath.Join(folder, r.File)); err != nil {
			return err
		}
		if turned {
			slices.Reverse(crops[i].Pix)
		}
		s := extract.ScriptAny
		switch {
		case force != "" && force != "any":
			s = extract.Script(force)
		case hinted:
			s = r.Script
		}
		groups[s] = append(groups[s], i)
	}
	before, base := cpu(), rss()
	for s, members := range groups {
		if err := read(rec, crops, rows, members, recognize.Request{Hint: extract.Hint{Script: s}, Small: small}); err != nil {
			return err
		}
		for k, i := range members {
			if weighed != nil {
				rows[i].Evidence = weighed.made[k]
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d lines, %.2f ms a line (user CPU), RSS %s before the first line, %s after the last\n", len(rows), (cpu()-before)/float64(len(rows))*1e3, base, rss())
	enc := json.NewEncoder(os.Stdout)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// open opens a recogniser; weighed knows what the confidence of what it read last is made of, nil where it does not tell.
func open(engine string) (rec recognize.Recognizer, weighed *weighing, err error) {
	switch engine {
	case "raw":
		return ocr.New(), nil, nil
	case "evidence":
		net, err := linenet.New()
		weighed = &weighing{Reader: net}
		return recognize.Prepared("net", weighed, cleanline.Clean), weighed, err
	}
	rec, err = readers.OpenText(engine)
	return rec, nil, err
}

// weighing keeps what the net's confidence in the lines that it read last is made of.
type weighing struct {
	*linenet.Reader
	made [][]float32
}

// Read implements recognize.Recognizer.
func (w *weighing) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	w.made = w.made[:0]
	weighed, err := w.Weigh(ctx, lines)
	texts := make([]extract.Text, len(weighed))
	for i, one := range weighed {
		texts[i] = one.Text
		w.made = append(w.made, one.Evidence)
	}
	return texts, err
}

func read(rec recognize.Recognizer, crops []*image.Gray, rows []row, members []int, lines recognize.Request) error {
	for _, i := range members {
		lines.Crops = append(lines.Crops, crops[i])
	}
	texts, err := rec.Read(context.Background(), lines)
	if err != nil {
		return err
	}
	for k, i := range members {
		rows[i].Read, rows[i].Confidence, rows[i].Weakest = texts[k].Value, texts[k].Confidence, 1
		for _, c := range texts[k].Chars {
			rows[i].Weakest = min(rows[i].Weakest, c.Confidence)
		}
	}
	return nil
}

func load(path string) (*image.Gray, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := image.NewGray(m.Bounds())
	draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Src)
	return out, nil
}

func manifest(path string) ([]row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows []row
	for s := bufio.NewScanner(f); s.Scan(); {
		var r row
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// cpu returns the user CPU seconds of this process.
func cpu() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

func rss() string {
	b, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}
