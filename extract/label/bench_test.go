package label

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkRead reads the receivers of the golden pages' lines.
func BenchmarkRead(b *testing.B) {
	raw, err := os.ReadFile("testdata/held.jsonl")
	require.NoError(b, err)
	var scenes []Scene
	for sc := lines(raw); sc.Scan(); {
		var p goldenPage
		require.NoError(b, json.Unmarshal(sc.Bytes(), &p))
		scenes = append(scenes, p.scene())
	}
	r := reader(b)
	for i := 0; b.Loop(); i++ {
		r.Read(context.Background(), scenes[i%len(scenes)])
	}
}
