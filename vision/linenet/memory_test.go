package linenet

import (
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/recognize"
)

// stripes is a crop with ink, as wide as asked; what it says does not matter.
func stripes(width int) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, width, netHeight))
	for i := range g.Pix {
		x, y := i%width, i/width
		g.Pix[i] = 240
		if x/3%3 == 0 && y > 8 && y < 32 && (7*x+y)%5 > 1 {
			g.Pix[i] = 20
		}
	}
	return g
}

// A reader process that has lived long reads as a fresh one does: OpenCV reads past narrow inputs, and the same page gave different
// cells at different times. The test runs itself twice more, once with memory that is NaN wherever nobody has written.
func TestUsedMemoryChangesNoReading(t *testing.T) {
	const readings = "LENSD_TEST_READINGS"
	if file := os.Getenv(readings); file != "" {
		writeReadings(t, file)
		return
	}
	dir := t.TempDir()
	fill := filepath.Join(dir, "fill.so")
	out, err := exec.Command("gcc", "-O1", "-shared", "-fPIC", "-o", fill, "testdata/fill.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	var got [2][]byte
	for i, env := range [][]string{nil, {"LD_PRELOAD=" + fill}} {
		file := filepath.Join(dir, "readings.json")
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(append(os.Environ(), readings+"="+file), env...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		got[i], err = os.ReadFile(file)
		require.NoError(t, err)
	}
	assert.JSONEq(t, string(got[0]), string(got[1]))
}

func writeReadings(t *testing.T, file string) {
	r := open(t)
	var all [][]extract.Text
	for width := 6; width < 140; width += 3 {
		read, err := r.Read(t.Context(), recognize.Request{Crops: []*image.Gray{stripes(width), stripes(width + 1)}})
		require.NoError(t, err)
		all = append(all, read)
	}
	b, err := json.Marshal(all)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, b, 0o600))
}
