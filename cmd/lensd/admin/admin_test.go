package admin_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/admin"
	"lensd/store"
)

// local opens a fresh store.
func local(t *testing.T) admin.Local {
	t.Helper()
	s, err := store.Open(store.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return admin.Local{Store: s}
}

// remote serves a over a socket as the daemon does and dials it.
func remote(t *testing.T, a admin.Admin) *admin.Remote {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- admin.Serve(ctx, dir, a) }()
	t.Cleanup(func() {
		cancel()
		require.ErrorIs(t, <-done, context.Canceled)
	})
	var r *admin.Remote
	require.Eventually(t, func() (up bool) {
		var err error
		r, err = admin.Dial(dir)
		return err == nil
	}, 5*time.Second, 5*time.Millisecond, "the socket must come up")
	return r
}

// The owner's commands do the same on an open store and through the daemon.
func TestOwnerCommands(t *testing.T) {
	for name, open := range map[string]func(*testing.T, admin.Local) admin.Admin{
		"local":  func(_ *testing.T, l admin.Local) admin.Admin { return l },
		"remote": func(t *testing.T, l admin.Local) admin.Admin { return remote(t, l) },
	} {
		t.Run(name, func(t *testing.T) {
			l := local(t)
			a := open(t, l)
			t.Run("keys", func(t *testing.T) { keys(t, l, a) })
			t.Run("samples", func(t *testing.T) { samples(t, l, a) })
			t.Run("backup", func(t *testing.T) { backup(t, a) })
		})
	}
}

func keys(t *testing.T, l admin.Local, a admin.Admin) {
	clear, err := a.AddKey("app of the field crew")
	require.NoError(t, err)
	_, err = a.AddKey("app of the field crew")
	require.ErrorContains(t, err, "already", "a name stands for one key")
	_, err = a.AddKey("../etc")
	require.ErrorContains(t, err, "no name for a key")

	listed, err := a.Keys()
	require.NoError(t, err)
	require.Len(t, listed, 1)
	assert.Equal(t, "app of the field crew", listed[0].Name)
	known, err := l.APIKeys()
	require.NoError(t, err)
	require.Len(t, known, 1)
	assert.NotContains(t, string(known[0].Hash[:]), clear, "only the hash is kept")

	require.NoError(t, a.RevokeKey("app of the field crew"))
	listed, err = a.Keys()
	require.NoError(t, err)
	assert.Empty(t, listed)
}

func samples(t *testing.T, l admin.Local, a admin.Admin) {
	_, err := l.Store.Add(context.Background(), store.Entry{Build: func(uint64) (store.Built, error) {
		return store.Built{Body: []byte(`{}`), Picture: []byte("jpeg"), Sample: []byte(`{"value":"00123"}`)}, nil
	}})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, a.Samples(&out))
	files := map[string]string{}
	for r := tar.NewReader(&out); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		b, err := io.ReadAll(r)
		require.NoError(t, err)
		files[h.Name] = string(b)
	}
	assert.Equal(t, map[string]string{"00000001.json": `{"value":"00123"}`, "00000001.jpg": "jpeg"}, files)
}

func backup(t *testing.T, a admin.Admin) {
	var copied bytes.Buffer
	require.NoError(t, a.Backup(&copied))
	restored := store.Options{Dir: t.TempDir()}
	_, err := store.Restore(restored, &copied)
	require.NoError(t, err)
	s, err := store.Open(restored)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	var n int
	require.NoError(t, s.Samples(func(store.Sample) error { n++; return nil }))
	assert.Equal(t, 1, n, "what the store held is in the copy")
}

// failing ends a stream in its middle.
type failing struct{ admin.Local }

func (failing) Backup(w io.Writer) error {
	_, _ = w.Write([]byte("half of it"))
	return errors.New("the card is gone")
}

func TestACopyCutShortIsAnError(t *testing.T) {
	var out bytes.Buffer
	require.Error(t, remote(t, failing{local(t)}).Backup(&out))
}

func TestDialWithoutADaemonFails(t *testing.T) {
	_, err := admin.Dial(t.TempDir())
	require.Error(t, err, "the command line then opens the store itself")
}
