package label

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/vision/geom"
)

// goldenPage is a page of testdata/held.jsonl: scripts/synth/label/pages.py -held -clean 1 -seed 99, arrangements, captions and
// words that the model was not trained on.
type goldenPage struct {
	extract.Layout
	Truth []find.Truth `json:"truth"`
}

// scene undoes Scene.Layout.
func (p goldenPage) scene() Scene {
	s := Scene{Width: p.Width, Height: p.Height, Lines: p.Lines}
	for _, r := range p.Rules {
		b := geom.Rect{X0: min(r.A.X, r.B.X), Y0: min(r.A.Y, r.B.Y), X1: max(r.A.X, r.B.X) + 1, Y1: max(r.A.Y, r.B.Y) + 1}
		if b.W() > b.H() {
			s.Rows = append(s.Rows, b)
		} else {
			s.Cols = append(s.Cols, b)
		}
	}
	return s
}

func TestHeldOutLabels(t *testing.T) {
	raw, err := os.ReadFile("testdata/held.jsonl")
	require.NoError(t, err)
	r := reader(t)
	want, right, sureWrong := 0, 0, 0
	for sc := lines(raw); sc.Scan(); {
		var p goldenPage
		require.NoError(t, json.Unmarshal(sc.Bytes(), &p))
		item, _ := r.Read(context.Background(), p.scene())
		got := map[string]extract.Field{}
		for _, f := range item.Fields {
			got[f.Name] = f
		}
		for name, kind := range map[string]find.Type{FieldName: find.Name, FieldAddress: find.Address, FieldPhone: find.Phone} {
			ok, any := false, false
			for _, truth := range p.Truth {
				if truth.Field == name {
					any, ok = true, ok || find.Same(kind, truth.Value, got[name].Value)
				}
			}
			if any {
				want++
			}
			if ok {
				right++
			} else if got[name].Confidence >= 0.8 {
				sureWrong++
				t.Logf("sure and wrong: %s %q", name, got[name].Value)
			}
		}
	}
	require.Greater(t, want, 80)
	assert.Greater(t, float64(right)/float64(want), 0.8, "share of the receiver's fields that are right")
	assert.LessOrEqual(t, float64(sureWrong)/float64(want), 0.05, "share that is sure and wrong")
}

func lines(b []byte) *bufio.Scanner {
	sc := bufio.NewScanner(bytes.NewReader(b))
	sc.Buffer(nil, 1<<22)
	return sc
}
