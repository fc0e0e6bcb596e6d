package ties

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden is testdata/golden.json: a web and what PyTorch says of it with testdata/golden.net; scripts/train/table/golden.py makes both.
type golden struct {
	Web  Web  `json:"web"`
	Said Said `json:"said"`
}

func goldenNet(t testing.TB) ([]byte, *Net, golden) {
	t.Helper()
	raw, err := os.ReadFile("testdata/golden.net")
	require.NoError(t, err)
	n, err := Read(bytes.NewReader(raw))
	require.NoError(t, err)
	var g golden
	b, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &g))
	return raw, n, g
}

func TestTheNetSaysWhatItSaidInTraining(t *testing.T) {
	_, n, g := goldenNet(t)
	said := n.Say(&g.Web)
	for name, v := range map[string][2][][]float32{"words": {g.Said.Words, said.Words}, "beside": {g.Said.Beside, said.Beside}, "under": {g.Said.Under, said.Under}} {
		require.Len(t, v[1], len(v[0]), name)
		for k := range v[0] {
			require.Len(t, v[1][k], len(v[0][k]))
			sum := 0.0
			for i := range v[0][k] {
				assert.InDelta(t, v[0][k][i], v[1][k][i], 1e-4, "%s %d, answer %d", name, k, i)
				sum += math.Exp(float64(v[1][k][i]))
			}
			assert.InDelta(t, 1, sum, 1e-5)
		}
	}
}

func TestAnEmptyPage(t *testing.T) {
	_, n, _ := goldenNet(t)
	assert.Empty(t, n.Say(&Web{}).Words)
}

func TestADamagedNetIsAnError(t *testing.T) {
	raw, _, _ := goldenNet(t)
	for name, b := range map[string][]byte{
		"empty": nil, "cut in its head": raw[:20], "cut in its numbers": raw[:len(raw)/2], "cut at the end": raw[:len(raw)-1], "too long": append(bytes.Clone(raw), 0),
		"no JSON": append([]byte{2, 0, 0, 0}, "{]"...), "no sizes": append([]byte{2, 0, 0, 0}, "{}"...),
		"of other traits": bytes.Replace(raw, []byte(`"beside": 15`), []byte(`"beside": 14`), 1),
	} {
		_, err := Read(bytes.NewReader(b))
		assert.ErrorContains(t, err, "ties: ", name)
	}
}

// A model is our own file, yet a box may have it from a damaged card: no bytes may do harm.
func FuzzRead(f *testing.F) {
	raw, _, g := goldenNet(f)
	f.Add(raw[:200])
	f.Add([]byte("\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if n, err := Read(bytes.NewReader(b)); err == nil {
			n.Say(&g.Web)
		}
	})
}
