package label

import (
	"strings"

	"lensd/extract"
	"lensd/vision/geom"
)

// page builds a scene as a label is printed: each line at its place, a height of 20 unless given, 10 pixels a letter.
type page struct{ Scene }

func newPage() *page { return &page{Scene{Width: 800, Height: 1200}} }

func (p *page) line(x, y float64, text string, size ...float64) *page {
	h := 20.0
	if len(size) > 0 {
		h = size[0]
	}
	w := 0.5 * h * float64(len([]rune(text)))
	return p.quad(geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}), text)
}

func (p *page) quad(q geom.Quad, text string) *page {
	p.Lines = append(p.Lines, extract.Line{Quad: q, Text: extract.Text{Value: text, Confidence: 0.9}})
	return p
}

// upwards places a line that reads from the bottom to the top.
func (p *page) upwards(x, y float64, text string) *page {
	w := 10 * float64(len([]rune(text)))
	return p.quad(geom.Quad{{X: x, Y: y + w}, {X: x, Y: y}, {X: x + 20, Y: y}, {X: x + 20, Y: y + w}}, text)
}

func (p *page) rule(y float64) *page {
	p.Rows = append(p.Rows, geom.Rect{X0: 0, Y0: y, X1: 800, Y1: y + 3})
	return p
}

func (p *page) wall(x, y0, y1 float64) *page {
	p.Cols = append(p.Cols, geom.Rect{X0: x, Y0: y0, X1: x + 3, Y1: y1})
	return p
}

// turned returns the scene as it lies when the label is turned by a quarter clockwise.
func (p *page) turned() Scene {
	t := func(q geom.Quad) geom.Quad {
		return q.Map(func(a geom.Point) geom.Point { return geom.Point{X: float64(p.Height) - a.Y, Y: a.X} })
	}
	s := Scene{Width: p.Height, Height: p.Width}
	for _, l := range p.Lines {
		l.Quad = t(l.Quad)
		s.Lines = append(s.Lines, l)
	}
	for _, r := range p.Rows {
		s.Cols = append(s.Cols, t(geom.QuadOf(r)).Bounds())
	}
	for _, c := range p.Cols {
		s.Rows = append(s.Rows, t(geom.QuadOf(c)).Bounds())
	}
	return s
}

// market is the label of a Thai marketplace.
func market() *page {
	return newPage().
		line(20, 20, "ส่งลองดู EXPRESS", 30).line(600, 20, "H-KLL-A1", 40).rule(80).
		line(20, 100, "ผู้ส่ง (FROM) ร้านลองของ 0810000001").
		line(20, 130, "9/9 ม.1 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000").rule(160).
		line(20, 170, "ผู้รับ (TO)", 24).
		line(20, 200, "นางสาวกมล ทดลองงาน", 30).
		line(20, 240, "09******25", 28).
		line(20, 275, "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว", 26).
		line(20, 310, "อำเภอหางดง, จังหวัดเชียงใหม่, 50230", 26).rule(345).
		line(220, 370, "COD 819.00", 44).line(220, 430, "น้ำหนัก 0.2 kg").rule(480).
		line(20, 500, "รายการสินค้า: เสื้อทดลอง x2")
}

// table is a label with captions in a column of their own.
func table() *page {
	p := newPage().line(20, 20, "MOCK PARCEL", 30).wall(180, 80, 500)
	for i, c := range [][2]string{{"Receiver", "ผู้รับ"}, {"Phone", "โทร"}, {"Address", "ที่อยู่"}, {"Sender", "ผู้ส่ง"}} {
		y := 80 + 100*float64(i)
		p.rule(y).line(20, y+15, c[0]).line(20, y+50, c[1])
	}
	return p.line(200, 95, "คุณเกษม มิใช่คนจริง", 30).
		line(200, 195, "+66810004553", 28).
		line(200, 290, "893/96 ม.14 ซ.ทดลอง 5", 24).line(200, 322, "แขวงบางแคเหนือ เขตบางแค", 24).line(200, 352, "กทม. 10160", 24).
		line(200, 390, "ร้านลองของ 0920005956").line(200, 420, "732/76 แขวงมหาพฤฒาราม เขตบางรัก กทม. 10500").rule(500)
}

// values returns a result's fields by their last word.
func values(item extract.Item) map[string]string {
	out := map[string]string{}
	for _, f := range item.Fields {
		out[strings.TrimPrefix(f.Name, "reciever_")] = f.Value
	}
	return out
}
