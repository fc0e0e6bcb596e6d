// Package densetest holds what the tests of nets share: golden answers of PyTorch, damaged files, answers compared.
package densetest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Golden reads testdata/golden.net, as bytes and as a net, and testdata/golden.json, what PyTorch says with it.
func Golden[Net, Said any](t testing.TB, read func(io.Reader) (Net, error)) (raw []byte, n Net, said Said) {
	t.Helper()
	raw, err := os.ReadFile("testdata/golden.net")
	require.NoError(t, err)
	n, err = read(bytes.NewReader(raw))
	require.NoError(t, err)
	b, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &said))
	return raw, n, said
}

// SameShares compares log-probabilities with golden ones, which add up to one.
func SameShares(t testing.TB, want, got [][]float32, what string) {
	t.Helper()
	require.Len(t, got, len(want), what)
	for k := range want {
		require.Len(t, got[k], len(want[k]), what)
		sum := 0.0
		for i, v := range got[k] {
			assert.InDelta(t, want[k][i], v, 1e-4, "%s %d, answer %d", what, k, i)
			sum += math.Exp(float64(v))
		}
		assert.InDelta(t, 1, sum, 1e-5, "%s %d", what, k)
	}
}

// Damaged tries a sound file in ways that no file may be read in, and those of a net's own: each is an error that begins with the
// package's name.
func Damaged[Net any](t *testing.T, name string, raw []byte, read func(io.Reader) (Net, error), own map[string][]byte) {
	t.Helper()
	all := map[string][]byte{
		"empty": nil, "cut in its head": raw[:20], "cut in its numbers": raw[:len(raw)/2], "cut at the end": raw[:len(raw)-1], "too long": append(bytes.Clone(raw), 0),
		"no JSON": append([]byte{2, 0, 0, 0}, "{]"...), "no sizes": append([]byte{2, 0, 0, 0}, "{}"...),
	}
	maps.Copy(all, own)
	for how, b := range all {
		_, err := read(bytes.NewReader(b))
		assert.ErrorContains(t, err, name+": ", how)
	}
}
