package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file that is written while the one before is being loaded or composed is a change of its own.
func TestNoChangeFallsBetweenTwoCompositions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lensd.yaml")
	require.NoError(t, os.WriteFile(path, []byte("a"), 0o600))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hup := make(chan os.Signal, 1)
	w := watch(ctx, path, hup)
	told := func() {
		t.Helper()
		select {
		case <-w.changed:
		case <-time.After(20 * time.Second):
			t.Fatal("the change was not noticed")
		}
	}
	hup <- syscall.SIGHUP
	told()
	w.loading() // the file is read here
	require.NoError(t, os.WriteFile(path, []byte("bb"), 0o600))
	told()
	w.loading()
	hup <- syscall.SIGHUP
	told()
	w.loading()
	replaced := path + ".new"
	require.NoError(t, os.WriteFile(replaced, []byte("cc"), 0o600))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(replaced, info.ModTime(), info.ModTime()))
	require.NoError(t, os.Rename(replaced, path))
	told() // the same size and time, another file
}

// ready waits until /readyz says something that contains want. Between two compositions nobody listens: that is no failure.
func (b *box) ready(want string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		res, err := http.Get(b.url + "/readyz")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return err == nil && strings.Contains(string(body), want)
	}, 60*time.Second, 50*time.Millisecond, "no %q", want)
}

func TestHangupsInARowEndNothing(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\n")
	good, err := os.ReadFile(b.config)
	require.NoError(t, err)
	for i := range 40 {
		require.NoError(t, b.cmd.Process.Signal(syscall.SIGHUP))
		if i%4 == 3 {
			b.write(string(good) + fmt.Sprintf("log: {level: info}\n# %d\n", i))
		}
	}
	b.write("")
	b.ready("the file is empty")
	b.write(string(good) + "htp: {}\n")
	b.ready("no such key")
	b.ready("the changed configuration is not in use")
	b.write(string(good))
	b.ready(`"status":"ready"`)
}

// A configuration that is valid but cannot be served must not end a box that ran well with the one before.
func TestAPortInUseIsToldAndTheOldConfigurationGoesOn(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\n")
	good, err := os.ReadFile(b.config)
	require.NoError(t, err)
	taken := "127.0.0.1:1" // no port for those who are not root; in use below for those who are
	if os.Geteuid() == 0 {
		other := startBox(t, "mqtt: {broker: none}")
		taken = strings.TrimPrefix(other.url, "http://")
	}
	b.write(strings.Replace(string(good), strings.TrimPrefix(b.url, "http://"), taken, 1))
	b.ready("http.listen")
	b.write(string(good))
	b.ready(`"status":"ready"`)
}

func TestABrokenFileStartsTheLastGoodOne(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\nstations: [{name: desk, kind: table, camera: {source: push}, trigger: {on: command}}]")
	good, err := os.ReadFile(b.config)
	require.NoError(t, err)
	b.stop()
	b.write(string(good) + "\thtp: [\n")
	b.start()
	b.ready("config")
	assert.Equal(t, http.StatusOK, b.get("/v1/stations", b.key), "the keys of the last good file")
	assert.Equal(t, http.StatusNotFound, b.get("/v1/stations/nobody/frame", b.key))
	b.write(string(good))
	b.ready("camera_desk")
}
