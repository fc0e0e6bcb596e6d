package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestEveryCommandIsToldOf(t *testing.T) {
	var b, m strings.Builder
	writeHelp(&b)
	require.NoError(t, writeManual(&m))
	for _, c := range shown() {
		assert.Contains(t, b.String(), "lensd "+c.name)
		assert.Contains(t, m.String(), ".B lensd "+c.name)
	}
	assert.NotContains(t, b.String(), "worker", "it is the daemon's own")
}

func TestWhoCallsWronglyIsToldSo(t *testing.T) {
	for _, args := range [][]string{{}, {"horse"}, {"completion", "csh"}, {"check", "-horse"}, {"read", "passport"}, {"erase"}} {
		assert.ErrorIs(t, dispatch(context.Background(), args), errUsage, "%v", args)
	}
	for _, args := range [][]string{{"-h"}, {"help"}, {"help", "version"}} {
		assert.NoError(t, dispatch(context.Background(), args), "%v", args)
	}
}

// A shell takes the script and completes with it.
func TestBashCompletes(t *testing.T) {
	script := strings.NewReplacer("COMMANDS", "run read", "KINDS", "passport table").Replace(completions()["bash"])
	out, err := exec.Command("bash", "-c", script+`COMP_WORDS=(lensd read pa); COMP_CWORD=2; _lensd; echo "${COMPREPLY[@]}"`).CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "passport\n", string(out))
}

func TestAFolderStandsForItsDocuments(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "more"), 0o700))
	for _, name := range []string{"b.PDF", "a.jpg", "notes.txt", "more/c.png"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	got, err := expand([]string{dir, filepath.Join(dir, "notes.txt")})
	require.NoError(t, err)
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], dir+"/")
	}
	assert.Equal(t, []string{"a.jpg", "b.PDF", "more/c.png", "notes.txt"}, got)
	_, err = expand([]string{t.TempDir()})
	assert.ErrorContains(t, err, "holds no picture")
	var b strings.Builder
	p := &progress{w: &b, all: 3}
	p.end(extract.Result{}, nil)
	p.end(extract.Result{Pages: []extract.Page{{Err: extract.Errorf(extract.KindNotFound, "x")}}}, nil)
	p.end(extract.Result{}, errors.New("x"))
	p.summary()
	assert.Contains(t, b.String(), "3 files: 1 read, 1 with pages that could not be read, 1 not read")
}

func TestFieldsAsLines(t *testing.T) {
	var b strings.Builder
	write := fieldLines(&b)
	r := extract.Result{Pages: []extract.Page{{Number: 1, Items: []extract.Item{{Fields: []extract.Field{{Name: "total", Value: "1,070.00", Confidence: 0.97}},
		Tables: []extract.Table{{Cells: []extract.Cell{{Row: 1, Column: 2, Text: "x"}}}}}}}}}
	require.NoError(t, write("a.pdf", r))
	require.NoError(t, write("b.pdf", r))
	assert.Equal(t, "file,page,item,field,value,confidence\na.pdf,1,1,total,\"1,070.00\",0.970\na.pdf,1,1,table 1 row 1 column 2,x,0.000\n"+
		"b.pdf,1,1,total,\"1,070.00\",0.970\nb.pdf,1,1,table 1 row 1 column 2,x,0.000\n", b.String())
}
