package ties

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/dense/densetest"
)

// golden is testdata/golden.json: a web and what PyTorch says of it with testdata/golden.net; scripts/train/table/golden.py makes both.
type golden struct {
	Web  Web  `json:"web"`
	Said Said `json:"said"`
}

func goldenNet(t testing.TB) ([]byte, *Net, golden) {
	t.Helper()
	return densetest.Golden[*Net, golden](t, Read)
}

func TestTheNetSaysWhatItSaidInTraining(t *testing.T) {
	_, n, g := goldenNet(t)
	said := n.Say(&g.Web)
	densetest.SameShares(t, g.Said.Words, said.Words, "words")
	densetest.SameShares(t, g.Said.Beside, said.Beside, "beside")
	densetest.SameShares(t, g.Said.Under, said.Under, "under")
}

func TestAnEmptyPage(t *testing.T) {
	_, n, _ := goldenNet(t)
	assert.Empty(t, n.Say(&Web{}).Words)
}

func TestADamagedNetIsAnError(t *testing.T) {
	raw, _, _ := goldenNet(t)
	densetest.Damaged(t, "ties", raw, Read, map[string][]byte{"of other traits": bytes.Replace(raw, []byte(`"beside": 15`), []byte(`"beside": 14`), 1)})
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
