package sheet

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
	"lensd/vision/pdf"
	"lensd/vision/recognize"
)

// reader is a Recognizer that answers every crop by its own function, and remembers what it was asked.
type reader struct {
	answer func(g *image.Gray, h extract.Hint) extract.Text
	hints  []extract.Hint
	crops  int
	small  int // crops of small print
}

func (r *reader) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	crops, h := lines.Crops, lines.Hint
	r.hints = append(r.hints, h)
	out := make([]extract.Text, len(crops))
	for i, g := range crops {
		r.crops++
		if lines.Small {
			r.small++
		}
		out[i] = r.answer(g, h)
	}
	return out, ctx.Err()
}

func (r *reader) Close() error { return nil }

// says answers every crop with one text.
func says(value string, confidence float64) *reader {
	return &reader{answer: func(*image.Gray, extract.Hint) extract.Text { return textOf(value, confidence) }}
}

func textOf(value string, confidence float64) extract.Text {
	t := extract.Text{Value: value, Confidence: confidence}
	n := float64(len([]rune(value)))
	for i, r := range []rune(value) {
		t.Chars = append(t.Chars, extract.Char{Rune: r, X0: float64(i) / n, X1: float64(i+1) / n, Confidence: confidence})
	}
	return t
}

// sheetOf opens one picture.
func sheetOf(t *testing.T, r *reader, p *printed.Page) *Sheet {
	sheets, failed, err := NewOpener(Config{Recognizer: r}).Open(context.Background(), document(pngOf(t, p.Gray)))
	require.NoError(t, err)
	require.Empty(t, failed)
	require.Len(t, sheets, 1)
	t.Cleanup(func() { require.NoError(t, sheets[0].Close()) })
	return sheets[0]
}

func document(inputs ...[]byte) extract.Document {
	return extract.Document{Kind: extract.TableDocument, Inputs: inputs}
}

func pngOf(t testing.TB, g *image.Gray) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, g))
	return b.Bytes()
}

// letter is a page of print.
func letter() *printed.Page {
	p := printed.NewPage(900, 700)
	for y := 80; y < 640; y += 40 {
		p.Text(90, y, 26, "a line of print that stands on paper")
	}
	return p
}

// typeset is a PageSource of given pages.
type typeset []pdf.Page

func (s typeset) Pages(_ context.Context, file []byte, password string, span pdf.Span, yield func(pdf.Page) bool) error {
	if _, _, err := s.Count(file, password); err != nil {
		return err
	}
	for i, p := range s {
		if i >= span.Limit {
			return extract.Errorf(extract.KindTooLarge, "too many pages")
		}
		if i+1 < span.From {
			continue
		}
		if !yield(p) {
			return nil
		}
	}
	return nil
}

func (s typeset) Count(file []byte, password string) (int, bool, error) {
	if password != "open" && bytes.Contains(file, []byte("locked")) {
		return 0, false, extract.Errorf(extract.KindPassword, "the PDF is locked; send its password")
	}
	return len(s), len(s) > 0 && len(s[0].Words) > 0, nil
}

func rgbaOf(g *image.Gray) *image.RGBA {
	out := image.NewRGBA(g.Rect)
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			v := g.GrayAt(x, y).Y
			out.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return out
}
