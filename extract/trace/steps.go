package trace

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"strings"

	"golang.org/x/image/draw"

	"lensd/extract"
	"lensd/extract/overlay"
)

// How pages and lines are kept.
const (
	longSide = 1600
	quality  = 80
	longLine = 900
)

// Gray keeps what a step saw of a page, with marks on it; marks are in the page's pixels.
func (t *Trace) Gray(name, note string, page *image.Gray, marks []overlay.Mark) {
	t.Picture(name, note, marks, func(side int) (*image.RGBA, float64, error) {
		canvas, scale := reduced(page, side)
		return canvas, scale, nil
	})
}

// Picture is Gray for a picture in colours, which is asked for only where it is wanted, its longer side brought down to side.
func (t *Trace) Picture(name, note string, marks []overlay.Mark, shot func(side int) (canvas *image.RGBA, scale float64, err error)) {
	if !t.Wide() {
		return
	}
	defer t.stage("trace")() // not the step's own time
	var b bytes.Buffer
	canvas, scale, err := shot(longSide)
	if err == nil {
		overlay.Draw(canvas, marks, scale)
		err = jpeg.Encode(&b, canvas, &jpeg.Options{Quality: quality})
	}
	if err != nil {
		note += ": " + err.Error()
	}
	t.add(Step{Name: name, Note: note, Picture: t.fitting(b.Bytes())})
}

// Rows keeps values that a step weighed.
func (t *Trace) Rows(name, note string, head []string, rows []Row) {
	if t.Wide() {
		t.add(Step{Name: name, Note: note, Head: head, Rows: rows})
	}
}

func (t *Trace) add(s Step) {
	s.Page = t.page
	t.report.Steps = append(t.report.Steps, s)
}

// fitting returns a picture that there is room for, else nil.
func (t *Trace) fitting(b []byte) []byte {
	if len(b) > t.room {
		t.report.LeftOut++
		return nil
	}
	t.room -= len(b)
	return b
}

// reduced returns an image as one to draw on, its longer side at most side, and by how much it was brought down.
func reduced(src image.Image, side int) (*image.RGBA, float64) {
	b := src.Bounds()
	scale := min(1, float64(side)/float64(max(b.Dx(), b.Dy(), 1)))
	out := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(b.Dx())*scale)), max(1, int(float64(b.Dy())*scale))))
	draw.ApproxBiLinear.Scale(out, out.Rect, src, b, draw.Src, nil)
	return out, scale
}

// crop is one line as it was cut out, and every reading of it.
type crop struct {
	shown    []byte
	readings []reading
}

type reading struct {
	by   string
	hint extract.Hint
	text extract.Text
}

// Lines keeps the readings of lines by one recogniser: cut are the crops as they were asked about, by which readings of one
// line are found again, shown is what the recogniser saw of them.
func (t *Trace) Lines(by string, cut, shown []*image.Gray, hint extract.Hint, texts []extract.Text) {
	if !t.Wide() {
		return
	}
	defer t.stage("trace")()
	for i, g := range cut {
		c := t.crops[g]
		if c == nil {
			c = &crop{shown: t.fitting(pngOf(shown[i]))}
			t.crops[g], t.order = c, append(t.order, c)
		}
		c.readings = append(c.readings, reading{by, hint, texts[i]})
	}
}

func pngOf(g *image.Gray) []byte {
	var src image.Image = g
	if g.Rect.Dx() > longLine {
		src, _ = reduced(g, longLine)
	}
	var b bytes.Buffer
	if png.Encode(&b, src) != nil {
		return nil
	}
	return b.Bytes()
}

// readings makes a step of all lines that were read since the last one.
func (t *Trace) readings() {
	if len(t.order) == 0 {
		return
	}
	var rows []Row
	for i, c := range t.order {
		for k, r := range c.readings {
			row := Row{Cells: []string{fmt.Sprint(i + 1), r.by, class(r.hint), r.text.Value, Share(r.text.Confidence), others(r.text)}}
			if k == 0 {
				row.Crop = c.shown
			}
			rows = append(rows, row)
		}
	}
	t.add(Step{Name: "readings", Note: "every line as a recogniser saw it, in the order of reading; one with several rows was doubted, or put to a vote",
		Head: []string{"line", "by", "class", "text", "confidence", "other readings"}, Rows: rows})
	clear(t.crops)
	t.order = nil
}

func class(h extract.Hint) string {
	out := string(h.Script)
	if out == "" {
		out = "any"
	}
	if h.Charset != "" || h.Pattern != "" || len(h.Lexicon) > 0 {
		out += ", held to a wish"
	}
	return out
}

func others(t extract.Text) string {
	var out []string
	for _, a := range t.Alternatives {
		out = append(out, a.Value+" ("+Share(a.Confidence)+")")
	}
	return strings.Join(out, " · ")
}

// Share writes a confidence or a score for people.
func Share(v float64) string { return fmt.Sprintf("%.2f", v) }

// Result keeps what is answered of each page.
func (t *Trace) Result(r extract.Result) {
	for _, p := range r.Pages {
		t.Page(p.Number)
		t.Rows("answer", failure(p), []string{"member", "value", "confidence", "printed"}, answers(p))
	}
}

func failure(p extract.Page) string {
	if p.Err != nil {
		return p.Err.Error()
	}
	return ""
}

func answers(p extract.Page) (rows []Row) {
	for n, item := range p.Items {
		if m := item.Meter; m != nil {
			rows = append(rows, Row{Cells: []string{"value", m.Value, Share(m.Confidence), ""}})
		}
		for _, f := range item.Fields {
			rows = append(rows, Row{Cells: []string{f.Name, f.Value, Share(f.Confidence), f.Printed}})
		}
		for k, table := range item.Tables {
			for _, c := range table.Cells {
				name := fmt.Sprintf("item %d, table %d, row %d, column %d", n+1, k+1, c.Row, c.Column)
				rows = append(rows, Row{Cells: []string{name, c.Text, Share(c.Confidence), ""}})
			}
		}
		for _, c := range item.Codes {
			rows = append(rows, Row{Cells: []string{c.Format, c.Text, "", ""}})
		}
	}
	return rows
}
