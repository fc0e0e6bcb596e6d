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
	"lensd/httpapi"
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
	}, time.Minute, 5*time.Millisecond, "the socket must come up")
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
			told := 0
			l.Reload = func() { told++ }
			a := open(t, l)
			require.NoError(t, a.Learned())
			assert.Equal(t, 1, told, "the readers of a daemon take what was learned")
			t.Run("keys", func(t *testing.T) { keys(t, l, a) })
			t.Run("samples", func(t *testing.T) { samples(t, l, a) })
			t.Run("backup", func(t *testing.T) { backup(t, a) })
			t.Run("erase", func(t *testing.T) { erase(t, l, a) })
		})
	}
}

func keys(t *testing.T, l admin.Local, a admin.Admin) {
	clear, err := a.AddKey("app of the field crew", httpapi.Read)
	require.NoError(t, err)
	_, err = a.AddKey("app of the field crew", httpapi.Read)
	require.ErrorContains(t, err, "already", "a name stands for one key")
	_, err = a.AddKey("../etc", httpapi.Read)
	require.ErrorContains(t, err, "no name for a key")

	listed, err := a.Keys()
	require.NoError(t, err)
	require.Len(t, listed, 1)
	assert.Equal(t, "app of the field crew", listed[0].Name)
	assert.Equal(t, "read", listed[0].Role)
	known, err := l.APIKeys()
	require.NoError(t, err)
	require.Len(t, known, 1)
	assert.Equal(t, httpapi.Read, known[0].Role)
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

func erase(t *testing.T, l admin.Local, a admin.Admin) {
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	body := []byte(`{"ts":"2026-01-31T12:00:00Z"}`)
	_, err := l.Store.Add(context.Background(), store.Entry{At: at, Build: func(uint64) (store.Built, error) {
		return store.Built{Body: body, Items: []store.Item{{Topic: "t", Payload: body}}}, nil
	}})
	require.NoError(t, err)
	done, err := a.Erase(at)
	require.NoError(t, err)
	assert.Zero(t, done.Messages, "what was taken at that very time stays")
	done, err = a.Erase(at.Add(time.Second))
	require.NoError(t, err)
	assert.Equal(t, 1, done.Records)
	assert.Equal(t, 1, done.Messages)
}

// Keys that were made before there were roles may go on doing everything.
func TestAKeyWithoutARoleIsFromBeforeThereWereAny(t *testing.T) {
	l := local(t)
	require.NoError(t, l.Store.PutKey("old", []byte(`{"sha256":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","created":"2026-01-01T00:00:00Z"}`)))
	require.NoError(t, l.Store.PutKey("strange", []byte(`{"sha256":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","created":"2026-01-01T00:00:00Z","role":"king"}`)))
	keys, err := l.APIKeys()
	require.NoError(t, err)
	roles := map[string]httpapi.Role{}
	for _, k := range keys {
		roles[k.Name] = k.Role
	}
	assert.Equal(t, map[string]httpapi.Role{"old": httpapi.Admin, "strange": httpapi.Nobody}, roles)
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
