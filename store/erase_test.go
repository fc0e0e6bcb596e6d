package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mark stands in each place of a reading that holds what a person would want gone.
func mark(place, when string) string { return fmt.Sprintf("<%s of %s, Somchai>", place, when) }

// personal adds a reading of a day with marks in record, picture, message and sample.
func personal(t *testing.T, s *Store, day time.Time) uint64 {
	t.Helper()
	when := day.Format(time.DateOnly)
	ids, err := s.Add(context.Background(), Entry{Station: "desk", At: day, Synced: true, Build: func(uint64) (Built, error) {
		return Built{
			Body: []byte(mark("record", when)), Picture: []byte(strings.Repeat(mark("picture", when), 300)), Sample: []byte(mark("sample", when)),
			Items: []Item{{Topic: "t", Payload: []byte(mark("message", when))}},
		}, nil
	}})
	require.NoError(t, err)
	return ids[0]
}

// bytesIn finds text in any file of a directory.
func bytesIn(t *testing.T, dir, text string) (found []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		if bytes.Contains(b, []byte(text)) {
			found = append(found, f.Name())
		}
	}
	return found
}

func TestWhatIsErasedIsInNoFile(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	old, young := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	personal(t, s, old)
	kept := personal(t, s, young)
	copied := s.path + ".damaged-20260101T000000.000"
	require.NoError(t, os.WriteFile(copied, []byte(mark("copy", "2026-01-01")), 0o600))
	learned := filepath.Join(dir, LearnedFolder)
	require.NoError(t, os.Mkdir(learned, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(learned, "kind.json"), []byte("{}"), 0o600))
	another, err := os.Open(s.path) // as who had the old file open, or its blocks in hand
	require.NoError(t, err)
	defer another.Close()
	require.NotEmpty(t, bytesIn(t, dir, "2026-01"))
	assert.DirExists(t, learned)

	done, err := s.Erase(young, func(_ string, payload []byte) bool { return bytes.Contains(payload, []byte("2026-01")) })
	require.NoError(t, err)
	assert.Equal(t, Erased{Records: 1, Messages: 1, Samples: 1, Files: 1}, done)
	assert.NoDirExists(t, learned, "nobody knows the age of the pages that taught it")
	assert.Empty(t, bytesIn(t, dir, "2026-01"))
	var before bytes.Buffer
	_, err = before.ReadFrom(another)
	require.NoError(t, err)
	assert.NotContains(t, before.String(), "Somchai", "the old file's blocks were overwritten before they were given back")

	for _, place := range []string{"record", "picture", "message", "sample"} {
		assert.NotEmpty(t, bytesIn(t, dir, mark(place, "2026-03-01")), place)
	}
	rec, err := s.Get(kept)
	require.NoError(t, err)
	assert.Equal(t, mark("record", "2026-03-01"), string(rec.Body))
	n, err := s.Backlog()
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Equal(t, []string{mark("message", "2026-03-01")}, drain(t, s))
	assert.Zero(t, s.Damaged(), "an erased message is no damaged one")
	require.NoError(t, s.Check(context.Background()))
}

func TestErasingAllLeavesAStoreThatGoesOn(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	first := personal(t, s, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	_, err := s.Erase(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), func(string, []byte) bool { return true })
	require.NoError(t, err)
	assert.Empty(t, bytesIn(t, dir, "Somchai"))
	n, err := s.Backlog()
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.Greater(t, personal(t, s, time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)), first)
	require.NoError(t, s.Close())
	s = open(t, Options{Dir: dir})
	assert.Len(t, drain(t, s), 1)
	assert.Zero(t, s.Damaged())
}

// A message erased between others leaves a place that is neither delivered nor missing.
func TestErasedMessagesBetweenOthersAreNotMissed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	for day := 1; day <= 5; day++ {
		personal(t, s, time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC))
	}
	_, err := s.Erase(time.Time{}, func(_ string, payload []byte) bool { return bytes.Contains(payload, []byte("2026-01-03")) })
	require.NoError(t, err)
	require.NoError(t, s.Close())
	s = open(t, Options{Dir: dir})
	assert.Len(t, drain(t, s), 4)
	assert.Zero(t, s.Damaged())
}
