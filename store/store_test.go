package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// open opens a store in dir and checks the whole database when the test ends.
func open(t *testing.T, opt Options) *Store {
	t.Helper()
	if opt.Dir == "" {
		opt.Dir = t.TempDir()
	}
	s, err := Open(opt)
	require.NoError(t, err)
	t.Cleanup(func() {
		if s.db != nil {
			assert.NoError(t, s.Check(context.Background()))
		}
		assert.NoError(t, s.Close())
		_, err := verifyFile(s.path)
		assert.NoError(t, err)
	})
	return s
}

// entry is a reading of size bytes with one item for the outbox, both naming the id.
func entry(station string, at time.Time, size int) Entry {
	return Entry{Station: station, At: at, Synced: true, Build: func(id uint64) (Built, error) {
		body := append([]byte(fmt.Sprintf("%d ", id)), make([]byte, size)...)
		return Built{Body: body, Items: []Item{{Topic: "box/" + station, Payload: []byte(fmt.Sprint(id))}}}, nil
	}}
}

func add(t *testing.T, s *Store, e ...Entry) []uint64 {
	t.Helper()
	ids, err := s.Add(context.Background(), e...)
	require.NoError(t, err)
	return ids
}

// drain delivers everything and returns the payloads in order.
func drain(t *testing.T, s *Store) (out []string) {
	t.Helper()
	for {
		seq, _, payload, ok, err := s.Next(0)
		require.NoError(t, err)
		if !ok {
			return out
		}
		out = append(out, string(payload))
		require.NoError(t, s.Delivered(seq))
	}
}

