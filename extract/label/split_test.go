package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// code puts a bar code on a page.
func (p *page) code(x, y float64, text string) *page {
	if text == "" {
		return p
	}
	p.Codes = append(p.Codes, extract.Code{Format: "CODE_128", Text: text, Quad: geom.QuadOf(geom.Rect{X0: x, Y0: y, X1: x + 300, Y1: y + 60})})
	return p
}

// parcel prints a small label at a place.
func (p *page) parcel(x, y float64, name, code string) *page {
	return p.line(x, y, "ผู้ส่ง (FROM) ร้านลองของ 0810000001").line(x, y+30, "9/9 ม.1 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000").
		line(x, y+80, "ผู้รับ (TO)", 24).line(x, y+110, name, 26).
		line(x, y+145, "12/34 หมู่ 5 ตำบลหนองแก๋ว").line(x, y+175, "อำเภอหางดง เชียงใหม่ 50230").code(x, y+220, code)
}

func TestSplitPartsASheetIntoItsLabels(t *testing.T) {
	const one, two = "นางสาวกมล ทดลองงาน", "นายเกษม มิใช่คนจริง"
	const either = "" // one label, whoever it is for
	type pages = []string
	for name, c := range map[string]struct {
		page   *page
		want   pages
		copied int // lines of further copies, which are left out
	}{
		"one label":                     {newPage().parcel(20, 20, one, "TH01234567890A"), pages{one}, 0},
		"two, one over the other":       {newPage().parcel(20, 20, one, "TH01234567890A").parcel(20, 600, two, "TH01234567890B"), pages{one, two}, 0},
		"two side by side":              {newPage().parcel(20, 20, one, "TH01234567890A").parcel(620, 20, two, "TH01234567890B"), pages{one, two}, 0},
		"four":                          {newPage().parcel(20, 20, one, "TH0123456789A1").parcel(620, 20, two, "TH0123456789A2").parcel(20, 600, two, "TH0123456789A3").parcel(620, 600, one, "TH0123456789A4"), pages{one, two, two, one}, 0},
		"two parcels for one":           {newPage().parcel(20, 20, one, "TH01234567890A").parcel(20, 600, one, "TH01234567890B"), pages{one, one}, 0},
		"a label and its copy":          {newPage().parcel(20, 20, one, "TH01234567890A").parcel(20, 600, one, "TH01234567890A"), pages{one}, 6},
		"three copies, codes unread":    {newPage().parcel(20, 20, one, "TH01234567890A").parcel(620, 20, one, "").parcel(1220, 20, one, ""), pages{one}, 12},
		"a label and its receipt":       {newPage().parcel(20, 20, one, "TH01234567890A").line(20, 600, "ใบเสร็จ 0023").line(20, 640, "ผู้รับ").line(20, 680, one).line(20, 720, "ค่าส่ง 45.00").code(20, 780, "TH01234567890A"), pages{one}, 0},
		"a rule down both of its parts": {newPage().parcel(20, 20, one, "TH01234567890A").parcel(20, 600, one, "TH01234567890B").wall(5, 10, 900), pages{one}, 0},
		"two legs of one parcel": {newPage().line(20, 20, "SHIP TO:").line(20, 50, "USPS 00000").line(20, 80, "TEST STREET 2").line(20, 110, "IDAHO FALLS ID 83401").code(20, 160, "1Z4X7V81YW00000000").
			line(20, 300, "USPS Deliver To:").line(20, 330, "TEST RECEIVER").line(20, 360, "TEST STREET 3").line(20, 390, "IDAHO FALLS, ID 83402").code(20, 440, "9261290300000000000000"), pages{either}, 0},
		"a name alone below": {newPage().parcel(20, 20, one, "TH01234567890A").line(20, 600, "ผู้รับ").line(20, 640, two).code(20, 700, "TH01234567890B"), pages{either}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := New()
			require.NoError(t, err)
			parts := r.Split(context.Background(), c.page.Scene)
			var names []string
			lines := 0
			for _, p := range parts {
				item, ok := r.Read(context.Background(), p.Scene)
				require.True(t, ok)
				name := values(item)["name"]
				if len(c.want) == 1 && c.want[0] == either {
					name = either
				}
				names = append(names, name)
				require.Len(t, p.Source, len(p.Scene.Lines))
				for i, from := range p.Source {
					assert.Equal(t, c.page.Lines[from].Text.Value, p.Scene.Lines[i].Text.Value)
				}
				lines += len(p.Source)
			}
			assert.Equal(t, c.want, pages(names))
			assert.Equal(t, len(c.page.Lines), lines+c.copied, "no line is lost or in two labels")
		})
	}
}

func TestASideIsLookedAtAsASheetOnlySoOften(t *testing.T) {
	r, err := New()
	require.NoError(t, err)
	const one, two = "นางสาวกมล ทดลองงาน", "นายเกษม มิใช่คนจริง"
	page := newPage().parcel(20, 20, one, "TH0123456789A1").parcel(620, 20, two, "TH0123456789A2")
	side := Part{Scene: page.Scene, Source: make([]int, len(page.Lines))}
	_, whole, _ := r.parties(context.Background(), side.Scene)
	require.False(t, whole, "of two receivers nobody can tell who is meant")

	left := 1
	name, receiver, sender := r.sided(context.Background(), side, &left)
	assert.Equal(t, fold(one), name, "the sheet's first label")
	assert.True(t, receiver && sender)
	assert.Zero(t, left)
	_, receiver, _ = r.sided(context.Background(), side, &left)
	assert.False(t, receiver, "looked at as one label: the bound is spent")
}

func TestOneLetterAnnouncesNobody(t *testing.T) {
	r, err := New()
	require.NoError(t, err)
	page := newPage().line(20, 20, "Delivery Address").line(20, 60, "Kelly Trial", 26).line(20, 100, "197 Nowhere Tower Fl. 21").
		line(20, 180, "T. Aranug,").line(20, 220, "A. Krausisen, Sngkhelu 90270")
	assert.Equal(t, []string{"deliveryaddress"}, r.announced(page.Scene))
}
