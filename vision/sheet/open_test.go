package sheet

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
	"lensd/vision/pdf"
)

func TestOpenCountsPagesOverAllInputs(t *testing.T) {
	good := pngOf(t, letter().Gray)
	page := pdf.Page{Number: 1, Image: rgbaOf(letter().Gray)}
	three := typeset{page, page, page}
	cases := []struct {
		name     string
		inputs   [][]byte
		options  extract.Options
		pdf      PageSource
		sheets   []int
		failures map[int]extract.ErrorKind
		err      extract.ErrorKind
	}{
		{"one picture", [][]byte{good}, extract.Options{}, nil, []int{1}, nil, ""},
		{"a broken one between", [][]byte{good, good[:200], good}, extract.Options{}, nil, []int{1, 3},
			map[int]extract.ErrorKind{2: extract.KindUndecodable}, ""},
		{"nothing but a broken one", [][]byte{good[:200]}, extract.Options{}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindUndecodable}, extract.KindUndecodable},
		{"no picture at all", [][]byte{[]byte("hello, this is no picture")}, extract.Options{}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindUnsupported}, extract.KindUnsupported},
		{"nothing", nil, extract.Options{}, nil, nil, nil, extract.KindUndecodable},
		{"more than wanted", [][]byte{good, good, good}, extract.Options{MaxPages: 2}, nil, []int{1, 2},
			map[int]extract.ErrorKind{3: extract.KindTooLarge}, ""},
		{"many more than wanted", [][]byte{good, good, good, good, good[:200]}, extract.Options{MaxPages: 2}, nil, []int{1, 2},
			map[int]extract.ErrorKind{3: extract.KindTooLarge}, ""},
		{"a TIFF of more than wanted", [][]byte{tiff(binary.LittleEndian, 14, 20, 0), good}, extract.Options{MaxPages: 2}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindUndecodable, 2: extract.KindUndecodable, 3: extract.KindTooLarge}, extract.KindUndecodable},
		{"an empty one between", [][]byte{good, nil, good}, extract.Options{}, nil, []int{1, 3},
			map[int]extract.ErrorKind{2: extract.KindUndecodable}, ""},
		{"one smaller than asked", [][]byte{good, good}, extract.Options{MinSide: 5000}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindTooSmall, 2: extract.KindTooSmall}, extract.KindTooSmall},
		{"one larger than asked", [][]byte{good}, extract.Options{MaxSide: 50}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindTooLarge}, extract.KindTooLarge},
		{"PDFs are not measured", [][]byte{[]byte("%PDF-1.4")}, extract.Options{MinSide: 5000}, three, []int{1, 2, 3}, nil, ""},
		{"a PDF beside a picture", [][]byte{good, []byte("%PDF-1.4")}, extract.Options{}, three, []int{1, 2, 3, 4}, nil, ""},
		{"a PDF after white", [][]byte{[]byte("\n \x00%PDF-1.4")}, extract.Options{}, three, []int{1, 2, 3}, nil, ""},
		{"a PDF after a mail header", [][]byte{[]byte("Content-Type: application/pdf\r\n\r\n%PDF-1.4")}, extract.Options{}, three, []int{1, 2, 3}, nil, ""},
		{"a PDF of too many pages", [][]byte{[]byte("%PDF-1.4")}, extract.Options{MaxPages: 2}, three, []int{1, 2},
			map[int]extract.ErrorKind{3: extract.KindTooLarge}, ""},
		{"a locked PDF", [][]byte{[]byte("%PDF-1.4 locked")}, extract.Options{}, three, nil,
			map[int]extract.ErrorKind{1: extract.KindPassword}, extract.KindPassword},
		{"a locked PDF with its password", [][]byte{[]byte("%PDF-1.4 locked")}, extract.Options{PDFPassword: "open"}, three, []int{1, 2, 3}, nil, ""},
		{"a PDF without a renderer", [][]byte{[]byte("%PDF-1.4")}, extract.Options{}, nil, nil,
			map[int]extract.ErrorKind{1: extract.KindUnsupported}, extract.KindUnsupported},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := NewOpener(Config{Recognizer: says("a line", 0.9), PDF: c.pdf})
			doc := document(c.inputs...)
			doc.Options = c.options
			sheets, failed, err := o.Open(context.Background(), doc)
			assert.Equal(t, c.err, extract.KindOf(err), "%v", err)
			var numbers []int
			for _, s := range sheets {
				numbers = append(numbers, s.Number())
				require.NoError(t, s.Close())
			}
			assert.Equal(t, c.sheets, numbers)
			assert.Len(t, failed, len(c.failures))
			for _, f := range failed {
				assert.Equal(t, c.failures[f.Page], f.Kind, "%v", f)
			}
		})
	}
}

