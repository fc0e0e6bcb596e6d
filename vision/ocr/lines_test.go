package ocr

import (
	"context"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/recognize"
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

// drawn is a row of testdata/lines/lines.json, which scripts/synth/lines/fixture.py draws.
type drawn struct {
	File string `json:"file"`
	Text string `json:"text"`
	Look string `json:"look"` // clean or photo
}

func drawnLines(t testing.TB) []drawn {
	t.Helper()
	b, err := os.ReadFile("testdata/lines/lines.json")
	require.NoError(t, err)
	var out []drawn
	require.NoError(t, json.Unmarshal(b, &out))
	require.NotEmpty(t, out)
	return out
}

func grayFile(t testing.TB, path string) *image.Gray {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, g.Rect.Min, draw.Src)
	return g
}

func squash(s string) string { return strings.Join(strings.Fields(s), "") }

// What the labelled lines say is in docs/accuracy.md (scripts/measure/lines); these drawn ones show that the engine works.
func TestDrawnThaiLinesAreRead(t *testing.T) {
	e := New()
	defer e.Close()
	right, all := map[string]int{}, map[string]int{}
	for _, l := range drawnLines(t) {
		got, err := e.Read(context.Background(), recognize.Request{Crops: []*image.Gray{grayFile(t, filepath.Join("testdata/lines", l.File))}})
		require.NoError(t, err)
		all[l.Look]++
		if squash(got[0].Value) == squash(l.Text) {
			right[l.Look]++
		} else {
			t.Logf("%s %.2f\n  want %s\n  got  %s", l.File, got[0].Confidence, l.Text, got[0].Value)
		}
	}
	assert.GreaterOrEqual(t, 10*right["clean"], 8*all["clean"])
	assert.GreaterOrEqual(t, 10*right["photo"], 7*all["photo"])
}
