package main

import (
	"bufio"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/pdf"
	"lensd/vision/sheet"
)

// truthDPI is the resolution that scripts/synth/table tells places in.
const truthDPI, a4Width = 150.0, 794.0 / 96

// cell is one of the truth.
type cell struct {
	Row     int          `json:"row"`
	Column  int          `json:"column"`
	RowSpan int          `json:"row_span"`
	ColSpan int          `json:"col_span"`
	Text    string       `json:"text"`
	Box     [][2]float64 `json:"bbox"`
}

type truth struct {
	Rows  int    `json:"n_row"`
	Cols  int    `json:"n_column"`
	Cells []cell `json:"cells"`
}

// sample is an analysed page with its truth. Owner tells the true cell of each word by its box: table*10000 + index; words
// of no table are not in it.
type sample struct {
	File   string
	Set    string
	Tags   []string
	Tables []truth
	Page   layout.Page
	Owner  map[layout.Box]int
	Words  map[int]int // how many words each true cell has
}

func load(name string) (*sample, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &sample{}
	return s, gob.NewDecoder(bufio.NewReader(f)).Decode(s)
}

func (s *sample) save(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := gob.NewEncoder(f).Encode(s); err != nil {
		return err
	}
	return f.Close()
}

// look analyses the first page of every document of the folders.
func look(cache string, folders []string) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	rec, err := readers.OpenText("net")
	if err != nil {
		return err
	}
	defer rec.Close()
	home, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	renderer, err := pdf.Open(pdf.Config{CacheDir: filepath.Join(home, "lensd")})
	if err != nil {
		return err
	}
	defer renderer.Close()
	opener := sheet.NewOpener(sheet.Config{Recognizer: rec, PDF: renderer, MaxPages: 1})
	for _, folder := range folders {
		if err := lookInto(folder, cache, opener); err != nil {
			return err
		}
	}
	return nil
}

// lookInto analyses the documents of one folder that are not in the cache; one that fails is told and left out.
func lookInto(folder, cache string, opener *sheet.Opener) error {
	f, err := os.Open(filepath.Join(folder, "truth.jsonl"))
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row struct {
			File   string   `json:"file"`
			Set    string   `json:"set"`
			Tags   []string `json:"tags"`
			Tables []truth  `json:"tables"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return err
		}
		name := filepath.Join(cache, row.File+".gob")
		if _, err := os.Stat(name); err == nil {
			continue
		}
		s := &sample{File: row.File, Set: row.Set, Tags: row.Tags, Tables: row.Tables}
		if err := s.analyse(opener, filepath.Join(folder, "files", row.File)); err != nil {
			fmt.Fprintln(os.Stderr, row.File, err)
			continue
		}
		if err := s.save(name); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (s *sample) analyse(opener *sheet.Opener, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sheets, _, err := opener.Open(context.Background(), extract.Document{Inputs: [][]byte{b}})
	if err != nil {
		return err
	}
	defer sheets[0].Close()
	s.Page = *sheets[0].Analysis()
	s.Page.Ink, s.Page.Clean = nil, nil
	w, _ := sheets[0].SourceSize()
	scale := 1.0
	if strings.HasSuffix(path, ".pdf") {
		scale = float64(w) / (a4Width * truthDPI)
	}
	s.own(sheets[0].ToSource, scale)
	return nil
}

// own tells which true cell each word stands in.
func (s *sample) own(toSource func(geom.Quad) geom.Quad, scale float64) {
	s.Owner, s.Words = map[layout.Box]int{}, map[int]int{}
	for _, p := range s.Page.Phrases {
		for _, w := range p.Words {
			q := toSource(geom.QuadOf(geom.Rect{X0: float64(w.X0), Y0: float64(w.Y0), X1: float64(w.X1), Y1: float64(w.Y1)}))
			at := q.Center()
			for t, tb := range s.Tables {
				for i, c := range tb.Cells {
					if len(c.Box) == 4 && inside(c.Box, scale, at) {
						s.Owner[w.Box] = t*10000 + i
						s.Words[t*10000+i]++
					}
				}
			}
		}
	}
}

// inside reports that a point lies in a true cell's print. In a photograph that stands askew: its upright bounds would reach
// into the rows above and below.
func inside(box [][2]float64, scale float64, at geom.Point) bool {
	var q geom.Quad
	for i, p := range box {
		q[i] = geom.Point{X: p[0] * scale, Y: p[1] * scale}
	}
	return q.Holds(at)
}

func (s *sample) sizes() (out [][2]int) {
	for _, t := range s.Tables {
		out = append(out, [2]int{t.Rows, t.Cols})
	}
	return out
}

// relation says that two cells are neighbours, the second to the right of the first or below it.
type relation struct {
	a, b int
	down bool
}

// placed is a cell as both sides have it: where, and what it is.
type placed struct{ row, col, rows, cols, id int }

// relations returns the neighbours of a table's cells, passing over blank ones.
func relations(cells []placed) map[relation]bool {
	grid := map[[2]int]*placed{}
	for i := range cells {
		c := &cells[i]
		for r := range max(1, c.rows) {
			for k := range max(1, c.cols) {
				grid[[2]int{c.row + r, c.col + k}] = c
			}
		}
	}
	const blank = -1
	out := map[relation]bool{}
	for at, c := range grid {
		if c.id == blank {
			continue
		}
		for _, step := range [][2]int{{0, 1}, {1, 0}} {
			next := [2]int{at[0] + step[0], at[1] + step[1]}
			for grid[next] != nil && (grid[next] == c || grid[next].id == blank) {
				next = [2]int{next[0] + step[0], next[1] + step[1]}
			}
			if o := grid[next]; o != nil && o != c {
				out[relation{c.id, o.id, step[0] == 1}] = true
			}
		}
	}
	return out
}

// wanted returns the true relations of a table.
func (s *sample) wanted(t int) map[relation]bool {
	var cells []placed
	for i, c := range s.Tables[t].Cells {
		p := placed{c.Row, c.Column, c.RowSpan, c.ColSpan, t*10000 + i}
		if s.Words[p.id] == 0 {
			p.id = -1
		}
		cells = append(cells, p)
	}
	return relations(cells)
}

func (s *sample) tablesTouched(ids []placed) []int {
	var out []int
	for _, p := range ids {
		if t := p.id / 10000; p.id >= 0 && p.id < foreign && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
