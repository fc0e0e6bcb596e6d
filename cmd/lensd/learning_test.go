package main

import (
	"archive/tar"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

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

// shelves are labels of one layout that is misread (scripts/synth/label/shelf.py), in a camera's folder one after the other.
func shelves(t *testing.T) (pictures [][]byte, truths []map[string]string) {
	const data = "testdata/shelf/"
	lines, err := os.ReadFile(data + "truth.jsonl")
	require.NoError(t, err)
	for line := range strings.Lines(string(lines)) {
		truth := map[string]string{}
		require.NoError(t, json.Unmarshal([]byte(line), &truth))
		picture, err := os.ReadFile(data + truth["file"])
		require.NoError(t, err)
		delete(truth, "file")
		pictures, truths = append(pictures, picture), append(truths, truth)
	}
	return pictures, truths
}

// members of a label's data element.
func labelValues(data any) map[string]string {
	out := map[string]string{}
	element, _ := data.(map[string]any)
	for name, m := range element {
		if f, is := m.(map[string]any); is && strings.HasPrefix(name, "reciever_") {
			out[name], _ = f["value"].(string)
		}
	}
	return out
}

// TestThreeCorrectionsTeachALayout goes the whole way: a station misreads three labels of a layout, a person corrects each, and
// after `lensd learn` the running box reads the fourth right; an erasure takes what was learned.
func TestThreeCorrectionsTeachALayout(t *testing.T) {
	pictures, truths := shelves(t)
	b := startBoxWith(t, "{workers: 1, timeout: 5m}", strings.Replace(oneStation, "table", "shipping-label", 1)+"mqtt: {broker: none}\nretention: {pictures: all}\n")
	b.ready(`"name":"readers","ok":true`)
	push := func(picture []byte) int {
		req, err := http.NewRequest(http.MethodPost, b.url+"/v1/stations/desk/frame", bytes.NewReader(picture))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "image/png")
		req.Header.Set("x-service-key", b.key)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res.StatusCode
	}
	ask := func(picture []byte) map[string]string {
		status, answer := b.post("/shipping-label/v2", b.key, map[string]string{"image": base64.StdEncoding.EncodeToString(picture)})
		data, _ := answer["data"].([]any)
		if status != 200 || len(data) == 0 {
			return nil
		}
		return labelValues(data[0])
	}
	require.NotEqual(t, truths[3], ask(pictures[3]), "nothing was corrected yet")
	for i := range 3 {
		require.Equal(t, http.StatusNoContent, push(pictures[i]))
		status, taken := b.post("/v1/stations/desk/read", b.key, map[string]string{})
		require.Equal(t, 200, status, taken)
		require.NotEqual(t, truths[i], labelValues(taken["data"]), "the layout is misread")
		status, marked := b.post(fmt.Sprintf("/v1/readings/%v/correction", taken["id"]), b.key, map[string]any{"fields": truths[i]})
		require.Equal(t, 200, status, marked)
	}
	_, err := b.run("learn")
	require.NoError(t, err)
	assert.Eventually(t, func() bool { return reflect.DeepEqual(truths[3], ask(pictures[3])) }, 5*time.Minute, 100*time.Millisecond,
		"a running box takes what was learned by itself")

	_, err = b.run("erase", "-before", "2100-01-01")
	require.NoError(t, err)
	assert.NoDirExists(t, filepath.Join(filepath.Dir(b.config), "state", "learned"))
}
