package linenet

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/agnivade/levenshtein"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	xdraw "golang.org/x/image/draw"

	"lensd/extract"
	"lensd/vision/recognize"
)

// fixture is a line drawn by scripts/synth/lines in a font that the net was not trained on.
type fixture struct {
	File string `json:"file"`
	Text string `json:"text"`
	crop *image.Gray
}

func fixtures(t testing.TB) []fixture { return fixturesIn(t, "testdata/lines") }

func fixturesIn(t testing.TB, folder string) []fixture {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, "lines.json"))
	require.NoError(t, err)
	var out []fixture
	require.NoError(t, json.Unmarshal(b, &out))
	for i := range out {
		f, err := os.Open(filepath.Join(folder, out[i].File))
		require.NoError(t, err)
		img, err := png.Decode(f)
		require.NoError(t, err, out[i].File)
		require.NoError(t, f.Close())
		out[i].crop = image.NewGray(img.Bounds())
		draw.Draw(out[i].crop, img.Bounds(), img, img.Bounds().Min, draw.Src)
	}
	return out
}

func open(t testing.TB) *Reader {
	t.Helper()
	r, err := New()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

func TestReadsUnseenFonts(t *testing.T) {
	lines, r := fixtures(t), open(t)
	var crops []*image.Gray
	for _, l := range lines {
		crops = append(crops, l.crop)
	}
	crops = append(crops, image.NewGray(image.Rect(0, 0, 1, 1)))
	texts, err := r.Read(context.Background(), recognize.Request{Crops: crops})
	require.NoError(t, err)
	require.Len(t, texts, len(crops))
	wrong := 0
	for i, l := range lines {
		off := levenshtein.ComputeDistance(l.Text, texts[i].Value)
		assert.LessOrEqual(t, off, 1, "%s: %q read as %q", l.File, l.Text, texts[i].Value)
		wrong += min(1, off)
		before := 0.0
		for _, c := range texts[i].Chars {
			assert.GreaterOrEqual(t, c.X0, before, "%s: %c", l.File, c.Rune)
			assert.Greater(t, c.X1, c.X0, "%s: %c", l.File, c.Rune)
			assert.LessOrEqual(t, c.X1, 1.0, "%s: %c", l.File, c.Rune)
			before = c.X0
		}
	}
	assert.LessOrEqual(t, wrong, 1, "lines that are not exactly right")
	assert.Equal(t, extract.Text{}, texts[len(lines)], "a crop without room for print")
	alone, err := r.Read(context.Background(), recognize.Request{Crops: crops[:1]})
	require.NoError(t, err)
	assert.Equal(t, texts[0].Value, alone[0].Value, "company in a batch changes nothing")
	assert.InDelta(t, texts[0].Confidence, alone[0].Confidence, 0.02)
}

// The crops of testdata/small are of scripts/synth/lines/small.py in held-out faces, enlarged by the page engine.
func TestSmallLatinPrintHasANetOfItsOwn(t *testing.T) {
	lines, r := fixturesIn(t, "testdata/small"), open(t)
	var crops []*image.Gray
	for _, l := range lines {
		crops = append(crops, l.crop)
	}
	read := func(script extract.Script, small bool) (values []string, right int) {
		texts, err := r.Read(context.Background(), recognize.Request{Crops: crops, Hint: extract.Hint{Script: script}, Small: small})
		require.NoError(t, err)
		for i, text := range texts {
			values = append(values, text.Value)
			if strings.ReplaceAll(text.Value, " ", "") == strings.ReplaceAll(lines[i].Text, " ", "") {
				right++
			}
		}
		return values, right
	}
	_, before := read(extract.ScriptLatin, false)
	_, now := read(extract.ScriptLatin, true)
	assert.GreaterOrEqual(t, now, before+4, "of %d crops", len(crops))
	for _, script := range []extract.Script{extract.ScriptAny, extract.ScriptThai} {
		usual, _ := read(script, false)
		small, _ := read(script, true)
		assert.Equal(t, usual, small, "Thai is read as ever: %q", script)
	}
}

func TestReadHeedsItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := open(t).Read(ctx, recognize.Request{Crops: []*image.Gray{fixtures(t)[0].crop}})
	assert.ErrorIs(t, err, context.Canceled)
}

// BenchmarkRead reports the CPU time of a line by its width in the net's columns, alone and in batches.
func BenchmarkRead(b *testing.B) {
	r := open(b)
	for _, width := range []int{160, 320, 640} {
		line := printed(b, width)
		for _, n := range []int{1, 8, 32} {
			b.Run(fmt.Sprintf("columns=%d/lines=%d", width, n), func(b *testing.B) {
				crops := make([]*image.Gray, n)
				for i := range crops {
					crops[i] = line
				}
				start := cpu(b)
				for range b.N {
					_, err := r.Read(context.Background(), recognize.Request{Crops: crops})
					require.NoError(b, err)
				}
				b.ReportMetric((cpu(b)-start)/float64(b.N*n)*1e3, "cpu-ms/line")
			})
		}
	}
}

// printed is a line of the fixtures' print, the longest as often as it takes, that the net sees at about the given width:
// what the search over its signs costs depends on how sure they are.
func printed(t testing.TB, width int) *image.Gray {
	t.Helper()
	all := fixtures(t)
	street := all[slices.IndexFunc(all, func(f fixture) bool { return f.File == "street.png" })].crop
	one, err := normalise(street)
	require.NoError(t, err)
	times := max(1, (width+one.width/2)/one.width)
	size := street.Bounds()
	tiled := image.NewGray(image.Rect(0, 0, times*size.Dx(), size.Dy()))
	for i := range times {
		draw.Draw(tiled, size.Add(image.Pt(i*size.Dx(), 0)), street, size.Min, draw.Src)
	}
	out := image.NewGray(image.Rect(0, 0, tiled.Rect.Dx()*width/(times*one.width), size.Dy()))
	xdraw.CatmullRom.Scale(out, out.Rect, tiled, tiled.Rect, xdraw.Src, nil)
	return out
}

func cpu(t testing.TB) float64 {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