func TestACancelledRequestEndsTheWalk(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	good := pngOf(t, letter().Gray)
	n := 0
	err := NewOpener(Config{Recognizer: says("a line", 0.9)}).Each(ctx, document(good, good, good), func(*Sheet, *extract.Error) error {
		n++
		cancel()
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, n)
}

// tiff builds the directories of a TIFF, each of no entries, in the given order of their offsets.
func tiff(order binary.AppendByteOrder, next ...uint32) []byte {
	b := []byte("II*\x00")
	if order == binary.BigEndian {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	for _, n := range next {
		b = order.AppendUint32(order.AppendUint16(b, 0), n)
	}
	return b
}

func TestEveryPageOfATIFFIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		in    []byte
		limit int
		want  int
	}{
		"one":                      {tiff(binary.LittleEndian, 0), 9, 1},
		"three":                    {tiff(binary.LittleEndian, 14, 20, 0), 9, 3},
		"three, the other order":   {tiff(binary.BigEndian, 14, 20, 0), 9, 3},
		"more than wanted":         {tiff(binary.LittleEndian, 14, 20, 0), 2, 2},
		"directories in a ring":    {tiff(binary.LittleEndian, 14, 8), 9, 2},
		"a directory off the end":  {tiff(binary.LittleEndian, 9999), 9, 1},
		"cut in the directory":     {tiff(binary.LittleEndian, 14, 0)[:16], 9, 2},
		"no directory":             {tiff(binary.LittleEndian), 9, 1},
		"another format":           {[]byte("\x89PNG\r\n\x1a\n"), 9, 1},
		"nothing, but not refused": {nil, 9, 1},
	} {
		pages := tiffPages(c.in, c.limit)
		assert.Len(t, pages, c.want, name)
		for i, p := range pages[1:] {
			assert.NotEqual(t, pages[0], p, "%s, page %d", name, i+2)
		}
	}
}

// FuzzTIFFPages holds that no chain of directories runs away or past the end, and that copies differ in the header only.
func FuzzTIFFPages(f *testing.F) {
	f.Add(tiff(binary.LittleEndian, 14, 20, 0), 9)
	f.Add(tiff(binary.BigEndian, 14, 8), 3)
	f.Add(tiff(binary.LittleEndian, 0xffffffff), 1)
	f.Add([]byte("II*\x00"), 0)
	f.Fuzz(func(t *testing.T, b []byte, limit int) {
		limit = min(limit, 50)
		before := bytes.Clone(b)
		pages := tiffPages(b, limit)
		assert.Equal(t, before, b, "the input is not written to")
		assert.LessOrEqual(t, len(pages), max(1, limit))
		for _, p := range pages {
			require.Len(t, p, len(b))
			if len(b) > 8 {
				assert.Equal(t, b[8:], p[8:])
			}
		}
	})
}

func TestAPageOnItsHeadIsTurned(t *testing.T) {
	page := printed.NewPage(900, 700)
	for y := 80; y < 640; y += 40 {
		page.Text(90, y, 26, "LLLL LLLLLL LLL LLLLL LLLL") // heavy at the foot, wherever it is cut
	}
	r := &reader{answer: func(g *image.Gray, _ extract.Hint) extract.Text {
		if footed(g) {
			return textOf("a line of print", 0.95)
		}
		return textOf("tuud jo", 0.2)
	}}
	upright := page.Gray
	require.Greater(t, difference(upended(upright), upright), 15.0)
	for _, in := range []*image.Gray{upright, upended(upright)} {
		s := sheetOf(t, r, &printed.Page{Gray: in})
		assert.Less(t, difference(s.Gray(), upright), 8.0, "a twentieth of a degree moves edges by a pixel")
		box := s.analysis().Phrases[0].Box
		at := s.ToSource(quadOf(box, 0))[0]
		assert.Equal(t, in.GrayAt(int(at.X+0.5), int(at.Y+0.5)).Y < 128, upright.GrayAt(box.X0, box.Y0).Y < 128, "the sender's frame is kept")
	}
}

// What the four sides read with, in the order in which they are looked at: as it came, first a few lines and then more, on its head,
// a quarter either way.
func TestAPageSaysWhetherItMayLieOnItsSide(t *testing.T) {
	cases := []struct {
		name  string
		sides []float64
		page  *printed.Page
		want  bool
	}{
		{"surely upright", []float64{0.95}, letter(), false},
		{"clearly upright", []float64{0.65, 0.3, 0.2, 0.4}, letter(), false},
		{"clearly on its head", []float64{0.3, 0.65, 0.2, 0.4}, letter(), false},
		{"clearly on its side", []float64{0.3, 0.2, 0.2, 0.6}, letter(), false},
		{"its head reads nearly as well", []float64{0.6, 0.55, 0.1, 0.1}, letter(), true},
		{"its side reads nearly as well", []float64{0.3, 0.6, 0.5, 0.1}, letter(), true},
		{"both its sides read alike", []float64{0.2, 0.1, 0.6, 0.5}, letter(), true},
		{"nothing is readable", []float64{0.3, 0.05, 0.05, 0.1}, letter(), true},
		{"nothing is printed", []float64{0.3, 0.3, 0.3, 0.3}, printed.NewPage(900, 700), false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := &reader{}
			r.answer = func(*image.Gray, extract.Hint) extract.Text {
				return textOf("a line of print", c.sides[max(0, min(len(r.hints)-1, len(c.sides))-1)])
			}
			l, err := sheetOf(t, r, c.page).Layout(context.Background())
			require.NoError(t, err)
			assert.Equal(t, c.want, l.Unsure)
		})
	}
}

