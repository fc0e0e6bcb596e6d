// Command joints writes what the page engine sees between words that follow each other, and whether they are of one printed line:
//
//	joints FOLDER… > ROWS.tsv    a row a joint: picture, 1 or 0, the features
//
// Each FOLDER holds pictures and a truth.jsonl as scripts/synth/label/pages.py and scripts/synth/lines/pages.py write them. Words of two
// printed pieces that stand close in one size may be read as one line or as two: they are left out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/sheet"
)

// When words of two printed pieces are of two lines: the white in the lower one's height, or the ratio of the heights.
const (
	apart     = 0.9
	otherSize = 1.3 // of the printed pieces and of the words: what has no letters that reach up is lower in the same size
)

// row is what is printed on a picture, in its pixels.
type row struct {
	File  string  `json:"file"`
	Lines []piece `json:"lines"`
	Cut   []quad  `json:"cut"`
}

type piece struct {
	Quad quad `json:"quad"`
}

func main() {
	rec, err := readers.OpenText("net")
	if err != nil {
		log.Fatal(err)
	}
	defer rec.Close()
	opener := sheet.NewOpener(sheet.Config{Recognizer: rec, Codes: true, Tickless: true})
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, folder := range os.Args[1:] {
		if err := tellAll(opener, folder, out); err != nil {
			log.Fatal(err)
		}
	}
}

func tellAll(opener *sheet.Opener, folder string, out *bufio.Writer) error {
	f, err := os.Open(filepath.Join(folder, "truth.jsonl"))
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var r row
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(folder, filepath.Base(r.File)))
		if err != nil {
			return err
		}
		err = opener.Papers(context.Background(), extract.Document{Inputs: [][]byte{b}}, func(_ int, papers []*sheet.Sheet, failed *extract.Error) error {
			for _, s := range papers {
				r.tell(s, out)
			}
			return nil
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", r.File, err)
		}
	}
	return in.Err()
}

// tell writes the joints of a sheet.
func (r row) tell(s *sheet.Sheet, out *bufio.Writer) {
	for _, j := range s.Analysis().Joints() {
		a, b := r.at(s, j.Left), r.at(s, j.Right)
		if a < 0 || b < 0 || j.Near() || a != b && r.either(a, b, j) {
			continue
		}
		same := 0
		if a == b {
			same = 1
		}
		fmt.Fprintf(out, "%s\t%d", r.File, same)
		for _, v := range j.Features {
			fmt.Fprintf(out, "\t%.4g", v)
		}
		fmt.Fprintln(out)
	}
}

// either reports that it does not matter whether two pieces are read as one line.
func (r row) either(a, b int, j layout.Joint) bool {
	ha, hb := r.Lines[a].Quad.tall(), r.Lines[b].Quad.tall()
	lower, higher := float64(min(j.Left.Height, j.Right.Height)), float64(max(j.Left.Height, j.Right.Height))
	return float64(j.Right.X0-j.Left.X1) < apart*lower && (max(ha, hb) < otherSize*min(ha, hb) || higher < otherSize*lower)
}

// at returns the printed piece that a word stands in, -1 where there is none or its end is cut.
func (r row) at(s *sheet.Sheet, w layout.Word) int {
	c := s.ToSource(geom.QuadOf(geom.Rect{X0: float64(w.X0), Y0: float64(w.Y0), X1: float64(w.X1), Y1: float64(w.Y1)})).Center()
	for _, q := range r.Cut {
		if q.geom().Holds(c) {
			return -1
		}
	}
	for i, p := range r.Lines {
		if p.Quad.geom().Holds(c) {
			return i
		}
	}
	return -1
}

// quad is one of the truth's.
type quad [4][2]float64

func (q quad) geom() (out geom.Quad) {
	for i, p := range q {
		out[i] = geom.Point{X: p[0], Y: p[1]}
	}
	return out
}

// tall is the height of a quad's left side.
func (q quad) tall() float64 { return q.geom()[0].Dist(q.geom()[3]) }
