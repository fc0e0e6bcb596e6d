package ocr

import (
	"bufio"
	"context"
	"encoding/json"
	"image"
	"image/color"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// TestMain restarts the test binary with OMP_THREAD_LIMIT, because Tesseract's OpenMP reads it when it is loaded.
func TestMain(m *testing.M) {
	if os.Getenv("OMP_THREAD_LIMIT") == "" {
		cmd := exec.Command(os.Args[0], os.Args[1:]...)
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type labelled struct {
	File, Text, Kind, Quality string
}

func dataFolder(t testing.TB) string {
	if d := os.Getenv("LENSD_DATA"); d != "" {
		return d
	}
	return "../../../shared/data"
}

func thaiLines(t testing.TB) []labelled {
	f, err := os.Open(filepath.Join(dataFolder(t), "thai-lines", "truth.jsonl"))
	require.NoError(t, err, "set LENSD_DATA to the labelled documents")
	defer f.Close()
	var out []labelled
	for s := bufio.NewScanner(f); s.Scan(); {
		var l labelled
		require.NoError(t, json.Unmarshal(s.Bytes(), &l))
		out = append(out, l)
	}
	return out
}

func grayFile(t testing.TB, path string) *image.Gray {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, _, err := image.Decode(f)
	require.NoError(t, err)
	b := img.Bounds()
	g := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			g.Set(x, y, color.GrayModel.Convert(img.At(b.Min.X+x, b.Min.Y+y)))
		}
	}
	return g
}

func squash(s string) string { return strings.Join(strings.Fields(s), "") }

func TestThaiLinesAreReadAsOftenAsMeasured(t *testing.T) {
	e := New(Config{})
	defer e.Close()
	right, all := map[string]int{}, map[string]int{}
	var curve [10][2]int
	for _, l := range thaiLines(t) {
		if !strings.HasPrefix(l.Kind, "synth") {
			continue
		}
		img := grayFile(t, filepath.Join(dataFolder(t), "thai-lines", l.File))
		got, err := e.Read(context.Background(), []*image.Gray{img}, extract.Hint{})
		require.NoError(t, err)
		all[l.Quality]++
		bin := &curve[min(9, int(got[0].Confidence*10))]
		bin[1]++
		if squash(got[0].Value) == squash(l.Text) {
			right[l.Quality]++
			bin[0]++
		} else if testing.Verbose() {
			t.Logf("%s %.2f\n  want %s\n  got  %s", l.File, got[0].Confidence, l.Text, got[0].Value)
		}
	}
	t.Logf("right %v of %v; by confidence %v", right, all, curve)
	assert.GreaterOrEqual(t, float64(right["clean"]), 0.6*float64(all["clean"]))
	assert.GreaterOrEqual(t, float64(right["photo"]), 0.5*float64(all["photo"]))
}