func TestThePageIsTurnedToTheSideWithTheMostLetters(t *testing.T) {
	for name, c := range map[string]struct {
		sides [4]ballot
		want  int
	}{
		"upright":                                   {[4]ballot{{120, 0.9}, {20, 0.5}, {45, 0.4}, {10, 0.4}}, 0},
		"on its head":                               {[4]ballot{{40, 0.4}, {20, 0.5}, {110, 0.9}, {10, 0.4}}, 2},
		"on its side":                               {[4]ballot{{1, 0.4}, {118, 0.7}, {0, 0.1}, {46, 0.3}}, 1},
		"on its other side":                         {[4]ballot{{1, 0.4}, {46, 0.3}, {0, 0.1}, {118, 0.7}}, 3},
		"a tab that reads well makes no page":       {[4]ballot{{43, 0.6}, {12, 0.95}, {20, 0.4}, {4, 0.4}}, 0},
		"more letters, none of them sure":           {[4]ballot{{40, 0.8}, {30, 0.6}, {70, 0.5}, {10, 0.4}}, 0},
		"hardly more letters":                       {[4]ballot{{60, 0.6}, {30, 0.6}, {70, 0.8}, {10, 0.4}}, 0},
		"its sides may not beat its head by little": {[4]ballot{{10, 0.3}, {90, 0.8}, {80, 0.8}, {10, 0.4}}, 2},
		"nothing":                                   {[4]ballot{}, 0},
	} {
		assert.Equal(t, c.want, sideOf(c.sides), name)
	}
}

func TestALineCastsNoMoreThanADozenLetters(t *testing.T) {
	b := cast([]extract.Text{textOf("———————", 0.95), textOf("a line of print that is long", 0.5), textOf("Item", 1), textOf("unsure", 0.1)})
	assert.InDelta(t, 6+4, b.letters, 1e-9)
	assert.InDelta(t, (6+4+0.6)/22, b.mean, 1e-9)
}

// footed reports more ink in the lower half.
func footed(g *image.Gray) bool {
	ink := [2]int{}
	h := g.Rect.Dy()
	for y := range h {
		for x := range g.Rect.Dx() {
			ink[2*y/h] += 255 - int(g.Pix[y*g.Stride+x])
		}
	}
	return ink[1] > ink[0]
}

// difference is the mean difference of two pictures of one size.
func difference(a, b *image.Gray) float64 {
	sum := 0
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			d := int(a.GrayAt(x, y).Y) - int(b.GrayAt(x, y).Y)
			sum += max(d, -d)
		}
	}
	return float64(sum) / float64(b.Rect.Dx()*b.Rect.Dy())
}

// Whoever begins in the middle of a document sees what one who began at its first page sees from there on.
func TestAWalkMayBeginAtAnyPage(t *testing.T) {
	good := pngOf(t, letter().Gray)
	page := pdf.Page{Number: 1, Image: rgbaOf(letter().Gray)}
	inputs := [][]byte{good, good[:200], []byte("%PDF-1.4"), nil, tiff(binary.LittleEndian, 14, 20, 0), []byte("%PDF-1.4 locked"), good}
	for _, c := range []struct{ limit, pages int }{{0, 11}, {4, 5}} {
		o := NewOpener(Config{Recognizer: says("a line of print", 0.9), PDF: typeset{page, page, page}})
		doc := extract.Document{Kind: extract.TableDocument, Inputs: inputs, Options: extract.Options{MaxPages: c.limit}}
		visits := func(from int) (seen []string) {
			_ = o.From(context.Background(), doc, from, func(s *Sheet, failed *extract.Error) error {
				if s != nil {
					seen = append(seen, fmt.Sprint(s.Number()))
				} else {
					seen = append(seen, fmt.Sprint(failed.Page, failed.Kind))
				}
				return nil
			})
			return seen
		}
		all := visits(1)
		require.Len(t, all, c.pages, "%v", all)
		n, _ := o.Count(doc)
		assert.Equal(t, c.pages, n)
		for from := 2; from <= c.pages; from++ {
			assert.Equal(t, all[from-1:], visits(from), "from page %d of at most %d", from, c.limit)
		}
	}
}
