package main

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counterTruth is one line of a folder of scenes.
type counterTruth struct {
	File     string         `json:"file"`
	Digits   string         `json:"digits"`
	Decimals int            `json:"decimals"`
	Kind     string         `json:"kind"`
	Cells    [][][2]float64 `json:"cells"`
}

// ownMeter copies a drawn meter into a camera's folder and tells its truth.
func ownMeter(t *testing.T, dir string) counterTruth {
	const data = "../../vision/meter/testdata/"
	lines, err := os.ReadFile(data + "truth.jsonl")
	require.NoError(t, err)
	var truth counterTruth
	require.NoError(t, json.Unmarshal([]byte(strings.SplitN(string(lines), "\n", 2)[0]), &truth))
	picture, err := os.ReadFile(data + truth.File)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "shot.jpg"), picture, 0o600))
	return truth
}

// members unpacks what `lensd export samples` wrote.
func members(t *testing.T, path string) map[string][]byte {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	out := map[string][]byte{}
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		out[h.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
}

// TestACorrectionBecomesATrainingScene goes the whole way on the box: the camera's picture, the reading, a person's word
// through the API, the export, and the script that makes training scenes of it.
func TestACorrectionBecomesATrainingScene(t *testing.T) {
	shots, out := t.TempDir(), t.TempDir()
	truth := ownMeter(t, shots)
	b := startBox(t, fmt.Sprintf("mqtt: {broker: none}\nstations:\n  - name: cellar\n    kind: water-meter\n"+
		"    camera: {source: dir, dir: %s, interval: 1s}\n    trigger: {on: command}\n", shots))
	status, taken := b.post("/v1/stations/cellar/read", b.key, map[string]string{})
	require.Equal(t, 200, status, taken)
	id, _ := taken["id"].(float64)
	require.NotZero(t, id, taken)

	// The last wheel's digit stands a little differently than was read.
	word := truth.Digits[:len(truth.Digits)-1] + "7"
	word = word[:len(word)-truth.Decimals] + "." + word[len(word)-truth.Decimals:]
	status, marked := b.post(fmt.Sprintf("/v1/readings/%d/correction", int(id)), b.key, map[string]string{"value": word})
	require.Equal(t, 200, status, marked)
	assert.Equal(t, word, marked["corrected"])

	packed := filepath.Join(out, "samples.tar")
	_, err := b.run("export", "samples", packed)
	require.NoError(t, err)
	files := members(t, packed)
	require.Len(t, files, 2, "a label and a picture")

	scenes := filepath.Join(out, "scenes")
	said, err := exec.Command("python3", "../../scripts/train/meter/samples.py", packed, scenes).CombinedOutput()
	require.NoError(t, err, string(said))
	lines, err := os.ReadFile(filepath.Join(scenes, "truth.jsonl"))
	require.NoError(t, err)
	var scene counterTruth
	require.NoError(t, json.Unmarshal(lines, &scene), "%s\n%s", said, lines)
	assert.Equal(t, strings.ReplaceAll(word, ".", ""), scene.Digits)
	assert.Equal(t, truth.Decimals, scene.Decimals)
	assert.Equal(t, "sample", scene.Kind)
	sent, err := os.ReadFile(filepath.Join(shots, "shot.jpg"))
	require.NoError(t, err)
	kept, err := os.ReadFile(filepath.Join(scenes, scene.File))
	require.NoError(t, err)
	assert.Equal(t, sent, kept, "the very picture that was read")
	require.Len(t, scene.Cells, len(truth.Cells))
	for i := range scene.Cells {
		for k := range 4 {
			assert.InDelta(t, truth.Cells[i][k][0], scene.Cells[i][k][0], 6)
			assert.InDelta(t, truth.Cells[i][k][1], scene.Cells[i][k][1], 6)
		}
	}
}
