package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A reading in a real reader process leaves a folder that a browser shows.
func TestATraceIsAFolderToLookAt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trace")
	out, err := lensd("read", "general-invoice", "-trace", dir, filepath.Join("readers", "testdata", "invoice.pdf")).CombinedOutput()
	require.NoError(t, err, string(out))
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	for _, words := range []string{"Page 1: picture", "Page 1: lines", "Page 1: areas", "Page 1: candidates", "Page 1: answer", `class="chosen"`, "grand_total", "<td>render</td>", "<td>net</td>"} {
		assert.Contains(t, string(page), words)
	}
	for _, pattern := range []string{"*-picture.jpg", "*-lines.jpg", "*-readings-001.png", "answer.json"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		assert.Len(t, files, 1, pattern)
	}
}
