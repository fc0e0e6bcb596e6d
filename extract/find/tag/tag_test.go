package tag

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/dense/densetest"
)

// golden is testdata/golden.json: a page and what PyTorch says of it with testdata/golden.net; scripts/train/find/golden.py makes both.
type golden struct {
	Page Page        `json:"page"`
	Said [][]float32 `json:"said"`
}

func goldenNet(t testing.TB) ([]byte, *Net, golden) {
	t.Helper()
	return densetest.Golden[*Net, golden](t, Read)
}

func TestTheNetSaysWhatItSaidInTraining(t *testing.T) {
	_, n, g := goldenNet(t)
	said, err := n.Tag(&g.Page)
	require.NoError(t, err)
	densetest.SameShares(t, g.Said, said, "word")
	assert.Equal(t, []string{"name", "address"}, n.Fields())
}

func TestPagesThatDoNotFitTheNet(t *testing.T) {
	_, n, g := goldenNet(t)
	said, err := n.Tag(&Page{})
	assert.NoError(t, err, "an empty page")
	assert.Empty(t, said)
	for name, spoil := range map[string]func(p *Page){
		"bonds":           func(p *Page) { p.Bonds = p.Bonds[1:] },
		"traits of lines": func(p *Page) { p.Lines[0].Traits = nil },
		"traits of words": func(p *Page) { p.Lines[1].Words[0].Traits = append(p.Lines[1].Words[0].Traits, 1) },
	} {
		p := g.Page
		p.Lines = append([]Line(nil), p.Lines...)
		p.Lines[1].Words = append([]Word(nil), p.Lines[1].Words...)
		spoil(&p)
		_, err := n.Tag(&p)
		assert.ErrorContains(t, err, "tag: ", name)
	}
}

func TestADamagedNetIsAnError(t *testing.T) {
	raw, _, _ := goldenNet(t)
	densetest.Damaged(t, "tag", raw, Read, map[string][]byte{"heads that do not divide": bytes.Replace(raw, []byte(`"heads": 4`), []byte(`"heads": 5`), 1)})
}

func TestGrams(t *testing.T) {
	assert.Equal(t, Grams("ab", true), Grams("ab", true))
	assert.Len(t, Grams("ab", true), 4+3+2+1+1, "runs of one to four of ^ab$, and one word")
	assert.Len(t, Grams("a b", true), 5+4+3+2+2)
	assert.Len(t, Grams(string(bytes.Repeat([]byte("a"), 500)), true), lineGrams)
	assert.Len(t, Grams(string(bytes.Repeat([]byte("a"), 500)), false), wordGrams)
	for _, g := range Grams("ที่อยู่ 10110", false) {
		assert.Less(t, int(g), Buckets)
	}
}

func BenchmarkTag(b *testing.B) {
	_, n, g := goldenNet(b)
	for b.Loop() {
		if _, err := n.Tag(&g.Page); err != nil {
			b.Fatal(err)
		}
	}
}

// A model is our own file, yet a box may have it from a damaged card: no bytes may do harm.
func FuzzRead(f *testing.F) {
	raw, _, g := goldenNet(f)
	f.Add(raw[:200])
	f.Add([]byte("\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if n, err := Read(bytes.NewReader(b)); err == nil {
			_, _ = n.Tag(&g.Page)
		}
	})
}
