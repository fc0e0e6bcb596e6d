package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/store"
)

const oneStation = "stations: [{name: desk, kind: table, camera: {source: push}, trigger: {on: command}}]\n"

// A store that another process holds, or that cannot be opened, used to stay lost until a restart.
func TestAStoreThatCouldNotBeOpenedIsOpenedLater(t *testing.T) {
	b := startBox(t, oneStation+"mqtt: {broker: none}")
	b.stop()
	dir := filepath.Join(filepath.Dir(b.config), "state")
	other, err := store.Open(store.Options{Dir: dir})
	require.NoError(t, err)
	b.start()
	b.ready("store_locked")
	assert.Contains(t, get(t, b.url+"/readyz"), "stop that one first")
	require.NoError(t, other.Close())
	b.ready("camera_desk")
	assert.NotContains(t, get(t, b.url+"/readyz"), "store_locked")
}

func TestADiskThatRefusesIsToldAndItsReturnToo(t *testing.T) {
	b := startBox(t, oneStation+"mqtt: {broker: none}")
	probe := filepath.Join(filepath.Dir(b.config), "state", "probe")
	require.NoError(t, os.Symlink("/dev/full", probe))
	b.ready("disk_full")
	body := b.text("/v1/stations")
	assert.Contains(t, body, `"state":"disk_full"`)
	assert.False(t, strings.Contains(body, "max_mb"), "advice for another fault")
	require.NoError(t, os.Remove(probe))
	b.ready(`"name":"store","ok":true`)
}
