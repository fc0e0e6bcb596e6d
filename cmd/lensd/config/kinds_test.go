package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/find"
	"lensd/extract/thai/date"
)

const jobCard = `title: [Job card]
fields:
  - name: job_no
    type: code
    captions: [Job No., ใบงานเลขที่]
    pattern: J-[0-9]{4}
    required: true
  - {name: came_in, type: date, captions: [Came in], era: buddhist}
  - {name: parts, type: amount, captions: [Parts]}
  - {name: due, type: amount, captions: [Due]}
sums:
  - {total: due, of: [parts]}
`

func TestParseKind(t *testing.T) {
	d, err := ParseKind("job-card", []byte(jobCard))
	require.NoError(t, err)
	require.Len(t, d.Fields, 4)
	assert.Equal(t, find.Code, d.Fields[0].Type)
	assert.True(t, d.Fields[0].Pattern.MatchString("J-1234"))
	assert.False(t, d.Fields[0].Pattern.MatchString("XJ-1234"), "a pattern is for the whole value")
	assert.True(t, d.Fields[0].Required)
	assert.Equal(t, date.BE, d.Fields[1].Era)
	assert.Equal(t, []string{"parts"}, d.Sums[0].Of)
}

// TestKindFaults: each mistake is told with its place and its key, and nothing that stands in the file is repeated.
func TestKindFaults(t *testing.T) {
	const secret = "hunter2hunter2"
	for name, c := range map[string]struct{ text, want string }{
		"no field":          {"", "line 1, column 1, fields: names no field"},
		"unknown key":       {"fields:\n  - {name: a, type: code, captions: [A], colour: " + secret + "}", "line 2, column 42, fields[0].…: there is no such key; docs/kinds.md lists all"},
		"unknown type":      {"fields:\n  - name: a\n    type: " + secret + "\n    captions: [A]", "line 3, column 11, fields[0].type: is not one of address, amount, code, date, email, name, number, phone, tax_id, text"},
		"no caption":        {"fields:\n  - name: a\n    type: code", "line 2, column 9, fields[0]: needs captions or under: what is printed beside or above it"},
		"empty caption":     {"fields:\n  - {name: a, type: code, captions: [A, '--']}", "line 2, column 41, fields[0].captions[1]: has no letter or figure, or a tab or line break"},
		"bad name":          {"fields:\n  - {name: " + secret + "-X, type: code, captions: [A]}", "line 2, column 12, fields[0].name: a name begins with a small letter and has small letters, digits and '_' only"},
		"twice":             {"fields:\n  - {name: a, type: code, captions: [A]}\n  - {name: a, type: code, captions: [B]}", "line 3, column 12, fields[1].name: stands twice"},
		"bad pattern":       {"fields:\n  - {name: a, type: code, captions: [A], pattern: '(" + secret + "'}", "line 2, column 51, fields[0].pattern: is no regular expression (RE2 syntax)"},
		"era of a code":     {"fields:\n  - {name: a, type: code, captions: [A], era: buddhist}", "line 2, column 47, fields[0].era: is for dates only"},
		"sum of a stranger": {"fields:\n  - {name: a, type: amount, captions: [A]}\nsums:\n  - {total: a, of: [" + secret + "]}", "line 4, column 21, sums[0].of[0]: is the name of no field"},
		"sum of a code":     {"fields:\n  - {name: a, type: code, captions: [A]}\nsums:\n  - {total: a, of: [a]}", "line 4, column 13, sums[0].total: is no amount and no number"},
		"no YAML":           {"fields: [" + secret, "this is no valid YAML"},
		"a list for text":   {"title: {a: " + secret + "}\n", "the value"},
	} {
		_, err := ParseKind("job-card", []byte(c.text))
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), c.want, name)
		assert.NotContains(t, err.Error(), "hunter2", name)
		var f *Fault
		require.True(t, errors.As(err, &f), name)
		assert.Positive(t, f.Line, name)
	}
}

func TestKindNames(t *testing.T) {
	_, err := ParseKind("passport", []byte(jobCard))
	assert.ErrorContains(t, err, "built in")
	_, err = ParseKind("a b", []byte(jobCard))
	assert.ErrorContains(t, err, "letters, digits")
}

// folder writes a configuration with a station of a declared kind and the given files beside it.
func folder(t *testing.T, kinds map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "lensd.yaml")
	text := "state_dir: " + dir + "\nstations:\n  - {name: desk, kind: job-card, camera: {source: push}, trigger: {on: command}}\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "kinds"), 0o700))
	for name, text := range kinds {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "kinds", name), []byte(text), 0o600))
	}
	return path
}

func TestKindsBesideTheConfiguration(t *testing.T) {
	cfg, err := Load(folder(t, map[string]string{"job-card.yaml": jobCard, "notes.txt": "x"}), nil)
	require.NoError(t, err)
	require.NoError(t, cfg.CheckFiles())
	require.Len(t, cfg.Own.Kinds, 1)
	require.Len(t, cfg.Own.Shapes(), 1)
	assert.Equal(t, "job_no", cfg.Own.Shapes()[0].Fields[0].Name)
}

// TestABrokenKind takes nothing but itself away: the configuration holds, the check tells of it, and the station that reads it is
// no second mistake.
func TestABrokenKind(t *testing.T) {
	cfg, err := Load(folder(t, map[string]string{"job-card.yaml": "fields: []\n", "other.yaml": jobCard}), nil)
	require.NoError(t, err)
	require.Len(t, cfg.Own.Kinds, 1)
	assert.ErrorContains(t, cfg.CheckFiles(), "kinds/job-card.yaml: ")
}

func TestAStationOfNoKind(t *testing.T) {
	_, err := Load(folder(t, nil), nil)
	assert.ErrorContains(t, err, "stations[0].kind")
}

func TestNoFolderOfKinds(t *testing.T) {
	assert.Equal(t, Own{}, LoadKinds(""))
	o := LoadKinds(filepath.Join(t.TempDir(), "kinds"))
	assert.NoError(t, o.Faults)
	assert.Empty(t, o.Kinds)
	assert.Empty(t, KindsDir(""))
}
