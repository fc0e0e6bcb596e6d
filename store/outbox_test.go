package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOutboxKeepsOrderOverManyReadAheads(t *testing.T) {
	s := open(t, Options{})
	var want []string
	for i := range 3*readAhead + 7 {
		add(t, s, entry("a", time.Now(), 1))
		want = append(want, fmt.Sprint(i+1))
	}
	n, err := s.Backlog()
	require.NoError(t, err)
	assert.Equal(t, len(want), n)
	assert.Equal(t, want, drain(t, s))
	require.NoError(t, s.Purge())
	n, err = s.Backlog()
	require.NoError(t, err)
	assert.Zero(t, n)
}

func TestNextRepeatsUntilDelivered(t *testing.T) {
	s := open(t, Options{})
	add(t, s, entry("a", time.Now(), 1), entry("a", time.Now(), 1))
	for range 3 {
		_, topic, payload, ok, err := s.Next(0)
		require.NoError(t, err)
		require.True(t, ok)
		assert.Equal(t, "box/a", topic)
		assert.Equal(t, "1", string(payload))
	}
	seq, _, _, _, err := s.Next(0)
	require.NoError(t, err)
	require.NoError(t, s.Delivered(seq))
	_, _, payload, _, err := s.Next(0)
	require.NoError(t, err)
	assert.Equal(t, "2", string(payload))
}

func TestNextLooksAhead(t *testing.T) {
	s := open(t, Options{})
	for range 2 * readAhead {
		add(t, s, entry("a", time.Now(), 1))
	}
	after := uint64(0)
	for i := range 2 * readAhead {
		seq, _, payload, ok, err := s.Next(after)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, fmt.Sprint(i+1), string(payload))
		after = seq
	}
	_, _, _, ok, err := s.Next(after)
	require.NoError(t, err)
	assert.False(t, ok)
	_, _, payload, _, err := s.Next(0)
	require.NoError(t, err)
	assert.Equal(t, "1", string(payload), "looking ahead delivers nothing")
	assert.Len(t, drain(t, s), 2*readAhead)
}

func TestChangedWakesOnce(t *testing.T) {
	s := open(t, Options{})
	add(t, s, entry("a", time.Now(), 1))
	add(t, s, entry("a", time.Now(), 1))
	<-s.Changed()
	select {
	case <-s.Changed():
		assert.Fail(t, "two additions before a look are one sign")
	default:
	}
}

// reopen closes s without its orderly purge, as a kill does, and opens the directory again.
func reopen(t *testing.T, s *Store) *Store {
	t.Helper()
	require.NoError(t, s.db.Close())
	s.db = nil
	require.NoError(t, s.marks.f.Close())
	return open(t, s.opt)
}

func TestDeliveredSurvivesAKill(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	require.NoError(t, err)
	add(t, s, entry("a", time.Now(), 1), entry("a", time.Now(), 1), entry("a", time.Now(), 1))
	seq, _, _, _, err := s.Next(0)
	require.NoError(t, err)
	require.NoError(t, s.Delivered(seq))
	s = reopen(t, s)
	assert.Equal(t, []string{"2", "3"}, drain(t, s))
}

func TestIDsContinueWhenTheDatabaseIsLost(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	require.NoError(t, err)
	ids := add(t, s, entry("a", time.Now(), 1), entry("a", time.Now(), 1))
	require.Equal(t, []string{"1", "2"}, drain(t, s))
	require.NoError(t, s.Close())
	require.NoError(t, os.Remove(s.path))

	s = open(t, s.opt)
	next := add(t, s, entry("a", time.Now(), 1))
	assert.Greater(t, next[0], ids[1]+idGap-1)
	assert.Len(t, drain(t, s), 1, "what is new must not count as delivered")
}

func TestMarksSurviveATornSlot(t *testing.T) {
	path := filepath.Join(t.TempDir(), marksName)
	m, err := openMarks(path)
	require.NoError(t, err)
	require.NoError(t, m.advance(5, 10))
	require.NoError(t, m.advance(6, 11))
	require.NoError(t, m.advance(4, 11), "going back is no error and no change")
	require.NoError(t, m.close())

	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	raw[slotsAt+int(m.gen%2)*slotSize+9] ^= 0xff // the newest slot
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	m, err = openMarks(path)
	require.NoError(t, err)
	delivered, last := m.get()
	assert.Equal(t, []uint64{5, 10}, []uint64{delivered, last}, "the older slot counts")
	require.NoError(t, m.close())
}

func FuzzMarks(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 2*slotSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		m := &marks{}
		m.parse(b)
		if m.gen == 0 && (m.delivered != 0 || m.lastID != 0) {
			t.Fatal("values without a slot")
		}
	})
}

func FuzzRecord(f *testing.F) {
	v, err := encodeRecord(header{station: "cellar", at: time.UnixMilli(1), synced: true, lived: time.Hour}, []byte("body"))
	require.NoError(f, err)
	f.Add(v)
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, v []byte) {
		h, body, err := decodeRecord(v)
		if err != nil {
			return
		}
		again, err := encodeRecord(h, body)
		require.NoError(t, err)
		h2, body2, err := decodeRecord(again)
		require.NoError(t, err)
		assert.Equal(t, h, h2)
		assert.Equal(t, body, body2)
	})
}

func FuzzItem(f *testing.F) {
	v, err := encodeItem(Item{Topic: "a/b", Payload: []byte("x")})
	require.NoError(f, err)
	f.Add(v)
	f.Fuzz(func(t *testing.T, v []byte) {
		it, err := decodeItem(v)
		if err != nil {
			return
		}
		again, err := encodeItem(it)
		require.NoError(t, err)
		assert.Equal(t, v, again)
	})
}
