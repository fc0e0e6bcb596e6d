package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/config"
)

// A change that passes every check and that the box cannot run with is taken back: file, API and what is told are those of before.
func TestAChangeThatDoesNotStartIsTakenBack(t *testing.T) {
	t.Setenv("RUN_AS_LENSD", "1") // for the reader processes
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, taken.Close()) })
	dir := t.TempDir()
	path := filepath.Join(dir, "lensd.yaml")
	old := []byte(fmt.Sprintf("# mine\nstate_dir: %s/state\nhttp: {listen: %q, announce: false}\nreaders: {workers: 1}\nmqtt: {broker: none}\n", dir, freeAddress(t)))
	require.NoError(t, os.WriteFile(path, old, 0o600))
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	d := &daemon{path: path, level: new(slog.LevelVar), log: slog.New(slog.DiscardHandler), edits: make(chan edit), lines: newJournal()}
	d.watcher = watch(ctx, path, nil)
	d.start()
	a := open(d.cfg, d.log)
	t.Cleanup(func() { assert.NoError(t, a.close()) })
	require.NoError(t, a.apply(ctx, d.cfg))

	now := []byte(strings.Replace(string(old), d.cfg.HTTP.Listen, taken.Addr().String(), 1))
	_, err = config.Check(now, "", nil)
	require.NoError(t, err, "the file itself is right")
	e := edit{old: old, now: now, done: make(chan error, 1)}
	again, err := d.edit(ctx, a, e)
	require.NoError(t, err)
	assert.False(t, again)
	assert.ErrorContains(t, <-e.done, "http.listen")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(old), string(text), "the file of before stands again")
	assert.NoError(t, d.problem, "and is in use")
	c, err := net.Dial("tcp", d.cfg.HTTP.Listen)
	require.NoError(t, err, "where the box listened before it listens again")
	assert.NoError(t, c.Close())
}
