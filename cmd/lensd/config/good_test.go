package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A broken file used to open the box to everyone: *:8080, announced by mDNS, with another state directory.
func TestABrokenFileFailsClosed(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      loopback,
		"http: [":                               loopback,
		"nonsense: 1\nmqtt: {listen: ':1'}":     loopback,
		"http:\n  listen: 192.0.2.1:80\n\tx":    "192.0.2.1:80",
		"http:\n   listen: ':81'\n  a\nmqtt: 1": ":81",
		"http: {codes: true, listen: \":82\", ": ":82",
		"http: {listen: here}":                  loopback,
		"http:\n  # listen: ':83'\nmqtt:\n  listen: ':84'\n  b": loopback,
	} {
		path := filepath.Join(t.TempDir(), "lensd.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		broken, _ := Load(path, nil)
		d := Degraded(broken, path, nil)
		require.NoError(t, d.Validate(), text)
		assert.Equal(t, want, d.HTTP.Listen, text)
		assert.False(t, d.HTTP.Announce)
		assert.Equal(t, "none", d.MQTT.Broker)
		assert.Empty(t, d.Stations)
		d = Degraded(broken, path, []string{"LENSD_HTTP_LISTEN=127.0.0.1:9"})
		assert.Equal(t, "127.0.0.1:9", d.HTTP.Listen)
	}
}

func TestTheStateDirectoryIsFoundInAnyText(t *testing.T) {
	for _, text := range []string{"state_dir: /srv/box\nhttp: [", "a: [\nstate_dir: \"/srv/box\" # here\n", "\tx\nstate_dir: '/srv/box'"} {
		cfg, err := load(t, text)
		require.Error(t, err)
		assert.Equal(t, "/srv/box", cfg.StateDir, text)
	}
}

func TestTheLastGoodFileIsKept(t *testing.T) {
	dir := t.TempDir()
	_, err := LoadGood(dir, "", nil)
	require.Error(t, err)
	require.NoError(t, KeepGood(dir, []byte("http: {listen: ':1'}")))
	require.NoError(t, KeepGood(dir, []byte("http: {listen: ':2'}")))
	cfg, err := LoadGood(dir, "", []string{"LENSD_LOG_LEVEL=warn"})
	require.NoError(t, err)
	assert.Equal(t, []string{":2", "warn"}, []string{cfg.HTTP.Listen, cfg.Log.Level})
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
	info, err := left[0].Info()
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}
