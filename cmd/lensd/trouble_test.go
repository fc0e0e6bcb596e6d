package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
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

func TestPushedPicturesThatCannotBeUsedAreTheSendersFault(t *testing.T) {
	b := startBox(t, oneStation+"mqtt: {broker: none}")
	push := func(kind string, picture []byte) int {
		req, err := http.NewRequest(http.MethodPost, b.url+"/v1/stations/desk/frame", bytes.NewReader(picture))
		require.NoError(t, err)
		req.Header.Set("Content-Type", kind)
		req.Header.Set("x-service-key", b.key)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res.StatusCode
	}
	png, err := base64.StdEncoding.DecodeString(blank(t, 200, 100))
	require.NoError(t, err)
	b.ready(`"name":"readers","ok":true`)
	assert.Equal(t, http.StatusNoContent, push("image/png", png))
	assert.Equal(t, http.StatusUnprocessableEntity, push("image/png", png[:60]))
	assert.Equal(t, http.StatusUnprocessableEntity, push("image/jpeg", append([]byte{0xff, 0xd8, 0xff, 0xe0}, make([]byte, 600)...)))
}

// The path of a socket has 107 bytes; a longer state directory used to end the daemon at its start.
func TestALongStateDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
	addr := freeAddress(t)
	b := &box{t: t, config: filepath.Join(t.TempDir(), "lensd.yaml"), url: "http://" + addr, key: testKey}
	b.write(fmt.Sprintf("state_dir: %s\nhttp: {listen: %q, service_keys: [%s], announce: false}\nreaders: {workers: 1}\nmqtt: {broker: none}\n", dir, addr, testKey))
	b.start()
	t.Cleanup(b.stop)
	key, err := b.run("key", "add", "phone")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, b.get("/v1/stations", key))
}
