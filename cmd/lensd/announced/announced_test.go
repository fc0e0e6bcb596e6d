package announced

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/store"
)

func TestWhatWasAnnouncedIsKnownAfterARestart(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(store.Options{Dir: dir})
	require.NoError(t, err)
	m := Memory{Store: s, Prefix: "homeassistant", Box: "box"}
	got, err := m.Announced()
	require.NoError(t, err)
	assert.Empty(t, got, "a new box")

	require.NoError(t, s.SetState("judge/attic", []byte("{}"))) // what an earlier version has left: it noted nothing
	require.NoError(t, s.SetState("judge/cellar", []byte("{}")))
	got, err = m.Announced()
	require.NoError(t, err)
	assert.Equal(t, []string{"homeassistant/device/lensd_box_attic/config", "homeassistant/device/lensd_box_cellar/config"}, got)
	got, err = Memory{Store: s, Box: "box"}.Announced()
	require.NoError(t, err)
	assert.Empty(t, got, "nothing was announced")

	require.NoError(t, m.SetAnnounced([]string{"a", "b"}))
	require.NoError(t, s.Close())
	s, err = store.Open(store.Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	m.Store = s
	got, err = m.Announced()
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, got)

	require.NoError(t, s.SetState(name, []byte("{")))
	got, err = m.Announced()
	require.NoError(t, err)
	assert.Len(t, got, 2, "what cannot be read is as nothing")
	require.NoError(t, m.SetAnnounced(nil))
	got, err = m.Announced()
	require.NoError(t, err)
	assert.Empty(t, got)
}