func TestAddGetList(t *testing.T) {
	s := open(t, Options{})
	t0 := time.UnixMilli(1_700_000_000_000).UTC()
	ids := add(t, s, entry("cellar", t0, 10), entry("garden", t0.Add(time.Minute), 10), entry("cellar", t0.Add(2*time.Minute), 10))
	require.Equal(t, []uint64{1, 2, 3}, ids)

	rec, err := s.Get(2)
	require.NoError(t, err)
	assert.Equal(t, "garden", rec.Station)
	assert.Equal(t, t0.Add(time.Minute), rec.At)
	assert.True(t, rec.Synced)
	assert.False(t, rec.HasPicture)
	assert.True(t, bytes.HasPrefix(rec.Body, []byte("2 ")))
	_, err = s.Get(99)
	require.ErrorIs(t, err, ErrNotFound)

	for name, c := range map[string]struct {
		q    Query
		want []uint64
	}{
		"all, newest first": {Query{}, []uint64{3, 2, 1}},
		"one station":       {Query{Station: "cellar"}, []uint64{3, 1}},
		"no such station":   {Query{Station: "attic"}, nil},
		"limit":             {Query{Limit: 1}, []uint64{3}},
		"page on":           {Query{Before: 3, Limit: 1}, []uint64{2}},
		"page beyond":       {Query{Before: 1}, nil},
		"page from above":   {Query{Before: 1000}, []uint64{3, 2, 1}},
		"since":             {Query{Since: t0.Add(time.Minute)}, []uint64{3, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			recs, err := s.List(c.q)
			require.NoError(t, err)
			var got []uint64
			for _, r := range recs {
				got = append(got, r.ID)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestOneTransaction(t *testing.T) {
	s := open(t, Options{})
	broken := Entry{Station: "x", Build: func(uint64) (Built, error) { return Built{}, fmt.Errorf("no") }}
	_, err := s.Add(context.Background(), entry("cellar", time.Now(), 1), broken)
	require.ErrorContains(t, err, "no")
	recs, err := s.List(Query{})
	require.NoError(t, err)
	assert.Empty(t, recs, "the good entry of a failed Add must not be stored")
	assert.Empty(t, drain(t, s), "nor its item be queued")
}

func TestReplaceKeepsTheRest(t *testing.T) {
	s := open(t, Options{})
	at := time.UnixMilli(1_700_000_000_000).UTC()
	add(t, s, Entry{Station: "a", At: at, Build: func(uint64) (Built, error) {
		return Built{Body: []byte("old"), Picture: []byte("jpeg"), State: map[string][]byte{"gate/a": []byte("7")}}, nil
	}})
	require.NoError(t, s.Replace(1, []byte("new")))
	require.ErrorIs(t, s.Replace(2, nil), ErrNotFound)
	rec, err := s.Get(1)
	require.NoError(t, err)
	assert.Equal(t, Record{ID: 1, Station: "a", At: at, Body: []byte("new"), HasPicture: true}, rec)
	p, err := s.Picture(1)
	require.NoError(t, err)
	assert.Equal(t, "jpeg", string(p))
	v, err := s.State("gate/a")
	require.NoError(t, err)
	assert.Equal(t, "7", string(v))
}

func TestConcurrentAddsShareCommitsAndNeverIDs(t *testing.T) {
	s := open(t, Options{})
	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[uint64]bool{}
	for range 50 {
		wg.Go(func() {
			ids, err := s.Add(context.Background(), entry("a", time.Now(), 100))
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			for _, id := range ids {
				assert.False(t, seen[id])
				seen[id] = true
			}
		})
	}
	wg.Wait()
	assert.Len(t, seen, 50)
	assert.Len(t, drain(t, s), 50)
}

func TestClosedStoreSaysSo(t *testing.T) {
	s := open(t, Options{})
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	_, err := s.Add(context.Background(), entry("a", time.Now(), 1))
	require.ErrorIs(t, err, ErrClosed)
	_, err = s.List(Query{})
	require.ErrorIs(t, err, ErrClosed)
}

func TestSecondProcessIsLockedOut(t *testing.T) {
	s := open(t, Options{})
	_, err := Open(Options{Dir: s.opt.Dir, LockTimeout: 20 * time.Millisecond})
	require.ErrorIs(t, err, ErrLocked)
}

func TestFirstInitialisationIsWholeOrAbsent(t *testing.T) {
	dir := t.TempDir()
	// What a power cut in the very first initialisation leaves: a part of the file under the name that is never opened.
	require.NoError(t, os.WriteFile(filepath.Join(dir, fileName+".tmp"), make([]byte, 1000), 0o600))
	s := open(t, Options{Dir: dir})
	assert.Empty(t, s.MovedAside())
	assert.NoFileExists(t, filepath.Join(dir, fileName+".tmp"))
	add(t, s, entry("a", time.Now(), 1))
}

func TestKeysAndStates(t *testing.T) {
	s := open(t, Options{})
	require.NoError(t, s.PutKey("phone", []byte("h1")))
	require.NoError(t, s.PutKey("desk", []byte("h2")))
	keys, err := s.Keys()
	require.NoError(t, err)
	assert.Equal(t, map[string][]byte{"phone": []byte("h1"), "desk": []byte("h2")}, keys)
	require.NoError(t, s.DeleteKey("desk"))
	require.ErrorIs(t, s.DeleteKey("desk"), ErrNotFound)

	require.NoError(t, s.SetState("gate/a", []byte("1")))
	require.NoError(t, s.SetState("gate/b", []byte("2")))
	got, err := s.State("gate/b")
	require.NoError(t, err)
	assert.Equal(t, "2", string(got))
	require.NoError(t, s.SetState("gate/a", nil))
	_, err = s.State("gate/a")
	require.ErrorIs(t, err, ErrNotFound)
}

func TestSamplesOutliveTheirRecords(t *testing.T) {
	now := time.Now()
	s := open(t, Options{MaxAge: time.Hour})
	add(t, s, Entry{Station: "a", At: now, Synced: true, Build: func(uint64) (Built, error) {
		return Built{Body: []byte("r"), Picture: []byte("jpeg"), Sample: []byte("label")}, nil
	}})
	s.lived.before += 2 * time.Hour
	removed, err := s.retain(now, false)
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	var got []Sample
	require.NoError(t, s.Samples(func(x Sample) error { got = append(got, x); return nil }))
	assert.Equal(t, []Sample{{ID: 1, Label: []byte("label"), Picture: []byte("jpeg")}}, got)
}

func TestSamplesAreBounded(t *testing.T) {
	s := open(t, Options{})
	e := Entry{Station: "a", Build: func(uint64) (Built, error) { return Built{Body: []byte("r"), Sample: []byte("l")}, nil }}
	all := make([]Entry, maxSamples+5)
	for i := range all {
		all[i] = e
	}
	add(t, s, all...)
	n, first := 0, uint64(0)
	require.NoError(t, s.Samples(func(x Sample) error {
		if n == 0 {
			first = x.ID
		}
		n++
		return nil
	}))
	assert.Equal(t, maxSamples, n)
	assert.Equal(t, uint64(6), first, "the oldest went")
}
